import { createHash, timingSafeEqual } from 'node:crypto';
import { signText } from '#kit/cipher/sign-text.ts';
import type { SignedRequest } from '#kit/cipher/sign-text.ts';

/** A request that is older or newer than this by its own stamp is refused. */
export const STAMP_WINDOW_MS = 300_000;

export interface Signing {
  /** Of this deployment. It ships to every browser: a match grants nothing. */
  readonly secret: string;
  /** Paths below the base path whose signature is looked at; a last `*` stands for everything below. */
  readonly paths: readonly string[];
}

/** X-Sign: MD5 in capitals, because the family's clients send that. */
export const signOf = (request: SignedRequest, secret: string): string =>
  createHash('md5')
    .update(signText(request) + secret)
    .digest('hex')
    .toUpperCase();

export const isSignedPath = ({ paths }: Signing, path: string): boolean =>
  paths.some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));

/** Why a signature does not hold, or undefined when it does. */
export const signProblem = (
  received: { readonly request: SignedRequest; readonly sign: string | undefined; readonly stamp: string | undefined },
  expected: { readonly secret: string; readonly now: Date },
): 'missing' | 'stamp' | 'differs' | undefined => {
  if (!received.sign) return 'missing';
  if (!isFresh(received.stamp, expected.now)) return 'stamp';
  const [sign, expectedSign] = [Buffer.from(received.sign), Buffer.from(signOf(received.request, expected.secret))];
  return sign.length === expectedSign.length && timingSafeEqual(sign, expectedSign) ? undefined : 'differs';
};

/** Whether an X-TIMESTAMP lies within the window, before or after. */
export const isFresh = (stamp: string | undefined, now: Date): boolean => Math.abs(stampMs(stamp ?? '') - now.getTime()) <= STAMP_WINDOW_MS;

/** Epoch ms, or yyyyMMddHHmmss in UTC; NaN for anything else. */
const stampMs = (stamp: string): number => {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp);
  if (!parts) return /^\d{13}$/.test(stamp) ? Number(stamp) : Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};
