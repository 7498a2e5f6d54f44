/** A clock with timers, so that a test can run an hour of charging in a moment. */
export interface Time {
  nowMs(): number;
  /** Runs `work` once after `ms`; returns a function that cancels it. */
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
