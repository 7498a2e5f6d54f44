import { sql } from 'kysely';
import { deviceRefusals } from '#engines/order/verdict.ts';
import type { Said } from '#engines/order/sentence.ts';
import type { OrderEffect } from '#engines/order/verdict.ts';
import { strategyValE2 } from '#engines/order/rules/strategy.ts';
import type { OrderView } from '#engines/order/view.ts';
import { isUnnamed } from '#engines/pile/ghost.ts';
import { idTagOf } from '#engines/protocol/ocpp16/id-tag.ts';
import { commandTopic, enqueueCommand, keepEvent } from '#domains/device/server.ts';
import type { CommandDraft } from '#domains/device/server.ts';
import { accounts, balancesOf, enlargeHold, openAccounts, placeHold, releaseHold } from '#domains/money/server.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { bookOccupancy, fixOccupancy } from '../../reservation-order/occupancy.server.ts';
import { keptDetail } from './event-detail.rules.ts';
import type { StoredOrder } from './stored-order.server.ts';

/** Wakes the worker that settles. */
export const settleTopic = 'order.settle';

export interface Performing {
  readonly tx: Tx;
  readonly row: StoredOrder;
  readonly view: OrderView;
  readonly nowMs: number;
  /** Who caused it: a username, or the part of the system. */
  readonly actor: string;
  /** Topics to wake when the transaction has committed. */
  readonly wake: Set<string>;
}

/** Performs what a verdict asks for, in order, in the verdict's own transaction. Each effect may come twice without harm. */
export const perform = async (effects: readonly OrderEffect[], on: Performing): Promise<void> => {
  for (const effect of effects) await performOne(effect, on);
};

const performOne = async (effect: OrderEffect, on: Performing): Promise<void> => {
  switch (effect.do) {
    case 'sendStart':
      return sendStart(on, effect);
    case 'sendStop':
      return sendStop(on, effect.cause);
    case 'queryStatus':
      return command(on, { cmd: 'queryStatus', gunNumber: on.row.gunNumber }, 'order');
    case 'recall':
      return command(on, { cmd: 'recallOrder', chargingOrderNo: on.row.orderNo }, 'end record missing');
    case 'hold':
      return hold(on, effect.toCents);
    case 'releaseHold':
      await bookOccupancy(on.tx, on.row, on.actor);
      return void (await releaseHold(on.tx, { tenantId: BigInt(on.row.tenantId), orderId: BigInt(on.row.orderId) }));
    case 'settle':
    case 'adjust':
      return void on.wake.add(settleTopic);
    case 'exception':
      return note(on, effect.code, effect.detail);
    case 'count':
      return note(on, effect.counter, '');
    case 'fixOccupancy':
      return fixOccupancy(on.tx, on.row, { untilMs: effect.untilMs, view: on.view });
    case 'bookSettlement':
    case 'refund':
    case 'startOccupancy':
      // Money of its own: the settlement books beside its verdict, and a reservation's row says since when its fee runs.
      return undefined;
  }
};

const command = async (on: Performing, draft: CommandDraft, because: string): Promise<void> => {
  await enqueueCommand(on.tx, { cpCode: on.row.cpCode, command: draft, requestedBy: on.actor, because });
  on.wake.add(commandTopic);
};

/** Under the id that the order was opened with, so that the pile's answer finds it. */
const sendStart = async (on: Performing, { commandId, deadlineMs }: { readonly commandId: string; readonly deadlineMs: number }): Promise<void> => {
  const request = { cpCode: on.row.cpCode, command: await startCommand(on, deadlineMs), requestedBy: on.actor, because: 'start' };
  await enqueueCommand(on.tx, { ...request, commandId });
  on.wake.add(commandTopic);
};

const startCommand = async ({ tx, row, view }: Performing, deadlineMs: number): Promise<CommandDraft> => {
  const snapshot = row.tariffSnapshotId === null ? undefined : await readSnapshot(tx, row.tariffSnapshotId);
  return {
    cmd: 'start',
    gunNumber: row.gunNumber,
    chargingOrderNo: row.orderNo,
    idTag: row.idTag ?? idTagOf(row.orderNo),
    strategyType: view.terms.strategy.type,
    strategyValE2: strategyValE2(view.terms.strategy),
    balanceCents: Number(await orderBalanceCents(tx, row)),
    rateRuleNo: snapshot?.rateRuleNo ?? '',
    deadlineMs,
  };
};

