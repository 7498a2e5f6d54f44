import { admit } from '#engines/order/admit.ts';
import type { OrderFact, Progress } from '#engines/order/facts.ts';
import { flows } from '#engines/order/admit/sample.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { factOf } from '#engines/order/merge.ts';
import { liveAtMs } from '#engines/order/rules/clock.ts';
import { soFar } from '#engines/order/view/end.ts';
import type { ChargingSample, GenericAnswer } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { orderState } from '#engines/order/codes.ts';
import { genericResult } from '#engines/protocol/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { gunTopic, orderTopic, stationTopic } from '../../live/topics.ts';
import type { LiveSample } from '../../live/topics.ts';
import { decide } from '../lifecycle/decide.server.ts';
import type { Accrual } from '../settlement/accrual.rules.ts';
import { createLiveOrders, readingDwh, withFacts } from './running-order-cache.server.ts';
import type { LiveOrder, LiveOrders } from './running-order-cache.server.ts';
import { orderWork } from '../lifecycle/order-work.server.ts';
import { seeChargingWithoutOrder } from '../start/charging-without-order.server.ts';
import { createSampleBatch } from './sample-batch.server.ts';
import type { SampleBatch } from './sample-batch.server.ts';
import { pileSituation } from '../lifecycle/load-situation.server.ts';

export interface Samples {
  handle(pile: PileRef, sample: ChargingSample): Promise<GenericAnswer>;
  /** The order is read again for its next sample. */
  forget(orderNo: string): void;
  drain(): Promise<void>;
}

interface JudgedSample {
  readonly pile: PileRef;
  /** As the pile said it, which is what an order judges. */
  readonly said: ChargingSample;
  /** The same at the instant at which it was, which is what is kept, priced and shown. */
  readonly sample: ChargingSample;
  readonly accrual: Accrual | undefined;
  readonly amountCents: bigint | null;
}

/** A sample of an order nobody knows is in the communication log; there is nothing to add it to but what is known of its gun. */
const KEPT_NOWHERE: GenericAnswer = { result: genericResult.success };

/**
 * The hot path. A sample that only moves numbers is judged from memory and kept with many others; one that stops the order,
 * enlarges a hold or is refused takes the order's own transaction, which judges it again from the database.
 */
export const createSamples = (deps: Deps): Samples => {
  const orders = createLiveOrders(deps.database);
  const batch = createSampleBatch(deps.database);
  const { keepPlain, keepSlowly } = createKeepers(deps, orders, batch);

  return {
    handle: async (pile, sample) => {
      const nowMs = deps.clock().getTime();
      const known = await orders.find(pile.cpCode, sample, nowMs);
      const plain = known && judge(orders, known, { pile, sample, nowMs });
      if (plain?.progress) return keepPlain(plain.order, plain.told, plain.progress);
      const order = await orders.findFresh(pile.cpCode, sample, nowMs);
      if (order?.row.cpCode !== pile.cpCode) await hearUnmatched(deps, { pile, sample, nowMs });
      if (!order) return KEPT_NOWHERE;
      const { told, progress } = judge(orders, order, { pile, sample, nowMs });
      return progress ? keepPlain(order, told, progress) : keepSlowly(order, told);
    },
    forget: (orderNo) => orders.forget(orderNo),
    drain: () => batch.drain(),
  };
};

interface SampleMessage {
  readonly pile: PileRef;
  readonly sample: ChargingSample;
  readonly nowMs: number;
}

/** Current under a number that is no order of this pile: the gun charges without an order. A sample without a gun says nothing of one. */
const hearUnmatched = async (deps: Deps, { pile, sample }: SampleMessage): Promise<void> => {
  const { gunNumber, chargingOrderNo, transactionId, energyDwh } = sample;
  if (gunNumber === 0 || !flows(sample)) return;
  await inSystem(deps.database, async (tx) => {
    const { epochIsCurrent } = await pileSituation(tx, pile.cpCode, pile);
    if (!epochIsCurrent) return;
    const seen = { orderNo: chargingOrderNo ?? null, transactionId: transactionId ?? null, energyDwh: energyDwh ?? null };
    await seeChargingWithoutOrder(orderWork(deps, tx, pile.cpCode), { cpCode: pile.cpCode, gunNumber }, seen);
  });
};

