import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { prepayPurpose, prepayState } from '#engines/payment/codes.ts';
import type { PrepayState } from '#engines/payment/codes.ts';
import type { OpenPayment } from '#engines/payment/prepaid.ts';
import { accounts } from '#domains/money/server.ts';
import type { AccountSpec } from '#domains/money/server.ts';
import type { payType } from '#domains/money/resources.ts';
import { subjectOf } from '#domains/device/server.ts';
import type { ConditionSubject } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CodeValue } from '#kit/fields/codes.ts';

/** A prepaid order as its life cycle reads it; ids are texts, amounts minor units. */
export interface PrepaidRow extends OpenPayment {
  readonly prePayOrderId: string;
  readonly tenantId: string;
  /** Null of a payment for a wallet, as are station, pile and gun. */
  readonly agentId: string | null;
  readonly stationId: string | null;
  readonly custId: string | null;
  /** The customer whose wallet the money fills; null for a charge, and for a payment that goes back because it differs. */
  readonly walletOf: string | null;
  readonly billId: string;
  readonly userMobile: string | null;
  readonly appType: number;
  readonly payState: PrepayState;
  readonly payMs: number | null;
  readonly orderCents: bigint;
  /** What was received: more or less than was asked for only where a quarantined payment is given back. Before that, what was asked for. */
  readonly paidCents: bigint;
  readonly currency: string;
  readonly payConfId: string;
  readonly payType: CodeValue<typeof payType>;
  readonly cpCode: string | null;
  readonly gunNumber: number | null;
  readonly chargingOrderId: string | null;
  readonly startRefusal: string | null;
  readonly tradeRef: string | null;
  /** Until then the charge waits for the cable that was pulled out, or for its pile to connect again; null: it has not waited. */
  readonly replugUntilMs: number | null;
  /** Until then the money waits for another start; null: nothing to wait for so far. */
  readonly retryUntilMs: number | null;
  readonly retryCount: number;
  /** The driver wants no charge any more. */
  readonly isCancelled: boolean;
  /** The prices that were told before the payment. */
  readonly tariffSnapshotId: string | null;
  /** The rate rule of those prices. */
  readonly toldRateRuleId: string | null;
}

interface RawRow {
  readonly prePayOrderId: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly stationId: bigint | null;
  readonly custId: bigint | null;
  readonly isForWallet: boolean;
  readonly billId: string;
  readonly userMobile: string | null;
  readonly appType: number;
  readonly payState: number;
  readonly payTime: Date | null;
  readonly orderCents: bigint;
  readonly paidCents: bigint;
  readonly currency: string;
  readonly payConfId: bigint;
  readonly payType: CodeValue<typeof payType>;
  readonly cpCode: string | null;
  readonly gunNumber: number | null;
  readonly chargingOrderId: bigint | null;
  readonly startRefusal: string | null;
  readonly tradeRef: string | null;
  readonly createTime: Date;
  readonly expireTime: Date;
  readonly isCancelled: boolean;
  readonly tariffSnapshotId: bigint | null;
  readonly toldRateRuleId: bigint | null;
  readonly replugUntil: Date | null;
  readonly retryUntil: Date | null;
  readonly retryCount: number;
}

/** The order, locked until the transaction ends. A charging order is locked before its prepaid order. */
export const lockPrepaid = (tx: Tx, prePayOrderId: string): Promise<PrepaidRow | undefined> => prepaidRow(tx, prePayOrderId, sql`for update`);

/** The order as it is now. Whoever changes it locks it and looks again. */
export const readPrepaid = (tx: Tx, prePayOrderId: string): Promise<PrepaidRow | undefined> => prepaidRow(tx, prePayOrderId, sql``);

const prepaidRow = async (tx: Tx, prePayOrderId: string, lock: RawBuilder<unknown>): Promise<PrepaidRow | undefined> => {
  const { rows } =
    await sql<RawRow>`select pre_pay_order_id, tenant_id, agent_id, station_id, cust_id, pay_purpose = ${sql.lit(prepayPurpose.wallet)} and problem is null as is_for_wallet, bill_id, user_mobile, app_type, pay_state, pay_time,
    order_amount as order_cents, coalesce(actual_pay_amount, order_amount) as paid_cents, currency, pay_conf_id, pay_type, cp_code, gun_number, charging_order_id, start_refusal, trade_ref, create_time, expire_time, cancel_time is not null as is_cancelled, tariff_snapshot_id, replug_until, retry_until, retry_count,
      (select t.rate_rule_id from tariff_snapshot t where t.snapshot_id = prepaid_order.tariff_snapshot_id) as told_rate_rule_id
    from prepaid_order where pre_pay_order_id = ${prePayOrderId} ${lock}`.execute(tx);
  const [raw] = rows;
  return raw && rowOf(raw);
};

const textOrNull = (value: bigint | null): string | null => (value === null ? null : String(value));
const rowOf = ({ createTime, expireTime, payTime, payState, isForWallet, replugUntil, retryUntil, ...raw }: RawRow): PrepaidRow => ({
  ...raw,
  prePayOrderId: String(raw.prePayOrderId),
  tenantId: String(raw.tenantId),
  agentId: textOrNull(raw.agentId),
  stationId: textOrNull(raw.stationId),
  walletOf: isForWallet ? textOrNull(raw.custId) : null,
  custId: textOrNull(raw.custId),
  payConfId: String(raw.payConfId),
  chargingOrderId: textOrNull(raw.chargingOrderId),
  tariffSnapshotId: textOrNull(raw.tariffSnapshotId),
  toldRateRuleId: textOrNull(raw.toldRateRuleId),
  payState: stateOf(payState),
  payMs: payTime?.getTime() ?? null,
  createdMs: createTime.getTime(),
  expiresMs: expireTime.getTime(),
  replugUntilMs: replugUntil?.getTime() ?? null,
  retryUntilMs: retryUntil?.getTime() ?? null,
});

/** The charging order of a prepaid order, to be locked first. */
export const chargeOf = async (tx: Tx, prePayOrderId: string): Promise<string | null> => {
  const { rows } = await sql<{
    id: bigint | null;
  }>`select charging_order_id as id from prepaid_order where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  return textOrNull(rows[0]?.id ?? null);
};

const states: readonly PrepayState[] = Object.values(prepayState);
const stateOf = (value: number): PrepayState => states.find((state) => state === value) ?? unknownState(value);
const unknownState = (value: number): never => {
  throw new Error(`a prepaid order has the state ${value}`);
};

/** Where the money of a payment lies: in an account of its own, or in the wallet that it fills. */
export const moneyOf = ({ prePayOrderId, walletOf }: Pick<PrepaidRow, 'prePayOrderId' | 'walletOf'>): AccountSpec =>
  walletOf === null ? accounts.prepaid(BigInt(prePayOrderId)) : accounts.wallet(`customer:${walletOf}`);

/** What an exception of a payment is about: its pile, or, for a wallet, the payment itself. */
export const subjectOfPayment = ({ tenantId, agentId, stationId, cpCode, billId }: PaymentPlace): ConditionSubject =>
  agentId === null || stationId === null || cpCode === null
    ? { tenantId, agentId: null, stationId: null, subject: billId, isPile: false }
    : subjectOf({ tenantId, agentId, stationId, cpCode });
type PaymentPlace = Pick<PrepaidRow, 'tenantId' | 'agentId' | 'stationId' | 'cpCode' | 'billId'>;
