import { entityState } from '#engines/entity/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { PowerControlRefusal } from './power-control.labels.ts';

type State = -1 | 0 | 1;

export interface ControlFacts {
  readonly name: string;
  readonly state: State;
  /** All piles that follow it, and those of them that the viewer cannot see. */
  readonly pileCount: number;
  readonly unseen: number;
}

/** What a change of the state does to the piles that follow the rule. */
export interface StateChange {
  readonly state: State;
  readonly releasesPiles: boolean;
}

/** A rule can be enabled only when the whole year has periods. Disabling releases its piles; only a rule that no pile follows is disused, for good. */
export const changeControlState = (
  facts: ControlFacts & { readonly missingMonth: number | undefined },
  wanted: State,
): Verdict<StateChange, PowerControlRefusal> => {
  const { name, pileCount } = facts;
  const verdict = checkChange(facts);
  if (!verdict.ok) return verdict;
  if (wanted === entityState.enabled && facts.missingMonth !== undefined)
    return deny('powerControl.monthMissing', { name, month: facts.missingMonth });
  if (wanted === entityState.disused && pileCount > 0) return deny('powerControl.inUse', { name, count: pileCount });
  return allow({ state: wanted, releasesPiles: wanted === entityState.disabled && pileCount > 0 });
};

/** A rule belongs to the whole tenant, so only a viewer who sees all piles that follow it may change it. */
export const checkChange = ({ name, state, unseen }: ControlFacts): Verdict<true, PowerControlRefusal> => {
  if (state === entityState.disused) return deny('powerControl.disused', { name });
  return unseen > 0 ? deny('powerControl.followedElsewhere', { name }) : allow(true);
};

/** An open end is null. The last day is not included. */
export const checkDates = (startTime: string | null | undefined, endTime: string | null | undefined): Verdict<true, PowerControlRefusal> =>
  startTime && endTime && endTime <= startTime ? deny('powerControl.datesReversed') : allow(true);
