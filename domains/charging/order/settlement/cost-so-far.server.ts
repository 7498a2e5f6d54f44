import { factOf } from '#engines/order/merge.ts';
import { soFar } from '#engines/order/view/end.ts';
import { orderStart } from '#engines/order/view/start.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { accrue, accruedCents, beginAccrual, resume } from './accrual.rules.ts';
import type { Accrual, Pricing } from './accrual.rules.ts';
import { readings } from './meter-readings.server.ts';
import { termsInForce } from './order-offers.server.ts';
import type { LoadedOrder, StoredOrder } from '../lifecycle/stored-order.server.ts';

/** The frozen schedule, the frozen discounts, the card and the coupon of an order; undefined if it has no tariff. */
export const pricingOf = async (tx: Tx, { orderId, tariffSnapshotId, vipDiscounts }: StoredOrder): Promise<Pricing | undefined> => {
  const tariff = tariffSnapshotId === null ? undefined : await readSnapshot(tx, tariffSnapshotId);
  return tariff && { tariff, vip: vipDiscounts ?? {}, ...(await termsInForce(tx, orderId)) };
};

/**
 * What the stored samples of an order cost, cut at the same borders as its bill. With `previous`, the accrual so far, only newer samples are read.
 * Undefined before the start, and if the order cannot be priced.
 */
export const accrualOf = async (
  tx: Tx,
  { row, facts }: LoadedOrder,
  { pricing, previous }: { readonly pricing: Pricing | undefined; readonly previous: Accrual | undefined },
): Promise<Accrual | undefined> => {
  const start = orderStart(facts);
  const initial = start && pricing ? beginAccrual(start.startAtMs, pricing) : undefined;
  const progress = factOf(facts, 'progress');
  if (!start || !initial || !progress) return initial;
  const from = resume(initial, previous);
  // In nearly all cases this gateway has received every sample itself.
  if (progress.lastAtMs <= from.lastMs) return from;
  const stored = await readings(tx, { orderId: row.orderId, fromMs: from.lastMs, toMs: progress.lastAtMs, startMeterDwh: start.startMeterDwh });
  const accrual = stored.map(({ atMs, meterDwh }) => ({ atMs, energyDwh: Number(meterDwh) })).reduce(accrue, from);
  // A decision stores the progress of the order before the sample that reported it is stored.
  const furthest = { atMs: progress.lastAtMs, energyDwh: soFar(facts).energyDwh };
  return furthest.atMs > accrual.lastMs && furthest.energyDwh > accrual.lastDwh ? accrue(accrual, furthest) : accrual;
};

/** What an order costs by all of its stored samples; null if that cannot be calculated. */
export const costSoFarCents = async (tx: Tx, order: LoadedOrder): Promise<bigint | null> => {
  const accrual = await accrualOf(tx, order, { pricing: await pricingOf(tx, order.row), previous: undefined });
  return accrual ? accruedCents(accrual) : null;
};
