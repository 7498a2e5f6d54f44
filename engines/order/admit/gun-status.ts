import type { GunStatus } from '#engines/protocol/device.ts';
import { liveAtMs } from '../rules/clock.ts';
import type { GunQuiet, OrderFact } from '../facts.ts';
import { factOf, merge, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import { accept, type Verdict } from '../verdict.ts';
import { project } from '../view.ts';
import { bindingRefusal, gunRefusal, wasFoundCharging } from './binding.ts';
import { resolve } from './resolve.ts';
import { gunState } from '../../pile/codes.ts';

const atRestCauses: Readonly<Record<number, GunQuiet['cause']>> = { 2: 'idle', 3: 'plugged', 7: 'ended', 8: 'failed' };

/**
 * Applies a gun's reported state to its live order: a gun at rest starts the deadline of the end record; a gun charging under this
 * order number is evidence of a start. For an order that was found charging this may be the only evidence, so there it counts as
 * current.
 */
export const admitGunStatus = (facts: OrderFacts, status: GunStatus, situation: Situation): Verdict => {
  const unbound = bindingRefusal(facts, situation) ?? gunRefusal(facts, status.gunNumber);
  if (unbound) return unbound;
  const sinceMs = liveAtMs(facts, status.atMs, situation);
  const cause = atRestCauses[status.gunWorkStat];
  if (cause !== undefined) return admitAtRest(facts, { kind: 'gunQuiet', sinceMs, cause }, situation);
  const foundCharging = wasFoundCharging(facts);
  const isOurs = foundCharging || (status.chargingOrderNo === facts.created.chargingOrderNo && facts.later.has('startCommand'));
  if (status.gunWorkStat !== gunState.charging || !isOurs) return accept();
  const progress: OrderFact = {
    kind: 'progress',
    firstAtMs: sinceMs,
    lastAtMs: sinceMs,
    heardMs: situation.nowMs,
    flowHeardMs: foundCharging ? situation.nowMs : null,
    energyDwh: null,
    meterDwh: null,
    soc: null,
  };
  return resolve(facts, [progress], { situation });
};

/** A pile that has booted does not charge: the order it was charging owes its end record, and a start command it had received is lost. */
export const admitBoot = (facts: OrderFacts, atMs: number, situation: Situation): Verdict => {
  const unbound = bindingRefusal(facts, situation);
  if (unbound) return unbound;
  const { start, end, requestedStart, keptSinceMs } = project(facts);
  // It may have forgotten whom it keeps the gun for.
  if (keptSinceMs !== null && start === null && end === null && requestedStart === null)
    return resolve(facts, [], { situation, extra: [{ do: 'repeatReservation', again: true }] });
  const forgotten = forgottenStart(facts, atMs, situation);
  return forgotten ? resolve(facts, [forgotten], { situation }) : admitAtRest(facts, { kind: 'gunQuiet', sinceMs: atMs, cause: 'boot' }, situation);
};

const forgottenStart = (facts: OrderFacts, bootMs: number, { nowMs: atMs }: Situation): OrderFact | null => {
  const { start, end, openFlags } = project(facts);
  const sentMs = factOf(facts, 'startSent')?.atMs ?? Infinity;
  if (start !== null || end !== null || bootMs <= sentMs || openFlags.includes('startTimeout')) return null;
  return { kind: 'flagOpened', flag: 'startTimeout', sinceMs: bootMs, detail: { says: 'pileBooted' }, atMs };
};

/** Stores only reports with new information, because a gun at rest would otherwise add one fact a minute. */
const admitAtRest = (facts: OrderFacts, atRest: GunQuiet, situation: Situation): Verdict => {
  const before = project(facts);
  const after = project(merge(facts, [atRest]));
  const isNew =
    after.quietSinceMs !== before.quietSinceMs ||
    after.recordDueMs !== before.recordDueMs ||
    (before.pendingStop !== null && after.pendingStop === null);
  return isNew ? resolve(facts, [atRest], { situation }) : accept();
};
