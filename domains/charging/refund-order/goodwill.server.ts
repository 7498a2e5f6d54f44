import { sql } from 'kysely';
import { cents } from '#engines/money/units.ts';
import { refundOrderState } from '#engines/payment/codes.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { allocateRefund } from '#engines/tariff/refund.ts';
import type { RefundCell } from '#engines/tariff/refund.ts';
import { RATE_TYPES } from '#engines/tariff/codes.ts';
import type { RateType } from '#engines/tariff/codes.ts';
import { orderBooks, payingWallet, post, recordConsume } from '#domains/money/server.ts';
import type { BookingLine } from '#domains/money/server.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Tx } from '#kit/db/index.ts';
import { decideOn } from '../order/lifecycle/decide.server.ts';
import { isPrepaid } from '../order/lifecycle/order-balance.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { LoadedOrder, StoredOrder } from '../order/lifecycle/stored-order.server.ts';
import { consumerOf, settlementAccounts } from '../order/settlement/settle.server.ts';
import { correctOffers } from './correct-offers.server.ts';
import { refundKind } from './refund-order.codes.ts';
import { refundRefusals } from './refund-order.labels.ts';

/** What an operator gives back of a settled order. */
export interface Goodwill {
  readonly amountCents: bigint;
  readonly reason: string;
  readonly secondBy: string | null;
}

/** What was given back of an order as goodwill so far. */
export const givenCents = async (tx: Tx, { orderId }: Pick<StoredOrder, 'orderId'>): Promise<bigint> => {
  const { rows } = await sql<{ given: bigint }>`select coalesce(sum(refund_amount), 0)::int8 as given from refund_order
    where charging_order_id = ${orderId} and refund_kind = ${refundKind.items.goodwill.value} and refund_state <> ${sql.lit(refundOrderState.closed)}`.execute(
    tx,
  );
  return rows[0]?.given ?? 0n;
};

/** Gives money of an order back into the wallet that pays now: the refund, its booking, its consume record and its facts in one transaction. */
export const giveToWallet = async (work: OrderWork, order: LoadedOrder, goodwill: Goodwill): Promise<Verdict> => {
  const { row } = order;
  const { amountCents } = goodwill;
  const { billedCents, cells } = await refundableCells(work.tx, row);
  const refundNo = `${row.orderNo}G${(await countOf(work.tx, row.orderId)) + 1}`;
  const event = { kind: 'requestRefund', refundId: refundNo, purpose: 'goodwill', amountCents, paidCents: billedCents, billedCents } as const;
  const { verdict, ...requested } = await decideOn(work, order, {
    event,
    book: async () => {
      await insertPaid(work, row, { ...goodwill, refundNo });
      await bookGoodwill(work, row, { refundNo, cells: allocated(amountCents, cells) });
      return undefined;
    },
  });
  if (!verdict.ok) return verdict;
  await correctOffers(work, row);
  return (await decideOn(work, requested, { event: { kind: 'refundResult', refundId: refundNo, succeeded: true } })).verdict;
};

