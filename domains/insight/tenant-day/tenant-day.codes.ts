/** What a row of `tenant_day_sum` is of. */
export const dayPart = { day: 1, hour: 2, charge: 3, plugged: 4, stayed: 5, party: 6 } as const;

/** Durations of one kind that took equally many begun minutes. */
export interface Duration {
  readonly kind: number;
  readonly minutes: number;
  readonly count: number;
  /** All of them together. */
  readonly ms: number;
}
