/** What a row of `tenant_day_sum` is of. Attempts to start belong to the date in UTC on which their order was created. */
export const dayPart = {
  day: 1,
  hour: 2,
  charge: 3,
  plugged: 4,
  stayed: 5,
  party: 6,
  attempts: 7,
  unserved: 8,
  repeated: 9,
  repeatedOfType: 10,
} as const;

/** The part of attempts without energy whose pile reported no result. */
export const NO_START_RESULT = -1;

/** Durations of one kind that took equally many begun minutes. */
export interface Duration {
  readonly kind: number;
  readonly minutes: number;
  readonly count: number;
  /** All of them together. */
  readonly ms: number;
}
