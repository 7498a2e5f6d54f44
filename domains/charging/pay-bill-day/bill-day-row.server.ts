import { sql } from 'kysely';
import type { ProviderKind } from '#engines/payment/payment.ts';
import type { payType } from '#domains/money/resources.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { providerKindOf } from './pay-bill-day.rules.ts';

/** A day of a bill as the worker reads it. */
export interface BillDay {
  readonly payBillDayId: string;
  readonly tenantId: string;
  readonly payConfId: string;
  readonly provider: ProviderKind;
  readonly billDay: string;
  readonly currency: string;
  readonly tryCount: number;
  readonly isFetched: boolean;
}

interface RawDay {
  readonly payBillDayId: bigint;
  readonly tenantId: bigint;
  readonly payConfId: bigint;
  readonly payType: CodeValue<typeof payType>;
  readonly billDay: string;
  readonly currency: string;
  readonly tryCount: number;
  readonly isFetched: boolean;
}

/** The day, locked until the transaction ends: a comparison and a person's mend of the same day do not mix. */
export const lockBillDay = async (tx: Tx, payBillDayId: string): Promise<BillDay | undefined> => {
  const { rows } =
    await sql<RawDay>`select pay_bill_day_id, tenant_id, pay_conf_id, pay_type, bill_day, currency, try_count, not wants_bill as is_fetched
    from pay_bill_day where pay_bill_day_id = ${payBillDayId} for update`.execute(tx);
  const [raw] = rows;
  if (!raw) return undefined;
  const { payType: type, ...day } = raw;
  return {
    ...day,
    payBillDayId: String(raw.payBillDayId),
    tenantId: String(raw.tenantId),
    payConfId: String(raw.payConfId),
    provider: providerKindOf(type),
  };
};
