import { MANUAL_END_QUIET_MS } from '../bounds.ts';
import type { Party } from '../codes.ts';
import { orderState } from '../codes.ts';
import { soFar } from '../view/end.ts';
import type { ManualEnd as ManualEndFact } from '../facts.ts';
import { flagPolicies, type FlagReason } from '../flags.ts';
import { factsOf, factOf, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import { refused, type ActionRefusal, type Verdict } from '../verdict.ts';
import { recordRefusedMs } from '../view/flags.ts';
import { acceptedRecord } from '../view/record.ts';
import { project } from '../view.ts';
import { resolve } from './resolve.ts';

/** The caller checks permission and scope; the operator and the reason are stored with the fact. */
export interface ManualAction {
  readonly by: string;
  readonly reason: string;
  /** The second person who has agreed; null without one. */
  readonly secondBy: string | null;
}

export interface ManualEnd extends ManualAction {
  readonly kind: 'manualEnd';
  /** When the gun last reported charging, by the platform's clock; null if never. */
  readonly gunChargingHeardMs: number | null;
  /** The cost of the order as it is now. */
  readonly provisionalCents: bigint;
  /** Above this amount two persons must agree. */
  readonly secondPersonAboveCents: bigint;
}

/**
 * Transition row 14. An order whose gun reports current is stopped instead of being declared ended. Once the pile has reported the
 * end, current at its gun belongs to another order.
 */
export const admitManualEnd = (facts: OrderFacts, action: ManualEnd, situation: Situation): Verdict => {
  const view = project(facts);
  const { nowMs: atMs, pile } = situation;
  if (view.settled !== null || view.end?.by === 'device' || view.end?.by === 'manual' || view.end?.by === 'cancelled')
    return refused('order.alreadyEnded');
  if (view.rank === orderState.initial || view.rank === orderState.reserving) return refused('order.notLive');
  if (view.end !== null && view.state !== orderState.abnormal) return refused('order.alreadyEnded');
  const refusal = manualActionRefusal(action);
  if (refusal) return refused(refusal);
  const heardMs = Math.max(action.gunChargingHeardMs ?? -Infinity, factOf(facts, 'progress')?.flowHeardMs ?? -Infinity);
  const { by, reason, secondBy, provisionalCents, secondPersonAboveCents } = action;
  const hasToldEnd = recordRefusedMs(facts) !== null;
  if (!hasToldEnd && pile.liveEpoch !== null && atMs - heardMs < MANUAL_END_QUIET_MS)
    return refused('order.gunCharging', { args: { heardAtMs: heardMs } });
  if (provisionalCents > secondPersonAboveCents && secondBy === null)
    return refused('order.secondPersonNeeded', { args: { provisionalCents, secondPersonAboveCents } });
  const progress = factOf(facts, 'progress');
  const stopAtMs = progress?.lastAtMs ?? view.start?.startAtMs ?? atMs;
  const ended: ManualEndFact = {
    kind: 'manualEnd',
    by,
    reason,
    secondBy,
    atMs,
    stopAtMs,
    stopMeterDwh: progress?.meterDwh ?? null,
    energyDwh: soFar(facts).energyDwh,
    stopSoc: progress?.soc ?? null,
  };
  // The pile may still be charging this order; the stop is sent when the pile comes back online.
  return resolve(facts, [ended, { kind: 'stopRequested', cause: 'manualEnd', by, atMs }], { situation });
};

export interface AdoptRecord extends ManualAction {
  readonly kind: 'adoptRecord';
  readonly digest: string;
}

/** An operator chooses another of the stored records; a settled order then needs an adjustment. */
export const admitAdoptRecord = (facts: OrderFacts, action: AdoptRecord, situation: Situation): Verdict => {
  const { digest, by, reason, secondBy } = action;
  const refusal = manualActionRefusal(action);
  if (refusal) return refused(refusal);
  if (!factsOf(facts, 'endRecord').some((record) => record.digest === digest)) return refused('order.recordUnknown');
  if (acceptedRecord(facts)?.digest === digest) return refused('order.noOtherRecord');
  return resolve(facts, [{ kind: 'recordAdopted', digest, by, reason, secondBy, atMs: situation.nowMs }], { situation });
};

export interface AssignParty extends ManualAction {
  readonly kind: 'assignParty';
  readonly party: Party;
}

/** Assigns a payer to an orphan, or to an offline order of unknown origin. */
export const admitAssignParty = (facts: OrderFacts, action: AssignParty, situation: Situation): Verdict => {
  const { party, by, reason, secondBy } = action;
  const view = project(facts);
  const refusal = manualActionRefusal(action);
  if (refusal) return refused(refusal);
  if (view.party !== null) return refused('order.partyKnown');
  if (view.settled !== null) return refused('order.alreadySettled');
  return resolve(facts, [{ kind: 'partyAssigned', ...party, by, reason, secondBy, atMs: situation.nowMs }], { situation });
};

export interface ClearFlag extends ManualAction {
  readonly kind: 'clearFlag';
  readonly flag: FlagReason;
}

/** An operator has examined a flag and allows automatic settlement. Flags about missing facts can be closed only by facts. */
export const admitClearFlag = (facts: OrderFacts, action: ClearFlag, situation: Situation): Verdict => {
  const { flag, by, reason, secondBy } = action;
  const view = project(facts);
  const refusal = manualActionRefusal(action);
  if (refusal) return refused(refusal);
  if (view.settled !== null) return refused('order.alreadySettled');
  if (!view.openFlags.includes(flag)) return refused('order.flagNotOpen');
  if (!flagPolicies[flag].clearable || view.end === null) return refused('order.flagNotClearable');
  return resolve(facts, [{ kind: 'flagClosed', flag, by, reason, secondBy, atMs: situation.nowMs }], { situation });
};

/** Every manual action needs a reason, and a second person, where there is one, must differ from the first. */
export const manualActionRefusal = ({ by, reason, secondBy }: ManualAction): ActionRefusal | null => {
  if (reason.trim() === '') return 'order.reasonMissing';
  return secondBy === by ? 'order.secondPersonSame' : null;
};
