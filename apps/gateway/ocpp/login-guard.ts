import { createHash, timingSafeEqual } from 'node:crypto';
import type { DeviceBackend } from '#engines/protocol/device-backend.ts';
import type { Clock } from '../shared/environment.ts';
import { createBuckets } from '../shared/token-buckets.ts';
import type { Handshake } from './handshake.ts';
import type { Refusal } from './handshake-refusal.ts';

/**
 * Wrong passwords allowed for one address, then ten a second. Generous, because all piles of a site share one address with its
 * misconfigured ones.
 */
const ADDRESS_FAILURES = { burst: 600, refillMs: 100, keysMax: 10_000 };
/** Wrong passwords allowed for one station from all addresses. Beyond it, each address that has failed must wait until its failure has expired. */
const STATION_FAILURES = { burst: 10, refillMs: 30_000, keysMax: 10_000 };
/** Wrong passwords allowed for one station from one address, even where that station has authenticated from it before. */
const PAIR_FAILURES = { burst: 10, refillMs: 6_000, keysMax: 50_000 };
/** Successful logins allowed for one station. A pile that reconnects without a pause must wait; other piles are not affected. */
const LOGINS = { burst: 10, refillMs: 6_000, keysMax: 50_000 };
/** Number of stations whose last successful address is stored. */
const KNOWN_ADDRESSES_MAX = 50_000;
/** Credential look-ups in progress at the same time: as many as there may be stations, since one statement reads hundreds. */
const CREDENTIALS_ASKED_MAX = 20_000;

/** Decides who may attempt a login. Attempts over a limit are refused before the database is read. */
export interface LoginGuard {
  /** A refusal, or with which of its passwords the station is authenticated. */
  check(handshake: Handshake): Promise<Refusal | { readonly usesNextSecret: boolean }>;
  /** Records a request that carried no credentials. */
  failed(remoteAddress: string): void;
}

export const createLoginGuard = (backend: Pick<DeviceBackend, 'credentials' | 'alarm'>, clock: Clock): LoginGuard => {
  const addressFailures = createBuckets(ADDRESS_FAILURES);
  const stationFailures = createBuckets(STATION_FAILURES);
  const pairFailures = createBuckets(PAIR_FAILURES);
  const logins = createBuckets(LOGINS);
  const knownAddresses = new Map<string, string>();
  let pendingLookups = 0;

  /**
   * An attacker's guesses must not lock out the station, wherever it connects from, nor other stations behind the same address.
   * Therefore the failures counted for a station apply only to addresses that have themselves failed for that station.
   */
  const limited = ({ cpCode, remoteAddress }: Handshake, nowMs: number): boolean => {
    if (knownAddresses.get(cpCode) === remoteAddress) return false;
    const hasFailedHere = !pairFailures.isFull(pairOf(cpCode, remoteAddress), nowMs);
    return !addressFailures.has(remoteAddress, nowMs) || (hasFailedHere && !stationFailures.has(cpCode, nowMs));
  };

  const refuse = ({ cpCode, remoteAddress }: Handshake, isKnown: boolean): Refusal => {
    const atMs = clock.nowMs();
    addressFailures.take(remoteAddress, atMs);
    stationFailures.take(cpCode, atMs);
    if (isKnown) backend.alarm({ kind: 'wrongSecret', cpCode, remoteAddress, detail: 'OCPP basic authorization', atMs });
    return { status: 401 };
  };

  const rememberAddress = ({ cpCode, remoteAddress }: Handshake): void => {
    knownAddresses.delete(cpCode);
    knownAddresses.set(cpCode, remoteAddress);
    if (knownAddresses.size <= KNOWN_ADDRESSES_MAX) return;
    for (const oldest of knownAddresses.keys()) {
      knownAddresses.delete(oldest);
      break;
    }
  };

  return {
    check: async (handshake) => {
      const nowMs = clock.nowMs();
      const pair = pairOf(handshake.cpCode, handshake.remoteAddress);
      if (limited(handshake, nowMs)) return { status: 429, retryAfterS: 30 };
      if (!logins.has(handshake.cpCode, nowMs)) return { status: 429, retryAfterS: LOGINS.refillMs / 1_000 };
      if (pendingLookups >= CREDENTIALS_ASKED_MAX) return { status: 503, retryAfterS: 5 };
      // The token is taken before the result is known, so that parallel attempts count too.
      if (!pairFailures.take(pair, nowMs)) return { status: 429, retryAfterS: 30 };
      pendingLookups += 1;
      let isWrong = false;
      let usesNextSecret = false;
      try {
        const credentials = await backend.credentials(handshake.cpCode);
        usesNextSecret = isPassword(handshake.password, credentials?.nextSecret ?? null);
        isWrong = !isPassword(handshake.password, credentials?.secret ?? null) && !usesNextSecret;
        if (isWrong) return refuse(handshake, credentials !== undefined);
      } finally {
        pendingLookups -= 1;
        if (!isWrong) pairFailures.giveBack(pair);
      }
      rememberAddress(handshake);
      return logins.take(handshake.cpCode, nowMs) ? { usesNextSecret } : { status: 429, retryAfterS: LOGINS.refillMs / 1_000 };
    },
    failed: (remoteAddress) => void addressFailures.take(remoteAddress, clock.nowMs()),
  };
};

const pairOf = (cpCode: string, remoteAddress: string): string => `${cpCode} ${remoteAddress}`;

/**
 * Compares in constant time. A station without a password of its own is always refused. A secret of 40 hex digits also matches as
 * the 20 bytes it encodes, because stations send the AuthorizationKey of the OCPP 1.6 security extension in both forms.
 */
const isPassword = (typed: Buffer, secret: string | null): boolean => {
  const asText = isEqual(typed, Buffer.from(secret ?? '\0'));
  const asBytes = isEqual(typed, /^[0-9a-f]{40}$/i.test(secret ?? '') ? Buffer.from(secret ?? '', 'hex') : Buffer.from('\0'));
  return secret !== null && secret !== '' && (asText || asBytes);
};

const isEqual = (a: Buffer, b: Buffer): boolean => timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
