/** A clock and its alarms, so that a test may run an hour of charging in a moment. */
export interface Time {
  nowMs(): number;
  /** Runs `work` once, `ms` from now, and returns how to call it off. */
  after(ms: number, work: () => void): Cancel;
}
export type Cancel = () => void;

export const realTime: Time = {
  nowMs: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export const pause = (time: Time, ms: number): Promise<void> =>
  new Promise((resolve) => {
    time.after(ms, resolve);
  });
