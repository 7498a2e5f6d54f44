/** How many alarms operators get, by ISA-18.2, IEC 62682 and EEMUA 191: averages hide floods, so ten-minute periods are counted. Pure. */

export const LOAD_PERIOD_S = 600;
const PERIODS_PER_HOUR = 6;
/** A flood begins in a period with so many alarms, */
const FLOOD_BEGINS = 10;
/** and ends before a period with fewer than this. */
const FLOOD_ENDS = 5;
/** More than this in one period is too much for one operator. */
const PERIOD_MAX = 10;

export interface AlarmLoad {
  readonly total: number;
  readonly perHour: number;
  readonly busiestHour: number;
  readonly busiestPeriod: number;
  /** Shares of all periods, 0 to 1: those with more than ten alarms, and those in a flood. */
  readonly overloadedShare: number;
  readonly floodShare: number;
  readonly floods: number;
}

/** `counts` maps the number of a ten-minute period since the epoch to its alarms; periods without any may be missing. `periods` is the number of all. */
export const alarmLoad = (counts: ReadonlyMap<number, number>, periods: number): AlarmLoad => {
  const sorted = [...counts].toSorted(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  const hours = new Map<number, number>();
  let floods = 0;
  let floodPeriods = 0;
  let lastInFlood: number | undefined;
  for (const [period, n] of sorted) {
    const hour = Math.floor(period / PERIODS_PER_HOUR);
    hours.set(hour, (hours.get(hour) ?? 0) + n);
    const goesOn = lastInFlood === period - 1 && n >= FLOOD_ENDS;
    if (!goesOn && n < FLOOD_BEGINS) continue;
    if (!goesOn) floods += 1;
    floodPeriods += 1;
    lastInFlood = period;
  }
  return {
    total,
    perHour: periods === 0 ? 0 : (total * PERIODS_PER_HOUR) / periods,
    busiestHour: Math.max(0, ...hours.values()),
    busiestPeriod: Math.max(0, ...sorted.map(([, n]) => n)),
    overloadedShare: periods === 0 ? 0 : sorted.filter(([, n]) => n > PERIOD_MAX).length / periods,
    floodShare: periods === 0 ? 0 : floodPeriods / periods,
    floods,
  };
};
