/**
 * When a condition that sources report becomes an exception, and when the exception ends. Pure; the caller stores the state. Rules 3 and 4 of
 * section 3 of the reference on alarms: delays on both sides, and a condition that comes and goes is one exception.
 */

/** Appearances older than this do not count as flapping. */
export const FLAP_WINDOW_MS = 10 * 60_000;
/** An unstable exception is over, or lasting, when its condition has not changed for this time. */
export const CALM_MS = 15 * 60_000;

export interface Delays {
  /** A condition that is over before this time opens nothing. Milliseconds. */
  readonly onDelayMs: number;
  /** A condition that is back within this time continues its exception. Milliseconds. */
  readonly offDelayMs: number;
  /** More appearances than this within `FLAP_WINDOW_MS` make the exception unstable. */
  readonly flapLimit: number;
}

export interface ConditionState {
  readonly isPresent: boolean;
  /** When `isPresent` last changed, by our clock. */
  readonly changedMs: number;
  /** The last appearances, by our clock; enough of them to exceed the limit. */
  readonly appearedMs: readonly number[];
  readonly isOpen: boolean;
  readonly isUnstable: boolean;
}

/** `nextMs`: the time at which time alone may change the judgement; null when only a report can. */
export interface Judgement {
  readonly isOpen: boolean;
  readonly isUnstable: boolean;
  readonly nextMs: number | null;
}

export const judgeCondition = (state: ConditionState, delays: Delays, nowMs: number): Judgement => {
  const recent = state.appearedMs.filter((at) => at > nowMs - FLAP_WINDOW_MS).length;
  if (state.isUnstable || recent > delays.flapLimit) {
    const calmMs = state.changedMs + CALM_MS;
    if (nowMs < calmMs) return { isOpen: true, isUnstable: true, nextMs: calmMs };
    return { isOpen: state.isPresent, isUnstable: false, nextMs: null };
  }
  if (state.isOpen === state.isPresent) return { isOpen: state.isOpen, isUnstable: false, nextMs: null };
  const dueMs = state.changedMs + (state.isPresent ? delays.onDelayMs : delays.offDelayMs);
  return nowMs < dueMs ? { isOpen: state.isOpen, isUnstable: false, nextMs: dueMs } : { isOpen: state.isPresent, isUnstable: false, nextMs: null };
};

/** A device's own time counts only near ours; in milliseconds. */
const DEVICE_CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The time at which something happened: the device's, or ours when its clock is wrong. */
export const timeOfException = (deviceMs: number, receivedMs: number): number =>
  Math.abs(deviceMs - receivedMs) <= DEVICE_CLOCK_TOLERANCE_MS ? deviceMs : receivedMs;
