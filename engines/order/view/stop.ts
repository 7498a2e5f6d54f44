import { STOP_EFFECT_MS, STOP_KEEP_MS, STOP_RESEND_MS, STOP_SLOW_AFTER_MS, STOP_SLOW_RESEND_MS } from '../bounds.ts';
import type { StopCause } from '../codes.ts';
import { hasFlowed } from './contradiction.ts';
import { recordRefusedMs } from './flags.ts';
import { orderEnd } from './end.ts';
import type { StopRequested } from '../facts.ts';
import { factsOf, factOf, type OrderFacts } from '../merge.ts';
import { acceptedRecord } from './record.ts';

/** A stop that was requested and that the pile has not obeyed yet. */
export interface PendingStop {
  /** The cause of the first stop request. */
  readonly cause: StopCause;
  readonly requestedAtMs: number;
  /** Null when not sent yet. */
  readonly lastSentAtMs: number | null;
  /** When it must be sent next. */
  readonly dueAtMs: number;
}

export const pendingStop = (facts: OrderFacts): PendingStop | null => {
  const notObeyed = factsOf(facts, 'stopRequested').filter((request) => !isObeyed(facts, request));
  const first = notObeyed[0];
  if (!first) return null;
  const lastSentAtMs = factOf(facts, 'stopSent')?.atMs ?? null;
  const newestAtMs = Math.max(...notObeyed.map(({ atMs }) => atMs));
  // A request newer than the last command is sent at once.
  const dueAtMs = lastSentAtMs === null || newestAtMs > lastSentAtMs ? newestAtMs : lastSentAtMs + resendAfterMs(lastSentAtMs - newestAtMs);
  if (dueAtMs > newestAtMs + STOP_KEEP_MS) return null;
  return { cause: first.cause, requestedAtMs: first.atMs, lastSentAtMs, dueAtMs };
};

const resendAfterMs = (sinceRequestMs: number): number => (sinceRequestMs < STOP_SLOW_AFTER_MS ? STOP_RESEND_MS : STOP_SLOW_RESEND_MS);

/** Causes that mean that current flows although the order has ended. */
const CAUSES_AFTER_END: ReadonlySet<StopCause> = new Set(['energyAfterEnd', 'startAfterEnd']);

const isObeyed = (facts: OrderFacts, request: StopRequested): boolean => {
  const end = orderEnd(facts);
  if (acceptedRecord(facts) && !CAUSES_AFTER_END.has(request.cause)) return true;
  if (
    (end?.by === 'startFailed' || end?.by === 'cancelled') &&
    !hasFlowed(facts) &&
    !CAUSES_AFTER_END.has(request.cause) &&
    request.cause !== 'contradiction'
  )
    return true;
  // The pile has reported the end, even if its record is unusable.
  if ((recordRefusedMs(facts) ?? -Infinity) >= request.atMs) return true;
  const lastAtMs = factOf(facts, 'progress')?.lastAtMs ?? 0;
  if (factsOf(facts, 'gunQuiet').some(({ sinceMs }) => sinceMs > request.atMs && sinceMs > lastAtMs)) return true;
  const confirmedAtMs = factOf(facts, 'stopConfirmed')?.atMs;
  if (confirmedAtMs === undefined || confirmedAtMs < request.atMs) return false;
  const flowHeardMs = factOf(facts, 'progress')?.flowHeardMs ?? null;
  return flowHeardMs === null || flowHeardMs <= confirmedAtMs + STOP_EFFECT_MS;
};
