import { sql } from 'kysely';
import { deviceRefusals } from '#engines/order/verdict.ts';
import type { SentenceOrText } from '#engines/order/sentence.ts';
import type { OrderEffect } from '#engines/order/verdict.ts';
import { strategyValE2 } from '#engines/order/rules/strategy.ts';
import { strategyType } from '#engines/order/codes.ts';
import type { OrderView } from '#engines/order/view.ts';
import { amountBeforeOffers } from '#engines/tariff/before-offers.ts';
import { isUnidentified } from '#engines/pile/ghost.ts';
import { idTagOf } from '#engines/protocol/ocpp16/id-tag.ts';
import { commandTopic, enqueueCommand, storeDeviceEvent } from '#domains/device/server.ts';
import type { CommandDraft } from '#domains/device/server.ts';
import { enlargeHold, placeHold, releaseHold } from '#domains/money/server.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import { commandStat } from '#domains/device/resources.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import { termsInForce } from '../settlement/order-offers.server.ts';
import { bookOccupancy, fixOccupancy, writeKept } from '../settlement/occupancy.server.ts';
import { tellReservation } from '../start/station-reservation.server.ts';
import { encodeDetail } from './event-detail.rules.ts';
import { wakePrepaidOf } from '../../prepaid-order/wake-payment.server.ts';
import { isPrepaid, orderBalanceCents, walletOf } from './order-balance.server.ts';
import type { OrderWork } from './order-work.server.ts';
import type { StoredOrder } from './stored-order.server.ts';

/** Wakes the worker that settles. */
export const settleTopic = 'order.settle';

interface EffectContext {
  readonly work: OrderWork;
  readonly row: StoredOrder;
  readonly view: OrderView;
  readonly facts: OrderFacts;
}

/** Performs the effects of a verdict in their order, in the verdict's own transaction. Each effect may be repeated without harm. */
export const performEffects = async (effects: readonly OrderEffect[], context: EffectContext): Promise<void> => {
  for (const effect of effects) await performOne(effect, context);
};

const performOne = async (effect: OrderEffect, context: EffectContext): Promise<void> => {
  const { tx, actor } = context.work;
  switch (effect.do) {
    case 'sendStart':
      return sendStart(context, effect);
    case 'sendStop':
      return sendStop(context, effect.cause);
    case 'queryStatus':
      return command(context, { cmd: 'queryStatus', gunNumber: context.row.gunNumber }, 'order');
    case 'recall':
      return command(context, { cmd: 'recallOrder', chargingOrderNo: context.row.orderNo }, 'end record missing');
    case 'hold':
      return hold(context, effect.toCents);
    case 'releaseHold':
      await bookOccupancy(tx, context.row, actor);
      return void (await releaseHold(tx, { tenantId: BigInt(context.row.tenantId), orderId: BigInt(context.row.orderId) }));
    case 'settle':
    case 'adjust':
      return tx.wake(settleTopic);
    case 'exception':
      return storeEvent(context, effect.code, effect.detail);
    case 'count':
      return storeEvent(context, effect.counter, '');
    case 'fixOccupancy':
      return fixOccupancy(tx, context.row, { untilMs: effect.untilMs, view: context.view, facts: context.facts, actor });
    case 'bookSettlement':
      // The settlement is booked with its decision; what is left of a prepayment goes back afterwards.
      return isPrepaid(context.row.walletOwner) ? wakePrepaidOf(tx, context.row.orderId, context.work.nowMs) : undefined;
    case 'startOccupancy':
      await writeKept(tx, context.row.orderId, effect.fromMs);
      return tellReservation(context.work, context.row, { again: false });
    case 'repeatReservation':
      return tellReservation(context.work, context.row, { again: effect.again });
    case 'refund':
      // A refund is stored with its decision.
      return undefined;
  }
};

