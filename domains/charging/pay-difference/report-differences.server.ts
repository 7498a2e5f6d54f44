import { sql } from 'kysely';
import { exceptionType, integrityCode } from '#engines/alarm/codes.ts';
import { isBillOverdue } from '#engines/payment/bill-days.ts';
import type { payType } from '#domains/money/resources.ts';
import { reportConditions } from '#domains/system/server.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { providerKindOf } from '../pay-bill-day/pay-bill-day.rules.ts';
import { differenceState } from './pay-difference.codes.ts';

interface AccountName {
  readonly tenantId: bigint;
  readonly confName: string;
}

interface AccountCondition {
  readonly exceptionCode: number;
  readonly isPresent: boolean;
  readonly detail: string;
}

/** An account is an exception while one of its differences is open: one that the next bill may explain is not yet. */
export const reportOpenDifferences = async (tx: Tx, payConfId: string, now: Date): Promise<void> => {
  const { rows } = await sql<
    AccountName & { open: number; days: string | null }
  >`select c.tenant_id, c.conf_name, count(d.pay_difference_id)::int4 as open,
      min(d.bill_day)::text as days
    from pay_conf c left join pay_difference d on d.pay_conf_id = c.pay_conf_id and d.difference_state = ${sql.lit(differenceState.items.open.value)}
    where c.pay_conf_id = ${payConfId} group by 1, 2`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const told = { exceptionCode: integrityCode.billDiffers, isPresent: row.open > 0, detail: `${row.confName}: ${row.open} (${row.days ?? ''})` };
  await report(tx, { payConfId, account: row, told, now });
};

/** An account is an exception while a bill is overdue. */
export const reportMissingBill = async (tx: Tx, payConfId: string, now: Date): Promise<void> => {
  const { rows } = await sql<AccountName & { payType: CodeValue<typeof payType>; day: string | null }>`select c.tenant_id, c.conf_name, c.pay_type,
      (select min(d.bill_day)::text from pay_bill_day d where d.pay_conf_id = c.pay_conf_id and d.fetch_time is null) as day
    from pay_conf c where c.pay_conf_id = ${payConfId}`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const isPresent = row.day !== null && isBillOverdue(providerKindOf(row.payType), row.day, now.getTime());
  await report(tx, {
    payConfId,
    account: row,
    told: { exceptionCode: integrityCode.billMissing, isPresent, detail: `${row.confName}: ${row.day ?? ''}` },
    now,
  });
};

interface AccountReport {
  readonly payConfId: string;
  readonly account: AccountName;
  readonly told: AccountCondition;
  readonly now: Date;
}
const report = (tx: Tx, { payConfId, account, told, now }: AccountReport): Promise<void> =>
  reportConditions(
    tx,
    [
      {
        subject: { tenantId: String(account.tenantId), agentId: null, stationId: null, subject: payConfId, isPile: false },
        condition: { exceptionType: exceptionType.integrity, ...told },
      },
    ],
    { atMs: now.getTime(), nowMs: now.getTime() },
  );
