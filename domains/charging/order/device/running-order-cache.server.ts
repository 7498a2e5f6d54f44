import { merge } from '#engines/order/merge.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import type { OrderFact } from '#engines/order/facts.ts';
import type { ChargingMoney } from '#engines/order/situation.ts';
import { orderStart } from '#engines/order/view/start.ts';
import type { ChargingSample } from '#engines/protocol/device.ts';
import { pointsOfOrder } from '#domains/marketing/server.ts';
import type { OrderPoints } from '#domains/marketing/server.ts';
import { balancesOf } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { accrue, accruedCents, beginAccrual, costAtMost } from '../settlement/accrual.rules.ts';
import type { Accrual, Pricing } from '../settlement/accrual.rules.ts';
import { accrualOf, pricingOf } from '../settlement/cost-so-far.server.ts';
import { pointMoneyOf } from '../settlement/order-points.server.ts';
import { atMost, heldFor, walletOf } from '../lifecycle/order-balance.server.ts';
import { readOrder } from '../lifecycle/stored-order.server.ts';
import type { OrderKey, StoredOrder } from '../lifecycle/stored-order.server.ts';

/**
 * How long a cached order may differ from the database, which other processes change too. Up to half of the time is random, so that orders that began
 * together are not read again together.
 */
const CACHE_MS = 60_000;
/** Decisions about money or about the end of an order use nothing older than this. */
const FRESH_MS = 1_000;
const CACHED_MAX = 20_000;
/** Money is held in advance for this time; piles report at least every minute. */
const LOOK_AHEAD_MS = 90_000;
/** The time in which energy still flows after a stop was requested. */
const STOP_LEAD_MS = 5_000;

/** A running order as the hot path caches it. */
export interface RunningOrder {
  readonly row: StoredOrder;
  facts: OrderFacts;
  accrual: Accrual | undefined;
  readonly pricing: Pricing | undefined;
  readonly points: OrderPoints | undefined;
  readonly heldCents: bigint;
  readonly availableCents: bigint;
}

interface CacheEntry {
  readonly order: Promise<RunningOrder | undefined>;
  readonly readMs: number;
  readonly keepMs: number;
}

export interface RunningOrderCache {
  /** The order that a sample belongs to; undefined if there is none. */
  find(cpCode: string, sample: ChargingSample, nowMs: number): Promise<RunningOrder | undefined>;
  /** The same, from the database or as it was read at most a second ago. */
  findFresh(cpCode: string, sample: ChargingSample, nowMs: number): Promise<RunningOrder | undefined>;
  /** What the order costs with this sample, and what it may cost until the next one. */
  money(order: RunningOrder, sample: ChargingSample): { readonly money: ChargingMoney | null; readonly accrual: Accrual | undefined };
  /** The order has changed: it is read again for its next sample. */
  invalidate(orderNo: string): void;
}

export const createRunningOrderCache = (database: Database): RunningOrderCache => {
  const entries = new Map<string, CacheEntry>();
  const namesByOrderNo = new Map<string, string>();

  const load = async (key: OrderKey, name: string, before: CacheEntry | undefined): Promise<RunningOrder | undefined> => {
    const previous = await before?.order.catch(() => undefined);
    const order = await inSystem(database, (tx) => loadRunningOrder(tx, key, previous?.accrual));
    if (order) namesByOrderNo.set(order.row.orderNo, name);
    return order;
  };
  const findUntil = (query: { readonly cpCode: string; readonly sample: ChargingSample; readonly nowMs: number }, keepMs: number) => {
    const { cpCode, sample, nowMs } = query;
    const key = keyOf(cpCode, sample);
    if (!key) return Promise.resolve(undefined);
    const name = JSON.stringify(key);
    const previous = entries.get(name);
    if (previous && nowMs - previous.readMs < Math.min(keepMs, previous.keepMs)) return previous.order;
    if (entries.size >= CACHED_MAX) for (const map of [entries, namesByOrderNo]) map.clear();
    const order = load(key, name, previous);
    entries.set(name, { order, readMs: nowMs, keepMs: CACHE_MS * (0.5 + Math.random() / 2) });
    order.catch(() => entries.delete(name));
    return order;
  };
  return {
    find: (cpCode, sample, nowMs) => findUntil({ cpCode, sample, nowMs }, CACHE_MS),
    findFresh: (cpCode, sample, nowMs) => findUntil({ cpCode, sample, nowMs }, FRESH_MS),
    money: (order, sample) => moneyOf(order, sample),
    invalidate: (orderNo) => {
      const name = namesByOrderNo.get(orderNo);
      if (name !== undefined) entries.delete(name);
    },
  };
};

const keyOf = (cpCode: string, sample: ChargingSample): OrderKey | undefined => {
  if (sample.chargingOrderNo) return { orderNo: sample.chargingOrderNo };
  return sample.transactionId !== undefined && sample.transactionId > 0 ? { cpCode, transactionId: sample.transactionId } : undefined;
};

const loadRunningOrder = async (tx: Tx, key: OrderKey, previous: Accrual | undefined): Promise<RunningOrder | undefined> => {
  const order = await readOrder(tx, key);
  if (!order) return undefined;
  const { row, facts } = order;
  const pricing = await pricingOf(tx, row);
  const wallet = await walletOf(tx, row);
  const [balance] = wallet === undefined ? [] : await balancesOf(tx, [wallet]);
  const available = balance?.availableCents ?? 0n;
  const { heldCents, drawMaxCents } = await heldFor(tx, row);
  return {
    row,
    facts,
    accrual: await accrualOf(tx, order, { pricing, previous }),
    points: await pointsOfOrder(tx, row.orderId),
    pricing,
    heldCents,
    availableCents: drawMaxCents === null ? available : atMost(available, drawMaxCents > heldCents ? drawMaxCents - heldCents : 0n),
  };
};

const moneyOf = (order: RunningOrder, sample: ChargingSample): ReturnType<RunningOrderCache['money']> => {
  const before = order.accrual ?? (order.pricing && beginAccrual(sample.atMs, order.pricing));
  if (!before) return { money: null, accrual: undefined };
  const energyDwh = readingDwh(order, sample);
  const accrual = energyDwh === null ? before : accrue(before, { atMs: sample.atMs, energyDwh });
  const accrued = accruedCents(accrual);
  if (accrued === null) return { money: null, accrual };
  const { ratedPowerW } = order.facts.created;
  const costOf = (powerW: number, forMs: number): bigint => costAtMost(accrual.prices, { powerW, forMs });
  return {
    accrual,
    money: {
      accruedCents: accrued,
      leadCents: costOf(Math.min(sample.powerW ?? ratedPowerW, ratedPowerW), STOP_LEAD_MS),
      aheadCents: costOf(ratedPowerW, LOOK_AHEAD_MS),
      heldCents: order.heldCents,
      availableCents: order.availableCents,
      points: pointMoneyOf(order.points, accrued),
    },
  };
};

/**
 * The order's energy according to this sample alone: the pile's own count, otherwise how far its meter has advanced; null if the sample has neither.
 */
export const readingDwh = (order: Pick<RunningOrder, 'facts'>, sample: ChargingSample): number | null => {
  if (sample.energyDwh !== undefined) return sample.energyDwh;
  const startMeter = orderStart(order.facts)?.startMeterDwh ?? null;
  return sample.meterDwh === undefined || startMeter === null || sample.meterDwh < startMeter ? null : sample.meterDwh - startMeter;
};

/** Adds facts that have just been stored. */
export const addFacts = (order: RunningOrder, facts: readonly OrderFact[]): void => {
  order.facts = merge(order.facts, facts);
};
