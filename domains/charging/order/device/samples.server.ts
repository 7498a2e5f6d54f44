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
import { createRunningOrderCache, readingDwh, addFacts } from './running-order-cache.server.ts';
import type { RunningOrder, RunningOrderCache } from './running-order-cache.server.ts';
import { orderWork } from '../lifecycle/order-work.server.ts';
import { recordChargingWithoutOrder } from '../start/charging-without-order.server.ts';
import { createSampleBatch } from './sample-batch.server.ts';
import type { SampleBatch } from './sample-batch.server.ts';
import { pileSituation } from '../lifecycle/load-situation.server.ts';

export interface Samples {
  handle(pile: PileRef, sample: ChargingSample): Promise<GenericAnswer>;
  /** The order is read again for its next sample. */
  invalidate(orderNo: string): void;
  drain(): Promise<void>;
}

interface JudgedSample {
  readonly pile: PileRef;
  /** As the pile reported it; this is what the order judges. */
  readonly reported: ChargingSample;
  /** The same with its corrected instant; this is what is stored, priced and shown. */
  readonly sample: ChargingSample;
  readonly accrual: Accrual | undefined;
  readonly amountCents: bigint | null;
}

/** A sample of an unknown order is only in the communication log; all that it can change is what is known about its gun. */
const NOT_STORED: GenericAnswer = { result: genericResult.success };

/**
 * The hot path. A sample that changes only numbers is judged from the cache and stored together with many others. A sample that stops the order,
 * enlarges a hold or is refused gets a transaction of the order, which judges it again from the database.
 */
export const createSamples = (deps: Deps): Samples => {
  const orders = createRunningOrderCache(deps.database);
  const batch = createSampleBatch(deps.database);
  const { storeInBatch, decideAndStore } = createSampleStores(deps, orders, batch);

  return {
    handle: async (pile, sample) => {
      const nowMs = deps.clock().getTime();
      const cached = await orders.find(pile.cpCode, sample, nowMs);
      const fromCache = cached && judge(orders, cached, { pile, sample, nowMs });
      if (fromCache?.progress) return storeInBatch(fromCache.order, fromCache.judged, fromCache.progress);
      const order = await orders.findFresh(pile.cpCode, sample, nowMs);
      if (order?.row.cpCode !== pile.cpCode) await applyUnmatched(deps, { pile, sample, nowMs });
      if (!order) return NOT_STORED;
      const { judged, progress } = judge(orders, order, { pile, sample, nowMs });
      return progress ? storeInBatch(order, judged, progress) : decideAndStore(order, judged);
    },
    invalidate: (orderNo) => orders.invalidate(orderNo),
    drain: () => batch.drain(),
  };
};

interface SampleMessage {
  readonly pile: PileRef;
  readonly sample: ChargingSample;
  readonly nowMs: number;
}

/**
 * Current under a number that is no order of this pile: the gun charges without an order. A sample without a gun number proves nothing about any gun.
 */
const applyUnmatched = async (deps: Deps, { pile, sample }: SampleMessage): Promise<void> => {
  const { gunNumber, chargingOrderNo, transactionId, energyDwh } = sample;
  if (gunNumber === 0 || !flows(sample)) return;
  await inSystem(deps.database, async (tx) => {
    const { epochIsCurrent } = await pileSituation(tx, pile.cpCode, pile);
    if (!epochIsCurrent) return;
    const evidence = { orderNo: chargingOrderNo ?? null, transactionId: transactionId ?? null, energyDwh: energyDwh ?? null };
    await recordChargingWithoutOrder(orderWork(deps, tx, pile.cpCode), { cpCode: pile.cpCode, gunNumber }, evidence);
  });
};

/** What a sample means to a cached order; `progress` is set if it changes numbers and nothing else. */
const judge = (orders: RunningOrderCache, order: RunningOrder, { pile, sample, nowMs }: SampleMessage) => {
  const reported = { ...sample, gunNumber: sample.gunNumber === 0 ? order.row.gunNumber : sample.gunNumber };
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
  const corrected = { ...reported, atMs: liveAtMs(order.facts, reported.atMs, situation) };
  const { money, accrual } = orders.money(order, corrected);
  const verdict = admit(order.facts, reported, { ...situation, money });
  const judged: JudgedSample = {
    pile,
    reported,
    sample: corrected,
    accrual,
    amountCents: money && money.accruedCents - (money.points?.paidCents ?? 0n),
  };
  // The first sample may be the evidence of the start, which changes the order's state.
  const isRunning = order.row.state === orderState.charging && order.facts.progress !== undefined;
  return { order, judged, progress: isRunning ? onlyProgress(verdict) : undefined };
};

