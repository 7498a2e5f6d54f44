import { monthProblem, type PowerMonth } from '#engines/dispatch/schedule/plan.ts';
import { slotOfTime } from '#engines/time/slots.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { PowerControlRefusal } from '../power-control/power-control.labels.ts';
import type { PowerPeriodDraft } from './power-month.ts';

/** A month as the dispatcher reads it, or what is wrong with it. */
export const readPowerMonth = (month: number, drafts: readonly PowerPeriodDraft[]): Verdict<PowerMonth, PowerControlRefusal> => {
  const periods = drafts.map(({ startTime, changingPower, changingPowerMin, changingSoc, endAction }) => ({
    startSlot: slotOfTime(startTime),
    changingPowerHw: Number(changingPower),
    changingPowerMinHw: Number(changingPowerMin),
    changingSoc,
    endAction,
  }));
  const fault = monthProblem({ month, periods });
  if (fault?.problem === 'minAbovePower') return deny('powerControl.minAbovePower', { time: drafts[fault.index]?.startTime ?? '' });
  return fault ? deny('powerControl.periodsWrong') : allow({ month, periods });
};