const countOf = async (tx: Tx, orderId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from refund_order where charging_order_id = ${orderId}`.execute(tx);
  return rows[0]?.count ?? 0;
};

interface RefundableCells {
  readonly billedCents: bigint;
  readonly cells: readonly { readonly rateType: RateType; readonly rateStage: number; readonly remainingCents: ReturnType<typeof cents> }[];
}

/** What the party has paid in each cell of an order and not got back. A debt was not paid and cannot be given back. */
export const refundableCells = async (tx: Tx, row: StoredOrder): Promise<RefundableCells> => {
  const booked = await orderBooks(tx, row);
  const { rows } = await sql<{
    rateType: number | null;
    rateStage: number | null;
    amount: bigint;
  }>`select p.fee_type as rate_type, p.stage as rate_stage, sum(p.amount)::int8 as amount
    from ledger.journal j join ledger.posting p using (journal_id) where j.tenant_id = ${row.tenantId} and j.order_id = ${row.orderId} and j.kind = 'refund_bal'
    group by 1, 2`.execute(tx);
  const rest = new Map<string, { readonly rateType: RateType; readonly rateStage: number; amount: bigint }>();
  const add = (type: number, stage: number, amount: bigint): void => {
    const known = RATE_TYPES.find((candidate) => candidate === type);
    if (known === undefined) throw new Error(`an order is booked to the fee ${type}`);
    const cell = rest.get(`${type}:${stage}`) ?? { rateType: known, rateStage: stage, amount: 0n };
    rest.set(`${type}:${stage}`, { ...cell, amount: cell.amount + amount });
  };
  for (const part of booked.parts) if (part.paidBy === 'payer') add(part.rateType, part.rateStage, part.cents);
  for (const { rateType: type, rateStage: stage, amount } of rows) add(type ?? 0, stage ?? 0, -amount);
  const cells = [...rest.values()].map(({ amount, ...cell }) => ({ ...cell, remainingCents: cents(amount > 0n ? amount : 0n) }));
  return { billedCents: booked.billedCents - booked.owedCents, cells };
};

/** The refund divided among the cells; refused if it is more than was paid. */
export const allocated = (amountCents: bigint, cells: RefundableCells['cells']): readonly RefundCell[] => {
  const shares = allocateRefund(cents(amountCents), cells);
  return shares.ok ? shares.value : throwRefusal(refundRefusals, 'refund.aboveBilled');
};

interface GoodwillBooking {
  readonly refundNo: string;
  readonly cells: readonly RefundCell[];
}

/** D fees, C wallet or prepaid, cell by cell, and the consume record of it. */
export const bookGoodwill = async (work: OrderWork, row: StoredOrder, { refundNo, cells }: GoodwillBooking): Promise<void> => {
  const { tx, actor, nowMs } = work;
  const { walletOwner, tenantId, currency } = row;
  if (walletOwner === null) return throwRefusal(refundRefusals, 'refund.notPayer');
  const owner = isPrepaid(walletOwner) ? walletOwner : await payingWallet(tx, { tenantId, walletOwner });
  const { payer, fees } = await settlementAccounts(tx, row, owner);
  const lines: readonly BookingLine[] = cells
    .filter(({ refundCents }) => refundCents > 0n)
    .map((cell) => ({ debit: fees, credit: payer, amountCents: cell.refundCents, feeType: cell.rateType, stage: cell.rateStage }));
  const booking = await post(
    tx,
    { tenantId: BigInt(tenantId), currency, actor },
    { kind: 'refund_bal', source: { type: 'refund', id: refundNo }, lines, orderId: BigInt(row.orderId), effectiveAt: new Date(nowMs) },
  );
  const party = await consumerOf(tx, row);
  if (!party) return throwRefusal(refundRefusals, 'refund.notPayer');
  const refundedCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  await recordConsume(tx, {
    order: { ...row, chargingOrderId: row.orderId, chargingOrderNo: row.orderNo },
    party,
    booking,
    wallet: payer,
    orderCents: refundedCents,
    billingCents: refundedCents,
    energy: { total: 0n, tip: 0n, peak: 0n, flat: 0n, valley: 0n },
    isRefund: true,
    at: new Date(nowMs),
    actor,
  });
};

const insertPaid = async (
  { tx, nowMs, actor }: OrderWork,
  row: StoredOrder,
  { refundNo, amountCents, reason, secondBy }: Goodwill & { readonly refundNo: string },
): Promise<void> => {
  const at = new Date(nowMs);
  await sql`insert into refund_order (tenant_id, agent_id, station_id, cust_id, charging_order_id, refund_order_no, refund_kind, refund_time, refund_amount,
      currency, refund_state, refund_reason, second_by, create_by, create_time)
    select o.tenant_id, o.agent_id, o.station_id, o.cust_id, o.charging_order_id, ${refundNo}, ${refundKind.items.goodwill.value}, ${at}::timestamptz, ${amountCents}::bigint,
      o.currency, ${refundOrderState.succeeded}, ${reason}, ${secondBy}, ${actor}, ${at}::timestamptz
    from charging_order o where o.charging_order_id = ${row.orderId}`.execute(tx);
};