/** The two ways a sample is stored: together with many others, or by a decision of its own. */
const createSampleStores = (deps: Deps, orders: RunningOrderCache, batch: SampleBatch) => {
  const storeInBatch = async (order: RunningOrder, judged: JudgedSample, progress: Progress): Promise<GenericAnswer> => {
    const { row } = order;
    order.accrual = judged.accrual;
    await batch.add({
      orderId: row.orderId,
      tenantId: row.tenantId,
      cpCode: row.cpCode,
      gunNumber: row.gunNumber,
      sample: judged.sample,
      progress,
      energyDwh: readingDwh(order, judged.sample),
      amountCents: judged.amountCents,
    });
    addFacts(order, [progress]);
    const { energyDwh } = soFar(order.facts);
    const live = liveOf(judged.sample, { energyDwh, amountCents: judged.amountCents });
    deps.live.publish(`${gunTopic.name}:${row.cpCode}:${row.gunNumber}`, live);
    deps.live.publish(`${orderTopic.name}:${row.orderNo}`, live);
    deps.live.publish(`${stationTopic.name}:${row.stationId}`, { cpCode: row.cpCode, gunNumber: row.gunNumber, ...live });
    return { result: genericResult.success };
  };

  const decideAndStore = async (order: RunningOrder, judged: JudgedSample): Promise<GenericAnswer> => {
    const { pile, reported, sample } = judged;
    const decideWith = async (isOutOfMoney: boolean): Promise<Verdict | undefined> => {
      const { money } = orders.money(order, sample);
      const assumedMoney = money && isOutOfMoney ? { ...money, availableCents: 0n } : money;
      const decided = await inSystem(deps.database, (tx) =>
        decide(orderWork(deps, tx, pile.cpCode), { orderNo: order.row.orderNo }, { event: reported, session: pile, money: assumedMoney }),
      );
      return decided?.verdict;
    };
    const verdict = await decideWith(false).catch((error: unknown) => {
      // Another order took the money since this order was read, so it is judged again with nothing available.
      if (error instanceof Refusal && error.facts.code === 'ledger.insufficient') return decideWith(true);
      throw error;
    });
    orders.invalidate(order.row.orderNo);
    if (!verdict?.ok) return { result: verdict?.answer ?? 0 };
    // A sample older than the newest adds no progress, but is still a point of the curve.
    const progress = verdict.facts.find((fact) => fact.kind === 'progress') ?? factOf(order.facts, 'progress');
    if (progress) await storeInBatch(order, judged, progress);
    return { result: verdict.answer };
  };
  return { storeInBatch, decideAndStore };
};

/** The progress of a verdict that contains nothing else. */
const onlyProgress = (verdict: Verdict): Progress | undefined => {
  if (!verdict.ok || verdict.effects.length > 0) return undefined;
  const [fact, ...others]: readonly OrderFact[] = verdict.facts;
  return fact?.kind === 'progress' && others.length === 0 ? fact : undefined;
};

const liveOf = (sample: ChargingSample, totals: { readonly energyDwh: number | null; readonly amountCents: bigint | null }): LiveSample => ({
  atMs: sample.atMs,
  voltageDv: sample.voltageDv ?? null,
  currentDa: sample.currentDa ?? null,
  powerW: sample.powerW ?? null,
  soc: sample.soc ?? null,
  bmsVoltageDv: sample.bmsVoltageDv ?? null,
  bmsCurrentDa: sample.bmsCurrentDa ?? null,
  energyDwh: totals.energyDwh,
  amountCents: totals.amountCents === null ? null : Number(totals.amountCents),
  remainingMin: sample.remainingMin ?? null,
  positiveTempC: sample.gunDcPositiveTemp ?? null,
  negativeTempC: sample.gunDcNegativeTemp ?? null,
});
