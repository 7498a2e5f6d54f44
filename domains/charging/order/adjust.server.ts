import { sql } from 'kysely';
import { admit } from '#engines/order/admit.ts';
import type { FeeAmounts, Settled } from '#engines/order/facts.ts';
import { project } from '#engines/order/view.ts';
import { accounts, openAccounts, passToPool, post, recordConsume } from '#domains/money/server.ts';
import type { Booking, Line } from '#domains/money/server.ts';
import { keepEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { billedOf, computeBill } from './billing.server.ts';
import { saveFacts } from './save-order.server.ts';
import { frozenPayer, writeAmounts } from './settle.server.ts';
import type { Settling } from './settle.server.ts';
import { situationOf } from './situation.server.ts';
import type { LoadedOrder, StoredOrder } from './stored-order.server.ts';

export interface Adjusting extends Settling {
  /** The operator who decides; null for the worker, which may only give back. */
  readonly by: string | null;
  readonly reason: string | null;
}

const feeCents = (amounts: FeeAmounts): readonly bigint[] => [amounts.elecCents, amounts.srvCents, amounts.other1Cents, amounts.other2Cents];

/**
 * A device record that came after the settlement: the order is computed again on it and the difference booked, to the customer's
 * benefit at once, against him only by an operator. Answers what happened.
 */
export const adjustOrder = async (tx: Tx, order: LoadedOrder, told: Adjusting): Promise<'adjusted' | 'waits' | 'nothing'> => {
  const before = project(order.facts);
  const basis = before.adjustDueBasis;
  const settled = before.settled;
  if (basis === null || settled === null) return 'nothing';
  const computed = await computeBill(tx, order.row, before);
  if (!computed || order.row.walletOwner === null) return waits(tx, order.row, { basis, detail: 'it cannot be computed', nowMs: told.nowMs });
  const { amounts } = billedOf(computed);
  const differenceCents = amounts.totalCents - settled.totalCents;
  const situation = await situationOf(tx, order.row, { nowMs: told.nowMs });
  const verdict = admit(order.facts, { kind: 'adjusted', basis, differenceCents, by: told.by, reason: told.reason }, situation);
  if (!verdict.ok) return waits(tx, order.row, { basis, detail: `${differenceCents} more would be due`, nowMs: told.nowMs });
  const { view } = await saveFacts(tx, order, { facts: verdict.facts, pile: situation.pile });
  const shortfallCents = await book(tx, order.row, {
    walletOwner: order.row.walletOwner,
    settled,
    amounts,
    basis,
    actor: told.actor,
    at: new Date(told.nowMs),
  });
  await writeAmounts(tx, order.row, { amounts, computed, method: settled.method, shortfallCents, nowMs: told.nowMs, view });
  return 'adjusted';
};

interface Difference {
  readonly walletOwner: string;
  readonly settled: Settled;
  readonly amounts: FeeAmounts;
  readonly basis: string;
  readonly actor: string;
  readonly at: Date;
}

/** Fee by fee: what was too much goes back to the wallet, what was too little comes from it or is owed. */
const book = async (tx: Tx, row: StoredOrder, { walletOwner, settled, amounts, basis, actor, at }: Difference): Promise<bigint> => {
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency, actor };
  const [payer = 0n, receivable = 0n, fees = 0n] = await openAccounts(tx, books, [
    accounts.wallet(walletOwner),
    accounts.receivable(walletOwner),
    accounts.fees(BigInt(row.stationId)),
  ]);
  const old = feeCents(settled);
  const lines: readonly Line[] = feeCents(amounts).flatMap((cents, index) => {
    const difference = cents - (old[index] ?? 0n);
    if (difference === 0n) return [];
    const fee = { feeType: index + 1, stage: 0 };
    return [
      difference > 0n
        ? { debit: payer, credit: fees, amountCents: difference, ...fee }
        : { debit: fees, credit: payer, amountCents: -difference, ...fee },
    ];
  });
  if (lines.length === 0) return 0n;
  const booking = await post(tx, books, {
    kind: 'adjust',
    source: { type: 'order', id: `${row.orderNo}:${basis.slice(0, 16)}` },
    lines,
    orderId: BigInt(row.orderId),
    payer,
    receivable,
  });
  await record(tx, row, { booking, wallet: payer, differenceCents: amounts.totalCents - settled.totalCents, at, actor });
  await passToPool(tx, books, walletOwner);
  return booking.shortfallCents;
};

interface Recorded {
  readonly booking: Booking;
  readonly wallet: bigint;
  /** Above zero the customer pays more. */
  readonly differenceCents: bigint;
  readonly at: Date;
  readonly actor: string;
}

/** The customer's own record shows the correction as a line of its own; no energy, since the order's first line has it. */
const record = async (tx: Tx, row: StoredOrder, { booking, wallet, differenceCents, at, actor }: Recorded): Promise<void> => {
  const party = await frozenPayer(tx, row.orderId);
  if (!party || differenceCents === 0n) return;
  const cents = differenceCents < 0n ? -differenceCents : differenceCents;
  await recordConsume(tx, {
    order: { ...row, chargingOrderId: row.orderId, chargingOrderNo: row.orderNo },
    party,
    booking,
    wallet,
    orderCents: cents,
    billingCents: cents,
    energy: { total: 0n, tip: 0n, peak: 0n, flat: 0n, valley: 0n },
    isRefund: differenceCents < 0n,
    at,
    actor,
  });
};

/** Puts the order before an operator, once a record. */
const waits = async (
  tx: Tx,
  row: StoredOrder,
  about: { readonly basis: string; readonly detail: string; readonly nowMs: number },
): Promise<'waits'> => {
  const { numAffectedRows } =
    await sql`update charging_order set adjust_told = ${about.basis} where charging_order_id = ${row.orderId} and adjust_told is distinct from ${about.basis}`.execute(
      tx,
    );
  if (numAffectedRows === 1n)
    await keepEvent(tx, row, {
      kind: 'adjustmentDue',
      gunNumber: row.gunNumber,
      chargingOrderNo: row.orderNo,
      detail: about.detail,
      atMs: about.nowMs,
    });
  return 'waits';
};
