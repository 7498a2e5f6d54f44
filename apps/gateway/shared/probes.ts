/** Pending probes: each asks whether a peer is alive and waits for its next sign of life. */
export interface Probes {
  /** Resolves true at the next sign of life, with the value of `silence` after `withinMs` without one, and false when the connection ends. */
  wait(withinMs: number): Promise<boolean>;
  /** The peer has shown that it is alive (true), or the connection is over (false). */
  settle(alive: boolean): void;
}

/** `silence` returns the result of a probe that got no answer: true while nothing is read from the peer, because silence then proves nothing. */
export const createProbes = (silence: () => boolean): Probes => {
  const waiting = new Set<(alive: boolean) => void>();
  return {
    wait: (withinMs) =>
      new Promise((resolve) => {
        const settle = (alive: boolean) => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve(alive);
        };
        const timer = setTimeout(() => settle(silence()), withinMs);
        waiting.add(settle);
      }),
    settle: (alive) => {
      for (const settle of waiting) settle(alive);
    },
  };
};
