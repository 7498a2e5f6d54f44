import { sql } from 'kysely';
import { minorDigits } from '#engines/money/currency.ts';
import { cents } from '#engines/money/units.ts';
import { stateOfUse } from '#engines/marketing/codes.ts';
import { pointsGivenBack } from '#engines/tariff/points.ts';
import { correctEarnedPoints, pointsOfOrder, returnOrderPoints } from '#domains/marketing/server.ts';
import type { OrderPoints } from '#domains/marketing/server.ts';
import { accounts, openAccounts, post } from '#domains/money/server.ts';
import type { OrderBooks } from '#domains/money/server.ts';
import { RATE_TYPES } from '#engines/tariff/codes.ts';
import { allocateRefund } from '#engines/tariff/refund.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { StoredOrder } from '../order/lifecycle/stored-order.server.ts';

interface RefundedOrder {
  /** What was paid for the order in money, and what of that has gone back. */
  readonly paidCents: bigint;
  readonly refundedCents: bigint;
  readonly booked: OrderBooks;
}

/** After a refund: the spent points come back in the share of the money that did, and those that the order would not have earned are taken back. */
export const correctPoints = async (work: OrderWork, row: StoredOrder, refunded: RefundedOrder): Promise<void> => {
  const { tx, nowMs, actor: by } = work;
  const actor = { by, now: new Date(nowMs), order: { chargingOrderId: row.orderId, chargingOrderNo: row.orderNo } };
  const amounts = { paidCents: cents(refunded.paidCents), refundedCents: cents(refunded.refundedCents) };
  const use = await pointsOfOrder(tx, row.orderId);
  if (use?.state === stateOfUse.used) {
    const points = pointsGivenBack(use.spent, amounts) - use.back;
    if (points > 0n) {
      await bookBack(work, row, { use, points, booked: refunded.booked });
      await returnOrderPoints(tx, use, { ...actor, points });
    }
  }
  const { rows } = await sql<{
    energyDwh: bigint;
  }>`select charging_elec as energy_dwh from charging_order where charging_order_id = ${row.orderId}`.execute(tx);
  await correctEarnedPoints(tx, { ...amounts, digits: minorDigits(row.currency) ?? 2, energyDwh: rows[0]?.energyDwh ?? 0n }, actor);
};

interface BackBooking {
  readonly use: OrderPoints;
  readonly points: bigint;
  readonly booked: OrderBooks;
}

/** D fees, C points, in the share of each cell. */
const bookBack = async ({ tx, actor }: OrderWork, row: StoredOrder, { use, points, booked }: BackBooking): Promise<void> => {
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency, actor };
  const [fees = 0n, credit = 0n] = await openAccounts(tx, books, [accounts.fees(BigInt(row.stationId)), accounts.points(use.funder)]);
  const earlier = await backByCell({ tx }, row);
  const cells = booked.parts.flatMap(({ paidBy, rateType, rateStage, cents: paid }) => {
    const known = RATE_TYPES.find((type) => type === rateType);
    const rest = paid - (earlier.get(`${rateType}:${rateStage}`) ?? 0n);
    return paidBy === 'pointCredit' && known !== undefined && rest > 0n ? [{ rateType: known, rateStage, remainingCents: cents(rest) }] : [];
  });
  const shares = allocateRefund(cents(points * use.terms.pointCents), cells);
  if (!shares.ok) throw new Error(`the points of order ${row.orderNo} cannot be booked back: ${shares.refusal}`);
  const lines = shares.value
    .filter(({ refundCents }) => refundCents > 0n)
    .map(({ refundCents, rateType, rateStage }) => ({ debit: fees, credit, amountCents: refundCents, feeType: rateType, stage: rateStage }));
  const source = { type: 'order', id: `${row.orderNo}:${use.back + points}` };
  await post(tx, books, { kind: 'points_back', source, lines, orderId: BigInt(row.orderId) });
};

/** What was booked back before, by fee item and stage. */
const backByCell = async ({ tx }: Pick<OrderWork, 'tx'>, { tenantId, orderId }: StoredOrder): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await sql<{ cell: string; back: bigint }>`select coalesce(p.fee_type || ':' || p.stage, '') as cell, sum(p.amount)::int8 as back
    from ledger.journal j join ledger.posting p using (journal_id) where j.tenant_id = ${tenantId} and j.order_id = ${orderId} and j.kind = 'points_back' group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ cell, back }) => [cell, back]));
};
