import { orderState, type StopCause } from '../codes.ts';
import type { OrderFact, StopRequested } from '../facts.ts';
import { flagPolicies, type FlagReason, type SoftFlag } from '../flags.ts';
import { changes, merge, type OrderFacts } from '../merge.ts';
import type { SentenceOrText } from '../sentence.ts';
import type { Situation } from '../situation.ts';
import { accept, exception, type AcceptedVerdict, type OrderEffect } from '../verdict.ts';
import { project, type OrderView } from '../view.ts';

/**
 * Accepts facts and derives the effects as the difference between the order's views before and after. A repeated fact therefore has
 * no effect, and the effects do not depend on the path by which the order reached its state.
 */
export const resolve = (
  facts: OrderFacts,
  added: readonly OrderFact[],
  { situation, extra = [] }: { readonly situation: Situation; readonly extra?: readonly OrderEffect[] },
): AcceptedVerdict => {
  const before = project(facts);
  const merged = addFacts(facts, added, before);
  const collided = addFacts(merged.facts, collision(before, merged.view, situation), merged.view);
  const stops = safetyStops(before, collided.view, situation.nowMs);
  const stopped = addFacts(collided.facts, stops, collided.view);
  const sending = stopSending(stopped.view, situation);
  const { facts: known, view: after } = addFacts(stopped.facts, sending.facts, stopped.view);
  return accept(changes(facts, known), [...extra, ...effectsOf(before, after), ...sending.effects]);
};

interface FactsAndView {
  readonly facts: OrderFacts;
  readonly view: OrderView;
}
const addFacts = (facts: OrderFacts, added: readonly OrderFact[], view: OrderView): FactsAndView => {
  const mergedFacts = merge(facts, added);
  return mergedFacts === facts ? { facts, view } : { facts: mergedFacts, view: project(mergedFacts) };
};

/** An order that had ended becomes live again while another order is live on its gun: this is refused, whatever the pile reports. */
const collision = (before: OrderView, after: OrderView, { gunTaken, nowMs: atMs }: Situation): readonly OrderFact[] => {
  const isLiveAgain = before.state === orderState.abnormal && after.state === orderState.charging;
  return gunTaken && isLiveAgain ? [{ kind: 'flagOpened', flag: 'contradiction', sinceMs: atMs, detail: { says: 'gunTaken' }, atMs }] : [];
};

/** The effects that a change of the view requires. */
const effectsOf = (before: OrderView, after: OrderView): readonly OrderEffect[] => {
  const effects: OrderEffect[] = [];
  const flags = after.openFlags.filter((flag) => !before.openFlags.includes(flag));
  const soft = after.softFlags.filter((flag) => !before.softFlags.includes(flag));
  for (const flag of [...flags, ...soft]) effects.push(exception(flag, describe(after), isAlert(flag)));
  if (flags.includes('startTimeout')) effects.push({ do: 'queryStatus' });
  if (flags.includes('endMissing')) effects.push({ do: 'queryStatus' }, { do: 'recall' });
  const endedBeforeStart = after.end?.by === 'startFailed' || after.end?.by === 'cancelled';
  // The fee is fixed first, so that it is paid from the hold.
  effects.push(...occupancy(before, after));
  if (endedBeforeStart && before.end === null && after.abnormalReason === null) effects.push({ do: 'releaseHold' });
  if (after.settleDue && !before.settleDue) effects.push({ do: 'settle' });
  if (after.adjustDueBasis !== null && after.adjustDueBasis !== before.adjustDueBasis) effects.push({ do: 'adjust', basis: after.adjustDueBasis });
  return effects;
};

/** The reservation fee runs from when the gun is kept, and stops growing when the party arrives, cancels, or lets the window pass. */
const occupancy = (before: OrderView, after: OrderView): readonly OrderEffect[] => {
  const { reservedUntilMs, keptSinceMs, requestedStart, end } = after;
  const keeping: readonly OrderEffect[] =
    before.keptSinceMs === null && keptSinceMs !== null && end === null ? [{ do: 'startOccupancy', fromMs: keptSinceMs }] : [];
  if (reservedUntilMs === null || before.requestedStart !== null || before.end !== null) return keeping;
  const untilMs = requestedStart?.requestedAtMs ?? end?.stopAtMs ?? null;
  return untilMs === null ? keeping : [{ do: 'fixOccupancy', untilMs: Math.min(untilMs, reservedUntilMs) }];
};

const ALERTED_SOFT_FLAGS: ReadonlySet<FlagReason | SoftFlag> = new Set(['endConflict', 'energyAfterEnd', 'stopUnconfirmed']);
const isAlert = (flag: FlagReason | SoftFlag): boolean => Object.hasOwn(flagPolicies, flag) || ALERTED_SOFT_FLAGS.has(flag);

/** The detail of an exception: the order's energy. Its number and gun are stored in fields of their own. */
const describe = ({ energyDwh }: OrderView): SentenceOrText => ({ says: 'energyTold', energyDwh });

/** Current where none should flow is stopped without a request, because a stop is always safe. */
const safetyStops = (before: OrderView, after: OrderView, nowMs: number): readonly StopRequested[] => {
  const causes: StopCause[] = [];
  const opened = (flag: FlagReason): boolean => after.openFlags.includes(flag) && !before.openFlags.includes(flag);
  if (opened('contradiction')) causes.push('contradiction');
  if (opened('lateStart')) causes.push('lateStart');
  if (after.flowsAfterEnd && !before.flowsAfterEnd) causes.push('energyAfterEnd');
  if (flowsDespiteRefusal(after) && !flowsDespiteRefusal(before)) causes.push('startRefused');
  return causes.map((cause) => ({ kind: 'stopRequested', cause, by: null, atMs: nowMs }));
};

/** Energy flows under a refused start, and no payer has been found. */
const flowsDespiteRefusal = ({ end, flows, openFlags }: OrderView): boolean => end === null && flows && openFlags.includes('startRefused');

/** Sends the stop if it is due and the pile is online; the fact determines the time of the next attempt. */
const stopSending = (
  { pendingStop }: OrderView,
  { nowMs, pile }: Situation,
): { readonly facts: readonly OrderFact[]; readonly effects: readonly OrderEffect[] } => {
  if (pendingStop === null || pendingStop.dueAtMs > nowMs || pile.liveEpoch === null) return { facts: [], effects: [] };
  return { facts: [{ kind: 'stopSent', atMs: nowMs }], effects: [{ do: 'sendStop', cause: pendingStop.cause }] };
};
