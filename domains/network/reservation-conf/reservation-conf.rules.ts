import type { Interval } from '#engines/reservation/occupancy.ts';
import { intervalProblem } from '#engines/reservation/occupancy.ts';
import { entityState } from '#engines/entity/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { reservationConfRefusals } from './reservation-conf.labels.ts';

type Refusal = keyof typeof reservationConfRefusals;

/** An interval as it is stored. */
export interface IntervalDetail {
  readonly startMinute: number;
  readonly reservationDuration: number;
  readonly occupyFeeUnit: bigint;
}

/** The intervals with their starts: one that names none begins where the one before it ends. */
export const joinedDetails = (
  details: readonly (Omit<IntervalDetail, 'startMinute'> & { readonly startMinute?: number | null })[],
): IntervalDetail[] =>
  details.map((detail, index) => ({ ...detail, startMinute: detail.startMinute ?? details[index - 1]?.reservationDuration ?? 0 }));

export const intervalsOf = (details: readonly IntervalDetail[]): readonly Interval[] =>
  details.map(({ startMinute, reservationDuration, occupyFeeUnit }) => ({
    fromMinute: startMinute,
    toMinute: reservationDuration,
    minuteCents: occupyFeeUnit,
  }));

/** The first interval begins at 0, and each next where the one before it ends. */
export const checkIntervals = (details: readonly IntervalDetail[]): Verdict<true, Refusal> => {
  const problem = intervalProblem(intervalsOf(details));
  if (problem === null || problem.problem === 'none') return allow(true);
  const row = problem.index + 1;
  return problem.problem === 'gap'
    ? deny('reservationConf.gap', { row, minute: problem.expectedMinute })
    : deny('reservationConf.empty', { row, minute: problem.fromMinute });
};

interface ConfFacts {
  readonly name: string;
  readonly state: number;
  readonly pileCount: number;
}

/** Disuse is final, and refused while piles use these terms. */
export const changeState = ({ name, state, pileCount }: ConfFacts, wantedState: -1 | 0 | 1): Verdict<-1 | 0 | 1, Refusal> => {
  if (state === entityState.disused) return deny('reservationConf.disused', { name });
  return wantedState === entityState.disused && pileCount > 0 ? deny('reservationConf.inUse', { name, count: pileCount }) : allow(wantedState);
};
