import { sql } from 'kysely';
import { refundOrderState } from '#engines/payment/codes.ts';
import type { RefundOrderState } from '#engines/payment/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { refundKind } from './refund-order.codes.ts';

/** A refund through a provider as its life cycle reads it. */
export interface RefundRow {
  readonly refundId: string;
  readonly refundNo: string;
  readonly prePayOrderId: string | null;
  readonly chargingOrderId: string | null;
  readonly kind: CodeValue<typeof refundKind>;
  readonly state: RefundOrderState;
  readonly amountCents: bigint;
  readonly callCount: number;
  readonly reason: string;
}

interface RawRefund {
  readonly refundId: bigint;
  readonly refundNo: string;
  readonly prePayOrderId: bigint | null;
  readonly chargingOrderId: bigint | null;
  readonly kind: number;
  readonly state: number;
  readonly amountCents: bigint;
  readonly callCount: number;
  readonly reason: string;
}

const columns = sql`refund_id, refund_order_no as refund_no, pre_pay_order_id, charging_order_id, refund_kind as kind, refund_state as state,
  refund_amount as amount_cents, refund_count as call_count, refund_reason as reason`;

/** The refunds of a prepaid order, the oldest first. The caller has locked the prepaid order, without which no refund of it changes. */
export const refundsOfPayment = async (tx: Tx, prePayOrderId: string): Promise<readonly RefundRow[]> =>
  (await sql<RawRefund>`select ${columns} from refund_order where pre_pay_order_id = ${prePayOrderId} order by refund_id`.execute(tx)).rows.map(
    rowOf,
  );

export const readRefund = async (tx: Tx, refundId: string): Promise<RefundRow | undefined> => {
  const { rows } = await sql<RawRefund>`select ${columns} from refund_order where refund_id = ${refundId}`.execute(tx);
  return rows[0] && rowOf(rows[0]);
};

const rowOf = (raw: RawRefund): RefundRow => ({
  ...raw,
  refundId: String(raw.refundId),
  prePayOrderId: raw.prePayOrderId === null ? null : String(raw.prePayOrderId),
  chargingOrderId: raw.chargingOrderId === null ? null : String(raw.chargingOrderId),
  kind: oneOf(kinds, raw.kind),
  state: oneOf(states, raw.state),
});

const kinds = Object.values(refundKind.items).map(({ value }) => value);
const states: readonly RefundOrderState[] = Object.values(refundOrderState);
const oneOf = <T extends number>(known: readonly T[], value: number): T =>
  known.find((candidate) => candidate === value) ??
  (() => {
    throw new Error(`a refund has the code ${value}`);
  })();
