import { ENERGY_TOLERANCE_DWH, LAST_SAMPLE_MS } from '../bounds.ts';
import { flowsAfterEnd, isContradictory } from './contradiction.ts';
import { orderEnd, soFar } from './end.ts';
import type { FlagOpened } from '../facts.ts';
import { flagPolicies, flagReasons, softFlags, type FlagReason, type SoftFlag } from '../flags.ts';
import { factsOf, factOf, type OrderFacts } from '../merge.ts';
import { partyOf } from './party.ts';
import { acceptedRecord, conflictDigests } from './record.ts';
import { startFailed, startedFact, startedLate } from './start.ts';

/** Blocking flags now open, the most severe first. */
export const openFlags = (facts: OrderFacts): readonly FlagReason[] => {
  const open = new Set<FlagReason>();
  for (const flag of factsOf(facts, 'flagOpened')) if (isReason(flag.flag) && !hasEnded(facts, flag)) open.add(flag.flag);
  if (isContradictory(facts)) open.add('contradiction');
  if (startedLate(facts) && !endedForGood(facts)) open.add('lateStart');
  if (acceptedRecord(facts)?.checkCode === 'wrong') open.add('checkCode');
  // A record that was received but refused is not missing.
  if (open.has('recordRefused')) open.delete('endMissing');
  const cleared = clearedFlags(facts);
  return flagReasons.filter((reason) => open.has(reason) && !cleared.has(reason));
};

/** When the refused end record arrived, by the platform's clock; null without one. An accepted record, or current that continues, outdates it. */
export const recordRefusedMs = (facts: OrderFacts): number | null =>
  factsOf(facts, 'flagOpened').findLast((opened) => opened.flag === 'recordRefused' && !hasEnded(facts, opened))?.atMs ?? null;

/** Flags that an operator has examined and cleared: they stay closed. */
export const clearedFlags = (facts: OrderFacts): ReadonlySet<FlagReason> => new Set(factsOf(facts, 'flagClosed').map(({ flag }) => flag));

/** Flags that inform and do not block. */
export const openSoftFlags = (facts: OrderFacts): readonly SoftFlag[] => {
  const record = acceptedRecord(facts);
  const open = new Set<SoftFlag>([...(record?.soft ?? []), ...(startedFact(facts)?.soft ?? [])]);
  for (const { flag } of factsOf(facts, 'flagOpened')) if (!isReason(flag)) open.add(flag);
  if (record && startedFact(facts) === undefined) open.add('missingStartResult');
  if (conflictDigests(facts).length > 0) open.add('endConflict');
  if (flowsAfterEnd(facts)) open.add('energyAfterEnd');
  if (soFar(facts).meterImplausible) open.add('meterImplausible');
  return softFlags.filter((flag) => open.has(flag));
};

const isReason = (flag: FlagReason | SoftFlag): flag is FlagReason => Object.hasOwn(flagPolicies, flag);

const hasEnded = (facts: OrderFacts, { flag, sinceMs, atMs }: FlagOpened): boolean => {
  if (!isReason(flag)) return false;
  const { endsOnStartEvidence, endsOnEnd, endsOnCancel, endsOnLaterSample, endsOnLaterFlow, endsOnParty, endsOnEmptyEnd } = flagPolicies[flag];
  const progress = factOf(facts, 'progress');
  if (endsOnStartEvidence && (startedFact(facts) !== undefined || startFailed(facts) || progress !== undefined)) return true;
  if (endsOnEnd && endedForGood(facts)) return true;
  if (endsOnCancel && orderEnd(facts)?.by === 'cancelled') return true;
  if (endsOnParty && partyOf(facts) !== null) return true;
  if (endsOnEmptyEnd && endedEmpty(facts)) return true;
  if (progress === undefined) return false;
  if (endsOnLaterSample && progress.lastAtMs > sinceMs + LAST_SAMPLE_MS) return true;
  return endsOnLaterFlow && progress.lastAtMs > sinceMs && (progress.flowHeardMs ?? 0) > atMs;
};

/** Energy below a meter's tolerance counts as none; the settlement checks whether it costs anything. */
const endedEmpty = (facts: OrderFacts): boolean => {
  const energyDwh = orderEnd(facts)?.energyDwh ?? null;
  return endedForGood(facts) && energyDwh !== null && energyDwh <= ENERGY_TOLERANCE_DWH;
};

const endedForGood = (facts: OrderFacts): boolean => {
  const by = orderEnd(facts)?.by;
  return by === 'device' || by === 'manual';
};
