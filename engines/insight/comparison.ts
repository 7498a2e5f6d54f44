/** A part of a whole; null where there is no whole, which is not the same as a part of 0. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** With fewer orders in the earlier period a percentage says more about chance than about the network. */
const BASE_ORDERS_MIN = 10;

/** A period and the one that it is compared with. */
export interface Compared {
  readonly now: number;
  readonly before: number;
  /** Orders of the earlier period. */
  readonly ordersBefore: number;
}

/** The change as a share of the earlier value, such as 0.12; null without an earlier value or with too few orders behind it. */
export const changeOf = ({ now, before, ordersBefore }: Compared): number | null =>
  ordersBefore < BASE_ORDERS_MIN ? null : shareOf(now - before, before);

/** The value of a weekday until a time of it, and of the whole day. */
export interface PastDay {
  readonly untilNow: number;
  readonly whole: number;
}

/**
 * What today will reach: today so far, divided by the share that the same weekdays had reached at this time. Null while they had reached nothing.
 *
 * @param pastDays the same weekday of earlier weeks
 */
export const forecastOf = (todayUntilNow: number, pastDays: readonly PastDay[]): number | null => {
  const untilNow = pastDays.reduce((sum, day) => sum + day.untilNow, 0);
  const whole = pastDays.reduce((sum, day) => sum + day.whole, 0);
  return untilNow === 0 ? null : (todayUntilNow * whole) / untilNow;
};
