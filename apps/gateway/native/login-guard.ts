import { createBuckets } from '../shared/token-buckets.ts';
import type { ListenerLimits } from './limits.ts';

/** Piles whose recent logins are remembered; the longest unheard is forgotten first. */
export const PILES_REMEMBERED_MAX = 50_000;
/** Unknown names and wrong secrets an address may try, then one a second; generous, because a site's piles share one address. */
export const FAILURES = { burst: 100, refillMs: 1_000, keysMax: 10_000 };

/** What must be decided about a login before anything costly happens. All in memory, bounded, lost with the process. */
export interface LoginGuard {
  /** Whether this pile may try to log in from this address now. Refused tries do not count, so that patience helps. */
  admit(cpCode: string, address: string, nowMs: number): boolean;
  /** An unknown name or a wrong secret. Who guesses for long is refused, unless it has logged in from there before. */
  failed(address: string, nowMs: number): void;
  succeeded(cpCode: string, address: string): void;
}

export const createLoginGuard = ({ loginsMax, loginWindowMs }: Pick<ListenerLimits, 'loginsMax' | 'loginWindowMs'>): LoginGuard => {
  const tries = new Map<string, readonly number[]>();
  const friends = new Map<string, string>();
  const failures = createBuckets(FAILURES);
  return {
    // The address belongs to the key: a stranger must not be able to lock a pile out by trying under its name.
    admit: (cpCode, address, nowMs) => {
      if (friends.get(cpCode) !== address && !failures.has(address, nowMs)) return false;
      const key = `${cpCode}|${address}`;
      const recent = (tries.get(key) ?? []).filter((at) => at > nowMs - loginWindowMs);
      const admitted = recent.length < loginsMax;
      remember(tries, key, admitted ? [...recent, nowMs] : recent);
      return admitted;
    },
    failed: (address, nowMs) => void failures.take(address, nowMs),
    succeeded: (cpCode, address) => remember(friends, cpCode, address),
  };
};

const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size <= PILES_REMEMBERED_MAX) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
};
