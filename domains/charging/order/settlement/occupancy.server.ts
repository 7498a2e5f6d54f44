import { sql } from 'kysely';
import { factsOf } from '#engines/order/merge.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import { keptOccupancy } from '#engines/reservation/window.ts';
import type { OrderView } from '#engines/order/view.ts';
import { intervalsOf } from '#domains/network/server.ts';
import { accounts, capture, successorWallet, openAccounts, moveToPool } from '#domains/money/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';
import { cancelPayment } from '../../prepaid-order/wake-payment.server.ts';
import { payerAccount } from '../lifecycle/order-balance.server.ts';
import { tellEnd } from '../start/station-reservation.server.ts';
import { liveReservationStates, reservationState } from '../reservation.codes.ts';

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
export const fixOccupancy = async (tx: Tx, row: StoredOrder, { untilMs, view, facts, actor }: OccupancyEnd): Promise<void> => {
  const { rows } = await sql<{
    croId: bigint;
    details: readonly StoredInterval[];
    startTime: Date;
    expireTime: Date;
    keptTime: Date | null;
    toldCommandId: string | null;
    createTime: Date;
    prePayOrderId: bigint | null;
  }>`
    select cro_id, details, start_time, expire_time, kept_time, told_command_id, create_time, pre_pay_order_id from reservation_order
    where charging_order_id = ${row.orderId} and state in (${literals(liveReservationStates)}) for update`.execute(tx);
  const [reservation] = rows;
  if (!reservation) return;
  const [fromMs, expireMs] = [reservation.startTime.getTime(), reservation.expireTime.getTime()];
  const keptSinceMs = reservation.keptTime?.getTime() ?? null;
  // A pile that charged offline reports the end by its own clock.
  const endMs = Math.min(Math.max(untilMs, keptSinceMs ?? reservation.createTime.getTime()), expireMs);
  const { minutes, feeCents } = keptOccupancy(storedIntervals(reservation.details), { fromMs, untilMs: expireMs, keptSinceMs }, endMs);
  const ended = endOf(view, facts);
  await sql`update reservation_order set state = ${ended}, end_time = ${new Date(endMs)}, occupy_minutes = ${minutes}, occupy_amount = ${feeCents},
    update_time = now(), version = version + 1 where cro_id = ${reservation.croId}`.execute(tx);
  if (ended !== state.arrived && reservation.prePayOrderId !== null) await cancelPayment(tx, String(reservation.prePayOrderId), new Date(untilMs));
  if (ended !== state.arrived && reservation.toldCommandId !== null)
    await tellEnd(tx, row, { commandId: reservation.toldCommandId, untilMs: Math.max(expireMs, endMs) + TELL_AFTER_MS, actor });
};

/** The pile is told of the end for so long after the window; it ends the reservation there by itself as well. */
const TELL_AFTER_MS = 60 * 60_000;

interface OccupancyEnd {
  readonly untilMs: number;
  readonly view: OrderView;
  readonly facts: OrderFacts;
  readonly actor: string;
}

const endOf = ({ requestedStart, end }: OrderView, facts: OrderFacts): number => {
  if (requestedStart !== null || end?.by === 'device') return state.arrived;
  const cause = factsOf(facts, 'cancelled')[0]?.cause;
  if (cause === 'unpaidTimeout') return state.lapsed;
  return cause === 'reservationExpired' ? state.expired : state.cancelled;
};

/** The gun is kept from now on: the fee runs. */
export const writeKept = async (tx: Tx, orderId: string, keptSinceMs: number): Promise<void> => {
  await sql`update reservation_order set kept_time = ${new Date(keptSinceMs)}, update_time = now(), version = version + 1
    where charging_order_id = ${orderId} and kept_time is null`.execute(tx);
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
    payerAccount(owner),
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
