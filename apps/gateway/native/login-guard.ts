import { createBuckets } from '../shared/token-buckets.ts';
import type { ListenerLimits } from './limits.ts';

/** Number of piles whose recent logins are stored; the pile with the oldest login is dropped first. */
export const PILES_REMEMBERED_MAX = 50_000;
/**
 * Failed logins (unknown code or wrong secret) allowed for one address, then one a second. Generous, because all piles of a site may
 * share one address.
 */
export const FAILURES = { burst: 100, refillMs: 1_000, keysMax: 10_000 };

/** Limits logins before any costly step. The state is in memory, bounded, and lost when the process ends. */
export interface LoginGuard {
  /** Whether this pile may attempt a login from this address now. Refused attempts do not count, so a pile that waits is admitted again. */
  admit(cpCode: string, address: string, nowMs: number): boolean;
  /**
   * Records a failed login (unknown code or wrong secret). An address with too many failures is refused, except for piles that have
   * logged in from it before.
   */
  failed(address: string, nowMs: number): void;
  succeeded(cpCode: string, address: string): void;
}

export const createLoginGuard = ({ loginsMax, loginWindowMs }: Pick<ListenerLimits, 'loginsMax' | 'loginWindowMs'>): LoginGuard => {
  const tries = new Map<string, readonly number[]>();
  const knownAddresses = new Map<string, string>();
  const failures = createBuckets(FAILURES);
  return {
    // The key includes the address, so that nobody can lock a pile out by attempting logins under its code from elsewhere.
    admit: (cpCode, address, nowMs) => {
      if (knownAddresses.get(cpCode) !== address && !failures.has(address, nowMs)) return false;
      const key = `${cpCode}|${address}`;
      const recent = (tries.get(key) ?? []).filter((failedMs) => failedMs > nowMs - loginWindowMs);
      const admitted = recent.length < loginsMax;
      remember(tries, key, admitted ? [...recent, nowMs] : recent);
      return admitted;
    },
    failed: (address, nowMs) => void failures.take(address, nowMs),
    succeeded: (cpCode, address) => remember(knownAddresses, cpCode, address),
  };
};

const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size <= PILES_REMEMBERED_MAX) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
};
