import { sql } from 'kysely';
import { prepayState } from '#engines/payment/codes.ts';
import type { PrepayState } from '#engines/payment/codes.ts';
import type { OpenPayment } from '#engines/payment/prepaid.ts';
import type { Tx } from '#kit/db/index.ts';

/** A prepaid order as its life cycle reads it; ids are texts, amounts minor units. */
export interface PrepaidRow extends OpenPayment {
  readonly prePayOrderId: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly custId: string | null;
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
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly chargingOrderId: string | null;
  readonly startRefusal: string | null;
  readonly tradeRef: string | null;
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
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly custId: bigint | null;
  readonly billId: string;
  readonly userMobile: string | null;
  readonly appType: number;
  readonly payState: number;
  readonly payTime: Date | null;
  readonly orderCents: bigint;
  readonly paidCents: bigint;
  readonly currency: string;
  readonly payConfId: bigint;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly chargingOrderId: bigint | null;
  readonly startRefusal: string | null;
  readonly tradeRef: string | null;
  readonly createTime: Date;
  readonly expireTime: Date;
  readonly isCancelled: boolean;
  readonly tariffSnapshotId: bigint | null;
  readonly toldRateRuleId: bigint | null;
}

/** The order, locked until the transaction ends. A charging order is locked before its prepaid order. */
export const lockPrepaid = async (tx: Tx, prePayOrderId: string): Promise<PrepaidRow | undefined> => {
  const { rows } =
    await sql<RawRow>`select pre_pay_order_id, tenant_id, agent_id, station_id, cust_id, bill_id, user_mobile, app_type, pay_state, pay_time,
    order_amount as order_cents, coalesce(actual_pay_amount, order_amount) as paid_cents, currency, pay_conf_id, cp_code, gun_number, charging_order_id, start_refusal, trade_ref, create_time, expire_time, cancel_time is not null as is_cancelled, tariff_snapshot_id,
      (select t.rate_rule_id from tariff_snapshot t where t.snapshot_id = prepaid_order.tariff_snapshot_id) as told_rate_rule_id
    from prepaid_order where pre_pay_order_id = ${prePayOrderId} for update`.execute(tx);
  const [raw] = rows;
  return raw && rowOf(raw);
};

const textOrNull = (value: bigint | null): string | null => (value === null ? null : String(value));
const rowOf = ({ createTime, expireTime, payTime, payState, ...raw }: RawRow): PrepaidRow => ({
  ...raw,
  prePayOrderId: String(raw.prePayOrderId),
  tenantId: String(raw.tenantId),
  agentId: String(raw.agentId),
  stationId: String(raw.stationId),
  custId: textOrNull(raw.custId),
  payConfId: String(raw.payConfId),
  chargingOrderId: textOrNull(raw.chargingOrderId),
  tariffSnapshotId: textOrNull(raw.tariffSnapshotId),
  toldRateRuleId: textOrNull(raw.toldRateRuleId),
  payState: stateOf(payState),
  payMs: payTime?.getTime() ?? null,
  createdMs: createTime.getTime(),
  expiresMs: expireTime.getTime(),
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
