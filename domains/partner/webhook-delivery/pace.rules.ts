/** A message is tried for three days, after which an operator can send it again. */
export const GIVE_UP_MS = 72 * 3_600_000;

const MINUTE_MS = 60_000;
/** Pauses of a webhook whose receiver does not answer or does not work; the last repeats. */
const HOOK_PAUSES_MS = [5_000, 15_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 15 * MINUTE_MS] as const;
/** After so many failures in a row, whose pauses are together an hour, operators are told. */
export const DOWN_FAILURES = 10;
/** Pauses of one message that a working receiver refuses; the last repeats. */
const MESSAGE_PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, 3 * 60 * MINUTE_MS, 6 * 60 * MINUTE_MS] as const;
/** A receiver cannot ask for a longer pause. */
const RETRY_AFTER_MAX_MS = 60 * MINUTE_MS;

/** What follows from an attempt. */
export type AttemptVerdict =
  | { readonly outcome: 'delivered' }
  /** The receiver does not work; the message and all others wait. */
  | { readonly outcome: 'down'; readonly waitMs: number | undefined }
  /** A working receiver does not take this message. */
  | { readonly outcome: 'refused' };

const downStatus: ReadonlySet<number> = new Set([408, 425, 429]);

/** Judges the answer of a receiver. `retryAfter` is the header of that name, in seconds. */
export const judgeAttempt = ({ status, retryAfter }: { readonly status: number; readonly retryAfter: string | undefined }): AttemptVerdict => {
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  if (status < 500 && !downStatus.has(status)) return { outcome: 'refused' };
  const waitMs = retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Math.min(Number(retryAfter) * 1_000, RETRY_AFTER_MAX_MS) : undefined;
  return { outcome: 'down', waitMs };
};

/** The pause of a webhook after so many failures in a row, from 1. */
export const hookPauseMs = (failures: number): number => HOOK_PAUSES_MS[Math.min(failures, HOOK_PAUSES_MS.length) - 1] ?? HOOK_PAUSES_MS[0];

/** The pause of a message after so many attempts, from 1. */
export const messagePauseMs = (attempts: number): number =>
  MESSAGE_PAUSES_MS[Math.min(attempts, MESSAGE_PAUSES_MS.length) - 1] ?? MESSAGE_PAUSES_MS[0];
