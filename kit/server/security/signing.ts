import { createHash, timingSafeEqual } from 'node:crypto';
import { signText } from '#kit/cipher/sign-text.ts';
import type { SignedRequest } from '#kit/cipher/sign-text.ts';

/** A request whose timestamp differs by more than this from the server's clock is refused. */
export const STAMP_WINDOW_MS = 300_000;

export interface Signing {
  /** The secret of this deployment. Every browser receives it, so a valid signature grants nothing. */
  readonly secret: string;
  /** Paths below the base path whose signature is checked; a trailing `*` matches everything below. */
  readonly paths: readonly string[];
}

/** X-Sign: MD5 in capitals, because the clients of the product family send that. */
export const signOf = (request: SignedRequest, secret: string): string =>
  createHash('md5')
    .update(signText(request) + secret)
    .digest('hex')
    .toUpperCase();

export const isSignedPath = ({ paths }: Signing, path: string): boolean =>
  paths.some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));

/** Why a signature is invalid; undefined when it is valid. */
export const signProblem = (
  received: { readonly request: SignedRequest; readonly sign: string | undefined; readonly stamp: string | undefined },
  expected: { readonly secret: string; readonly now: Date },
): 'missing' | 'stamp' | 'differs' | undefined => {
  if (!received.sign) return 'missing';
  if (!isFresh(received.stamp, expected.now)) return 'stamp';
  const [sign, expectedSign] = [Buffer.from(received.sign), Buffer.from(signOf(received.request, expected.secret))];
  return sign.length === expectedSign.length && timingSafeEqual(sign, expectedSign) ? undefined : 'differs';
};

/** Whether an X-TIMESTAMP is within the window, before or after now. */
export const isFresh = (stamp: string | undefined, now: Date): boolean => Math.abs(stampMs(stamp ?? '') - now.getTime()) <= STAMP_WINDOW_MS;

/** Parses epoch ms, or yyyyMMddHHmmss in UTC; NaN for anything else. */
const stampMs = (stamp: string): number => {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp);
  if (!parts) return /^\d{13}$/.test(stamp) ? Number(stamp) : Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};
