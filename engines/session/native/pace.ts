import type { SessionLimits } from './limits.ts';
import type { Bucket, Session } from './session.ts';

/** Takes one token for a received frame. */
export const takeToken = (bucket: Bucket, nowMs: number, limits: SessionLimits): Bucket => ({
  tokens: refilled(bucket, nowMs, limits) - 1,
  atMs: nowMs,
});

/**
 * How long the caller should pause reading from this pile: 0 to continue, milliseconds when the pile sends too fast, Infinity while the domain owes
 * it too many answers. Nothing is dropped or refused; the pile is only slowed down.
 */
export const readPauseMs = (session: Session, nowMs: number, limits: SessionLimits): number => {
  if (session.requests.length >= limits.ticketsMax && waitingTickets(session) >= limits.ticketsMax) return Infinity;
  const tokens = refilled(session.bucket, nowMs, limits);
  return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 1_000) / limits.framesPerS);
};

export const waitingTickets = (session: Session): number => session.requests.reduce((sum, request) => sum + (request.reply === null ? 1 : 0), 0);

const refilled = ({ tokens, atMs }: Bucket, nowMs: number, { framesPerS, framesBurst }: SessionLimits): number =>
  Math.min(framesBurst, tokens + (Math.max(0, nowMs - atMs) * framesPerS) / 1_000);
