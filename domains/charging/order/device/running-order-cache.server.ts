import { merge } from '#engines/order/merge.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import type { OrderFact } from '#engines/order/facts.ts';
import type { ChargingMoney } from '#engines/order/situation.ts';
import { orderStart } from '#engines/order/view/start.ts';
import type { ChargingSample } from '#engines/protocol/device.ts';
import { balancesOf } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { accrue, accruedCents, beginAccrual, costAtMost } from '../settlement/accrual.rules.ts';
import type { Accrual, Pricing } from '../settlement/accrual.rules.ts';
import { accrualOf, pricingOf } from '../settlement/cost-so-far.server.ts';
import { atMost, heldFor, walletOf } from '../lifecycle/order-balance.server.ts';
import { readOrder } from '../lifecycle/stored-order.server.ts';
import type { OrderKey, StoredOrder } from '../lifecycle/stored-order.server.ts';

/**
 * How long what is remembered of an order may differ from the database, which other processes change too. Half of it by chance, so that orders
 * that began together are not read again together.
 */
const KEEP_MS = 60_000;
/** A decision about money or about the order's end is taken on nothing older. */
const FRESH_MS = 1_000;
const KEPT_MAX = 20_000;
/** Money is held for this long ahead; piles report at least every minute. */
const LOOK_AHEAD_MS = 90_000;
/** What still flows after a stop was asked for. */
const STOP_LEAD_MS = 5_000;

/** A running order as the hot path remembers it. */
export interface LiveOrder {
  readonly row: StoredOrder;
  facts: OrderFacts;
  accrual: Accrual | undefined;
  readonly pricing: Pricing | undefined;
  readonly heldCents: bigint;
  readonly availableCents: bigint;
}

interface CachedOrder {
  readonly order: Promise<LiveOrder | undefined>;
  readonly readMs: number;
  readonly keepMs: number;
}

export interface LiveOrders {
  /** The order a sample speaks of, undefined when there is none. */
  find(cpCode: string, sample: ChargingSample, nowMs: number): Promise<LiveOrder | undefined>;
  /** The same, as the database has it now or had it a moment ago. */
  findFresh(cpCode: string, sample: ChargingSample, nowMs: number): Promise<LiveOrder | undefined>;
  /** What it costs so far and what it may cost until the next sample, with this reading. */
  money(order: LiveOrder, sample: ChargingSample): { readonly money: ChargingMoney | null; readonly accrual: Accrual | undefined };
  /** Something changed it: read it again next time. */
  forget(orderNo: string): void;
}

export const createLiveOrders = (database: Database): LiveOrders => {
  const kept = new Map<string, CachedOrder>();
  const keysOf = new Map<string, string>();

  const load = async (key: OrderKey, name: string, before: CachedOrder | undefined): Promise<LiveOrder | undefined> => {
    const known = await before?.order.catch(() => undefined);
    const order = await inSystem(database, (tx) => loadLive(tx, key, known?.accrual));
    if (order) keysOf.set(order.row.orderNo, name);
    return order;
  };
  const findUntil = (asked: { readonly cpCode: string; readonly sample: ChargingSample; readonly nowMs: number }, keepMs: number) => {
    const { cpCode, sample, nowMs } = asked;
    const key = keyOf(cpCode, sample);
    if (!key) return Promise.resolve(undefined);
    const name = JSON.stringify(key);
    const known = kept.get(name);
    if (known && nowMs - known.readMs < Math.min(keepMs, known.keepMs)) return known.order;
    if (kept.size >= KEPT_MAX) for (const map of [kept, keysOf]) map.clear();
    const order = load(key, name, known);
    kept.set(name, { order, readMs: nowMs, keepMs: KEEP_MS * (0.5 + Math.random() / 2) });
    order.catch(() => kept.delete(name));
    return order;
  };
  return {
    find: (cpCode, sample, nowMs) => findUntil({ cpCode, sample, nowMs }, KEEP_MS),
    findFresh: (cpCode, sample, nowMs) => findUntil({ cpCode, sample, nowMs }, FRESH_MS),
    money: (order, sample) => moneyOf(order, sample),
    forget: (orderNo) => {
      const name = keysOf.get(orderNo);
      if (name !== undefined) kept.delete(name);
    },
  };
};

const keyOf = (cpCode: string, sample: ChargingSample): OrderKey | undefined => {
  if (sample.chargingOrderNo) return { orderNo: sample.chargingOrderNo };
  return sample.transactionId !== undefined && sample.transactionId > 0 ? { cpCode, transactionId: sample.transactionId } : undefined;
};

const loadLive = async (tx: Tx, key: OrderKey, known: Accrual | undefined): Promise<LiveOrder | undefined> => {
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
    accrual: await accrualOf(tx, order, { pricing, known }),
    pricing,
    heldCents,
    availableCents: drawMaxCents === null ? available : atMost(available, drawMaxCents > heldCents ? drawMaxCents - heldCents : 0n),
  };
};

const moneyOf = (order: LiveOrder, sample: ChargingSample): ReturnType<LiveOrders['money']> => {
  const begun = order.accrual ?? (order.pricing && beginAccrual(sample.atMs, order.pricing));
  if (!begun) return { money: null, accrual: undefined };
  const energyDwh = readingDwh(order, sample);
  const accrual = energyDwh === null ? begun : accrue(begun, { atMs: sample.atMs, energyDwh });
  const accrued = accruedCents(accrual);
  if (accrued === null) return { money: null, accrual };
  const { ratedPowerW } = order.facts.created;
  const most = (powerW: number, forMs: number): bigint => costAtMost(accrual.prices, { powerW, forMs });
  return {
    accrual,
    money: {
      accruedCents: accrued,
      leadCents: most(Math.min(sample.powerW ?? ratedPowerW, ratedPowerW), STOP_LEAD_MS),
      aheadCents: most(ratedPowerW, LOOK_AHEAD_MS),
      heldCents: order.heldCents,
      availableCents: order.availableCents,
    },
  };
};

/** What this sample alone says of the order's energy: the pile's own count, else how far its meter has come; null when it says neither. */
export const readingDwh = (order: Pick<LiveOrder, 'facts'>, sample: ChargingSample): number | null => {
  if (sample.energyDwh !== undefined) return sample.energyDwh;
  const startMeter = orderStart(order.facts)?.startMeterDwh ?? null;
  return sample.meterDwh === undefined || startMeter === null || sample.meterDwh < startMeter ? null : sample.meterDwh - startMeter;
};

/** The order with facts that have just been kept. */
export const withFacts = (order: LiveOrder, facts: readonly OrderFact[]): void => {
  order.facts = merge(order.facts, facts);
};
