import type { ListenerLimits } from './limits.ts';

/** Piles whose recent logins are remembered; the longest unheard is forgotten first. */
export const PILES_REMEMBERED_MAX = 50_000;
/** Proofs remembered for each pile. */
export const PROOFS_KEPT_MAX = 16;

/** What must be decided about a login before anything costly happens. All in memory, bounded, lost with the process. */
export interface LoginGuard {
  /** Whether this pile may try to log in from this address now. Refused tries do not count, so that patience helps. */
  admit(cpCode: string, address: string, nowMs: number): boolean;
  /** Whether this proof has not been seen for the pile: false means a recorded login is played again. */
  fresh(cpCode: string, proof: string): boolean;
}

export const createLoginGuard = ({ loginsMax, loginWindowMs }: Pick<ListenerLimits, 'loginsMax' | 'loginWindowMs'>): LoginGuard => {
  const tries = new Map<string, readonly number[]>();
  const proofs = new Map<string, readonly string[]>();
  return {
    // The address belongs to the key: a stranger must not be able to lock a pile out by trying under its name.
    admit: (cpCode, address, nowMs) => {
      const key = `${cpCode}|${address}`;
      const recent = (tries.get(key) ?? []).filter((at) => at > nowMs - loginWindowMs);
      const admitted = recent.length < loginsMax;
      remember(tries, key, admitted ? [...recent, nowMs] : recent);
      return admitted;
    },
    fresh: (cpCode, proof) => {
      const known = proofs.get(cpCode) ?? [];
      if (known.includes(proof)) return false;
      remember(proofs, cpCode, [...known, proof].slice(-PROOFS_KEPT_MAX));
      return true;
    },
  };
};

const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size <= PILES_REMEMBERED_MAX) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
};
