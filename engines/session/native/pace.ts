import type { SessionLimits } from './limits.ts';
import type { Bucket, Session } from './session.ts';

/** One frame has come. */
export const takeToken = (bucket: Bucket, nowMs: number, limits: SessionLimits): Bucket => ({
  tokens: refilled(bucket, nowMs, limits) - 1,
  atMs: nowMs,
});

/**
 * How long the caller should leave this pile's bytes in the socket: 0 to read on, milliseconds when the pile sends too fast,
 * Infinity while the domain owes it too many answers. Nothing is dropped or refused; the pile is only slowed down.
 */
export const readPauseMs = (session: Session, nowMs: number, limits: SessionLimits): number => {
  if (session.asked.length >= limits.ticketsMax && waitingTickets(session) >= limits.ticketsMax) return Infinity;
  const tokens = refilled(session.bucket, nowMs, limits);
  return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 1_000) / limits.framesPerS);
};

export const waitingTickets = (session: Session): number => session.asked.reduce((sum, asked) => sum + (asked.reply === null ? 1 : 0), 0);

const refilled = ({ tokens, atMs }: Bucket, nowMs: number, { framesPerS, framesBurst }: SessionLimits): number =>
  Math.min(framesBurst, tokens + (Math.max(0, nowMs - atMs) * framesPerS) / 1_000);