const command = async ({ work, row }: EffectContext, draft: CommandDraft, because: string): Promise<void> => {
  await enqueueCommand(work.tx, { cpCode: row.cpCode, command: draft, requestedBy: work.actor, because });
};

/** The command has the id that the order was created with, so that the pile's answer finds it. */
const sendStart = async (
  context: EffectContext,
  { commandId, deadlineMs }: { readonly commandId: string; readonly deadlineMs: number },
): Promise<void> => {
  const request = { cpCode: context.row.cpCode, command: await startCommand(context, deadlineMs), requestedBy: context.work.actor, because: 'start' };
  await enqueueCommand(context.work.tx, { ...request, commandId });
};

const startCommand = async ({ work: { tx, nowMs }, row, view }: EffectContext, deadlineMs: number): Promise<CommandDraft> => {
  const snapshot = row.tariffSnapshotId === null ? undefined : await readSnapshot(tx, row.tariffSnapshotId);
  const { card, coupon } = await termsInForce(tx, row.orderId);
  // A pile counts at its prices and knows neither card nor coupon.
  const told = (cents: bigint): bigint => (snapshot ? amountBeforeOffers({ tariff: snapshot, startMs: nowMs, card, coupon }, cents) : cents);
  const { strategy } = view.terms;
  return {
    cmd: 'start',
    gunNumber: row.gunNumber,
    chargingOrderNo: row.orderNo,
    idTag: row.idTag ?? idTagOf(row.orderNo),
    strategyType: strategy.type,
    strategyValE2: strategyValE2(strategy.type === strategyType.byAmount ? { ...strategy, capCents: told(strategy.capCents) } : strategy),
    balanceCents: Number(told(await orderBalanceCents(tx, row))),
    rateRuleNo: snapshot?.rateRuleNo ?? '',
    deadlineMs,
  };
};

/** One waiting stop is enough; the order's own timer requests the next one. */
const sendStop = async (context: EffectContext, cause: string): Promise<void> => {
  const { work, row } = context;
  const { rows } = await sql<{
    waiting: boolean;
  }>`select exists (select from device_command where charging_order_no = ${row.orderNo} and cmd = 'stop' and stat = ${sql.lit(commandStat.items.notExecuted.value)}) as waiting`.execute(
    work.tx,
  );
  if (rows[0]?.waiting) return work.tx.wake(commandTopic);
  const transaction = row.transactionId === null ? {} : { transactionId: row.transactionId };
  const byGun = isUnidentified(row.orderNo) ? { byGun: true } : {};
  return command(context, { cmd: 'stop', gunNumber: row.gunNumber, chargingOrderNo: row.orderNo, ...transaction, ...byGun }, cause);
};

const hold = async ({ work: { tx }, row }: EffectContext, toCents: bigint): Promise<void> => {
  const wallet = await walletOf(tx, row);
  if (wallet === undefined) return;
  const { rows } = await sql<{ held: boolean; owed: bigint }>`select exists (select from ledger.hold where order_id = ${row.orderId}) as held,
    occupancy_owed(${row.orderId}) as owed`.execute(tx);
  // The fee of a reservation is paid out of the same hold.
  const request = { tenantId: BigInt(row.tenantId), orderId: BigInt(row.orderId), amountCents: toCents + (rows[0]?.owed ?? 0n) };
  if (rows[0]?.held) await enlargeHold(tx, request);
  else await placeHold(tx, { ...request, accountId: wallet });
};

/** A refused message is repeated by its pile, so its refusal is stored once for each order. */
const storedOnce: ReadonlySet<string> = new Set(deviceRefusals);

const storeEvent = ({ work, row }: EffectContext, kind: string, detail: SentenceOrText): Promise<void> =>
  storeDeviceEvent(work.tx, row, {
    kind,
    gunNumber: row.gunNumber,
    chargingOrderNo: row.orderNo,
    detail: typeof detail === 'string' ? detail : encodeDetail(detail),
    atMs: work.nowMs,
    once: storedOnce.has(kind),
  });
