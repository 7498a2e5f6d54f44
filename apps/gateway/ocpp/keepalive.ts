/** Signs of life of one peer: counts what was asked without an answer, and answers those who want to know now. */
export interface Keepalive {
  heard(nowMs: number): void;
  /** What to do about a silence: nothing, ask, or give up. `ping` counts as asked. */
  check(nowMs: number): 'fine' | 'ping' | 'dead';
  /** True at the next sign of life, false after `withinMs` or at the end. */
  probe(withinMs: number): Promise<boolean>;
  end(): void;
}

export const createKeepalive = ({
  nowMs,
  pingMs,
  missedMax,
}: {
  readonly nowMs: number;
  readonly pingMs: number;
  readonly missedMax: number;
}): Keepalive => {
  const probes = new Set<(alive: boolean) => void>();
  let quietSinceMs = nowMs;
  let missed = 0;
  let over = false;

  const settleAll = (alive: boolean) => {
    for (const settle of probes) settle(alive);
  };

  return {
    heard: (atMs) => {
      quietSinceMs = atMs;
      missed = 0;
      if (probes.size > 0) settleAll(true);
    },
    check: (atMs) => {
      if (atMs - quietSinceMs < pingMs) return 'fine';
      if (missed >= missedMax) return 'dead';
      missed += 1;
      quietSinceMs = atMs;
      return 'ping';
    },
    probe: (withinMs) => {
      if (over) return Promise.resolve(false);
      return new Promise((resolve) => {
        const settle = (alive: boolean) => {
          clearTimeout(timer);
          probes.delete(settle);
          resolve(alive);
        };
        const timer = setTimeout(() => settle(false), withinMs);
        probes.add(settle);
      });
    },
    end: () => {
      over = true;
      settleAll(false);
    },
  };
};
