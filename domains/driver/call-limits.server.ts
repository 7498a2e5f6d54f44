import { throwRefusal } from '#kit/resource/refusal.ts';
import { driverRefusals } from './driver-refusals.labels.ts';

/** Calls of a visit, and of an address, which many phones of a mobile network share, in a minute. */
const VISIT_CALLS_MAX = 60;
const ADDRESS_CALLS_MAX = 120;
const WINDOW_MS = 60_000;
/** So many names are counted; when there are more, the oldest windows are dropped. */
const NAMES_MAX = 20_000;

/** Counts calls in this process. Limits that protect money are counted in the database. */
export interface CallLimits {
  readonly countVisit: (visitId: string) => void;
  readonly countAddress: (address: string) => void;
}

export const createCallLimits = (clock: () => Date): CallLimits => {
  const windows = new Map<string, { readonly untilMs: number; count: number }>();
  const count = (name: string, max: number): void => {
    const nowMs = clock().getTime();
    const known = windows.get(name);
    if (known && known.untilMs > nowMs) {
      known.count++;
      if (known.count > max) refuseTooMany(Math.ceil((known.untilMs - nowMs) / 1_000));
      return;
    }
    windows.delete(name);
    const oldest = windows.keys().next();
    if (windows.size >= NAMES_MAX && !oldest.done) windows.delete(oldest.value);
    windows.set(name, { untilMs: nowMs + WINDOW_MS, count: 1 });
  };
  return {
    countVisit: (visitId) => count(`visit ${visitId}`, VISIT_CALLS_MAX),
    countAddress: (address) => count(`address ${address}`, ADDRESS_CALLS_MAX),
  };
};

/** 429 with `Retry-After`. */
export const refuseTooMany = (retryAfterS: number): never =>
  throwRefusal(driverRefusals, 'driver.tooMany', {}, { status: 429, detail: { retryAfter: retryAfterS } });
