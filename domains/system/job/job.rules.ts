import { readCron } from '#engines/cron/expression.ts';
import type { CronProblem } from '#engines/cron/expression.ts';
import { nextRun, runsAfter } from '#engines/cron/runs.ts';

/** The schedule of a job. */
export interface JobSchedule {
  readonly cronExpression: string;
  readonly timezone: string;
}

/** The first tick after an instant; undefined when there is none. */
export const nextTick = ({ cronExpression, timezone }: JobSchedule, after: Date): Date | CronProblem | undefined => {
  const { cron, problem } = readCron(cronExpression);
  if (problem) return problem;
  const ms = nextRun(cron, { zone: timezone, afterMs: after.getTime() });
  return ms === undefined ? undefined : new Date(ms);
};

/** A tick that is later than this counts as missed. */
export const GRACE_MS = 60_000;
/** Earlier missed ticks are not counted. */
const MISSED_TICKS_MAX = 1_000;

/** Ticks that passed without a run: the last of them, and the number of earlier ones. */
export const missedTicks = (schedule: JobSchedule, due: Date, now: Date): { readonly last: Date; readonly before: number } | undefined => {
  if (now.getTime() - due.getTime() <= GRACE_MS) return undefined;
  const { cron } = readCron(schedule.cronExpression);
  const ticksMs = cron ? runsAfter(cron, { zone: schedule.timezone, afterMs: due.getTime(), count: MISSED_TICKS_MAX }) : [];
  const missedMs = ticksMs.filter((ms) => ms <= now.getTime());
  return { last: new Date(missedMs.at(-1) ?? due.getTime()), before: missedMs.length };
};
