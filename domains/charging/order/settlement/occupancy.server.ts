import { sql } from 'kysely';
import { occupancy } from '#engines/reservation/occupancy.ts';
import type { OrderView } from '#engines/order/view.ts';
import { intervalsOf } from '#domains/network/server.ts';
import { accounts, capture, successorWallet, openAccounts, moveToPool } from '#domains/money/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';
import { tellCancellation } from '../start/station-reservation.server.ts';
import { reservationState } from '../reservation.codes.ts';

const state = valuesOf(reservationState);

/** An interval of a reservation's terms as the database stores it, with amounts as texts of minor units. */
export interface StoredInterval {
  readonly startMinute: number;
  readonly reservationDuration: number;
  readonly occupyFeeUnit: string;
}
export const storedIntervals = (details: readonly StoredInterval[]) =>
  intervalsOf(details.map((detail) => ({ ...detail, occupyFeeUnit: BigInt(detail.occupyFeeUnit) })));

/**
 * Ends the time of the occupancy fee: the party has come, has cancelled, or the time has run out. It happens once, and does nothing for an order that
 * was never reserved.
 */
export const fixOccupancy = async (
  tx: Tx,
  row: StoredOrder,
  { untilMs, view, actor }: { readonly untilMs: number; readonly view: OrderView; readonly actor: string },
): Promise<void> => {
  const { rows } = await sql<{ croId: bigint; details: readonly StoredInterval[]; startTime: Date; expireTime: Date }>`
    select cro_id, details, start_time, expire_time from reservation_order where charging_order_id = ${row.orderId} and state = ${state.reserved} for update`.execute(
    tx,
  );
  const [reservation] = rows;
  if (!reservation) return;
  const [startMs, expireMs] = [reservation.startTime.getTime(), reservation.expireTime.getTime()];
  // A pile that charged offline reports the end by its own clock.
  const endMs = Math.min(Math.max(untilMs, startMs), expireMs);
  const { minutes, feeCents } = occupancy(storedIntervals(reservation.details), endMs - startMs);
  const hasArrived = view.requestedStart !== null || view.end?.by === 'device';
  const ended = hasArrived ? state.arrived : endMs === expireMs ? state.expired : state.cancelled;
  await sql`update reservation_order set state = ${ended}, end_time = ${new Date(endMs)}, occupy_minutes = ${minutes}, occupy_amount = ${feeCents},
    update_time = now(), version = version + 1 where cro_id = ${reservation.croId}`.execute(tx);
  if (ended === state.cancelled) await tellCancellation(tx, row, { untilMs: expireMs, actor });
};

/**
 * Books the fee of an ended reservation, once: from the hold of the order, whose rest is then free; what the wallet lacks is owed. It has to be done
 * before the hold is released or the order settled.
 */
export const bookOccupancy = async (tx: Tx, row: StoredOrder, actor: string): Promise<void> => {
  if (row.walletOwner === null) return;
  const { rows } = await sql<{ croId: bigint; no: string; amount: bigint }>`select cro_id, reservation_order_no as no, occupy_amount as amount
    from reservation_order where charging_order_id = ${row.orderId} and occupy_amount > 0 and journal_id is null for update`.execute(tx);
  const [fee] = rows;
  if (!fee) return;
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency, actor };
  const owner = await successorWallet(tx, { tenantId: row.tenantId, walletOwner: row.walletOwner });
  const [payer = 0n, receivable = 0n, revenue = 0n] = await openAccounts(tx, books, [
    accounts.wallet(owner),
    accounts.receivable(owner),
    accounts.occupancy(BigInt(row.stationId)),
  ]);
  const booking = await capture(tx, books, {
    kind: 'reserve_fee',
    source: { type: 'reservation', id: fee.no },
    orderId: BigInt(row.orderId),
    payer,
    receivable,
    lines: [{ debit: payer, credit: revenue, amountCents: fee.amount }],
  });
  await sql`update reservation_order set journal_id = ${booking.journalId}, shortfall_amount = ${booking.shortfallCents}, update_time = now(), version = version + 1
    where cro_id = ${fee.croId}`.execute(tx);
  if (booking.shortfallCents > 0n) await moveToPool(tx, books, owner);
};