/** What a sample means to an order as remembered: `progress` when it moves numbers and nothing else. */
const judge = (orders: LiveOrders, order: LiveOrder, { pile, sample, nowMs }: SampleMessage) => {
  const said = { ...sample, gunNumber: sample.gunNumber === 0 ? order.row.gunNumber : sample.gunNumber };
  const situation = {
    nowMs,
    lastStopMeterDwh: null,
    gunTaken: false,
    pile: {
      cpCode: pile.cpCode,
      authenticated: true,
      epochIsCurrent: true,
      liveEpoch: pile.epoch,
      offlineSinceMs: null,
      marksStored: pile.protocol === 'native',
    },
  };
  const right = { ...said, atMs: liveAtMs(order.facts, said.atMs, situation) };
  const { money, accrual } = orders.money(order, right);
  const verdict = admit(order.facts, said, { ...situation, money });
  const told: JudgedSample = { pile, said, sample: right, accrual, amountCents: money?.accruedCents ?? null };
  // The first sample may be the evidence of the start, which changes the order's state.
  const isRunning = order.row.state === orderState.charging && order.facts.later.has('progress');
  return { order, told, progress: isRunning ? plainProgress(verdict) : undefined };
};

/** The two ways a sample is kept: with many others, or by a decision of its own. */
const createKeepers = (deps: Deps, orders: LiveOrders, batch: SampleBatch) => {
  const keepPlain = async (order: LiveOrder, told: JudgedSample, progress: Progress): Promise<GenericAnswer> => {
    const { row } = order;
    order.accrual = told.accrual;
    await batch.add({
      orderId: row.orderId,
      tenantId: row.tenantId,
      cpCode: row.cpCode,
      gunNumber: row.gunNumber,
      sample: told.sample,
      progress,
      energyDwh: readingDwh(order, told.sample),
      amountCents: told.amountCents,
    });
    withFacts(order, [progress]);
    const { energyDwh } = soFar(order.facts);
    const live = liveOf(told.sample, { energyDwh, amountCents: told.amountCents });
    deps.live.publish(`${gunTopic.name}:${row.cpCode}:${row.gunNumber}`, live);
    deps.live.publish(`${orderTopic.name}:${row.orderNo}`, live);
    deps.live.publish(`${stationTopic.name}:${row.stationId}`, { cpCode: row.cpCode, gunNumber: row.gunNumber, ...live });
    return { result: genericResult.success };
  };

  const keepSlowly = async (order: LiveOrder, told: JudgedSample): Promise<GenericAnswer> => {
    const { pile, said, sample } = told;
    const attempt = async (poor: boolean): Promise<Verdict | undefined> => {
      const { money } = orders.money(order, sample);
      const known = money && poor ? { ...money, availableCents: 0n } : money;
      const decided = await inSystem(deps.database, (tx) =>
        decide(orderWork(deps, tx, pile.cpCode), { orderNo: order.row.orderNo }, { event: said, speaker: pile, money: known }),
      );
      return decided?.verdict;
    };
    const verdict = await attempt(false).catch((error: unknown) => {
      // Somebody else took the money since the order was read: judge again without it.
      if (error instanceof Refusal && error.facts.code === 'ledger.insufficient') return attempt(true);
      throw error;
    });
    orders.forget(order.row.orderNo);
    if (!verdict?.ok) return { result: verdict?.answer ?? 0 };
    // A reading older than the newest adds no progress, and is a point of the curve all the same.
    const progress = verdict.facts.find((fact) => fact.kind === 'progress') ?? factOf(order.facts, 'progress');
    if (progress) await keepPlain(order, told, progress);
    return { result: verdict.answer };
  };
  return { keepPlain, keepSlowly };
};

/** The progress of a verdict that says nothing else. */
const plainProgress = (verdict: Verdict): Progress | undefined => {
  if (!verdict.ok || verdict.effects.length > 0) return undefined;
  const [fact, ...others]: readonly OrderFact[] = verdict.facts;
  return fact?.kind === 'progress' && others.length === 0 ? fact : undefined;
};

const liveOf = (sample: ChargingSample, known: { readonly energyDwh: number | null; readonly amountCents: bigint | null }): LiveSample => ({
  atMs: sample.atMs,
  voltageDv: sample.voltageDv ?? null,
  currentDa: sample.currentDa ?? null,
  powerW: sample.powerW ?? null,
  soc: sample.soc ?? null,
  bmsVoltageDv: sample.bmsVoltageDv ?? null,
  bmsCurrentDa: sample.bmsCurrentDa ?? null,
  energyDwh: known.energyDwh,
  amountCents: known.amountCents === null ? null : Number(known.amountCents),
  remainingMin: sample.remainingMin ?? null,
});
