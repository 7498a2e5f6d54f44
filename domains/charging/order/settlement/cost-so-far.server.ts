import { factOf } from '#engines/order/merge.ts';
import { soFar } from '#engines/order/view/end.ts';
import { orderStart } from '#engines/order/view/start.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { accrue, beginAccrual, resume } from './accrual.rules.ts';
import type { Accrual, Pricing } from './accrual.rules.ts';
import { readings } from './meter-readings.server.ts';
import type { LoadedOrder, StoredOrder } from '../lifecycle/stored-order.server.ts';

/** The frozen schedule and the frozen discounts of an order; undefined where it has no tariff. */
export const pricingOf = async (tx: Tx, { tariffSnapshotId, vipDiscounts }: StoredOrder): Promise<Pricing | undefined> => {
  const tariff = tariffSnapshotId === null ? undefined : await readSnapshot(tx, tariffSnapshotId);
  return tariff && { tariff, vip: vipDiscounts ?? {} };
};

/**
 * What the samples kept of an order cost, cut at the same borders as its bill. `known` is what was added up before: then only what came since is read.
 * Undefined before the start, and where the order cannot be priced.
 */
export const accrualOf = async (
  tx: Tx,
  { row, facts }: LoadedOrder,
  { pricing, known }: { readonly pricing: Pricing | undefined; readonly known: Accrual | undefined },
): Promise<Accrual | undefined> => {
  const start = orderStart(facts);
  const begun = start && pricing ? beginAccrual(start.startAtMs, pricing) : undefined;
  const progress = factOf(facts, 'progress');
  if (!start || !begun || !progress) return begun;
  const from = resume(begun, known);
  // Nearly always: what was heard here is all there is.
  if (progress.lastAtMs <= from.lastMs) return from;
  const kept = await readings(tx, { orderId: row.orderId, fromMs: from.lastMs, toMs: progress.lastAtMs, startMeterDwh: start.startMeterDwh });
  const accrual = kept.map(({ atMs, meterDwh }) => ({ atMs, energyDwh: Number(meterDwh) })).reduce(accrue, from);
  // A decision keeps how far the order has come before the sample that told it is stored.
  const furthest = { atMs: progress.lastAtMs, energyDwh: soFar(facts).energyDwh };
  return furthest.atMs > accrual.lastMs && furthest.energyDwh > accrual.lastDwh ? accrue(accrual, furthest) : accrual;
};