/** One stop on its way is enough; the order's own timer asks for the next. */
const sendStop = async (on: Performing, cause: string): Promise<void> => {
  const { rows } = await sql<{
    waiting: boolean;
  }>`select exists (select from device_command where charging_order_no = ${on.row.orderNo} and cmd = 'stop' and stat = 0) as waiting`.execute(on.tx);
  if (rows[0]?.waiting) return void on.wake.add(commandTopic);
  const transaction = on.row.transactionId === null ? {} : { transactionId: on.row.transactionId };
  const byGun = isUnnamed(on.row.orderNo) ? { byGun: true } : {};
  return command(on, { cmd: 'stop', gunNumber: on.row.gunNumber, chargingOrderNo: on.row.orderNo, ...transaction, ...byGun }, cause);
};

const hold = async ({ tx, row }: Performing, toCents: bigint): Promise<void> => {
  const wallet = await walletOf(tx, row);
  if (wallet === undefined) return;
  const { rows } = await sql<{ held: boolean; owed: bigint }>`select exists (select from ledger.hold where order_id = ${row.orderId}) as held,
    occupancy_owed(${row.orderId}) as owed`.execute(tx);
  // What a reservation has cost is paid out of the same hold.
  const request = { tenantId: BigInt(row.tenantId), orderId: BigInt(row.orderId), amountCents: toCents + (rows[0]?.owed ?? 0n) };
  if (rows[0]?.held) await enlargeHold(tx, request);
  else await placeHold(tx, { ...request, accountId: wallet });
};

/** The account that pays for an order; undefined while nobody is known to. */
export const walletOf = async (tx: Tx, row: Pick<StoredOrder, 'tenantId' | 'currency' | 'walletOwner'>): Promise<bigint | undefined> => {
  if (row.walletOwner === null) return undefined;
  const [wallet] = await openAccounts(tx, { tenantId: BigInt(row.tenantId), currency: row.currency }, [accounts.wallet(row.walletOwner)]);
  return wallet;
};

/** What the party can still spend; 0 while nobody is known to pay. */
export const availableCents = async (tx: Tx, row: Pick<StoredOrder, 'tenantId' | 'currency' | 'walletOwner'>): Promise<bigint> => {
  const wallet = await walletOf(tx, row);
  if (wallet === undefined) return 0n;
  const [balance] = await balancesOf(tx, [wallet]);
  return balance?.availableCents ?? 0n;
};

/** What an order may draw on: what its party can still spend, and what is set aside for this very order. Piles are told this. */
export const orderBalanceCents = async (
  tx: Tx,
  row: Pick<StoredOrder, 'orderId' | 'tenantId' | 'cpCode' | 'currency' | 'walletOwner'>,
): Promise<bigint> => {
  const { heldCents, drawMaxCents } = await heldFor(tx, row);
  return atMost((await availableCents(tx, row)) + heldCents, drawMaxCents);
};

/** What is set aside for an order, and the most it may draw on where its pile speaks in the clear. */
export const heldFor = async (
  tx: Tx,
  { orderId, cpCode }: Pick<StoredOrder, 'orderId' | 'cpCode'>,
): Promise<{ readonly heldCents: bigint; readonly drawMaxCents: bigint | null }> => {
  const { rows } = await sql<{ heldCents: bigint; drawMaxCents: bigint | null }>`select plain_hold_max(${cpCode}) as draw_max_cents,
    coalesce((select amount - occupancy_owed(order_id) from ledger.hold where order_id = ${orderId} and state = 'open'), 0) as held_cents`.execute(
    tx,
  );
  return rows[0] ?? { heldCents: 0n, drawMaxCents: null };
};

export const atMost = (cents: bigint, maxCents: bigint | null): bigint => (maxCents !== null && cents > maxCents ? maxCents : cents);

/** A message that is refused comes again and again, so its refusal is told once an order. */
const repeated: ReadonlySet<string> = new Set(deviceRefusals);

const note = (on: Performing, kind: string, detail: Said): Promise<void> =>
  keepEvent(on.tx, on.row, {
    kind,
    gunNumber: on.row.gunNumber,
    chargingOrderNo: on.row.orderNo,
    detail: typeof detail === 'string' ? detail : keptDetail(detail),
    atMs: on.nowMs,
    once: repeated.has(kind),
  });
