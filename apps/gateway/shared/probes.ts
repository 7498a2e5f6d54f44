/** Questions whether a peer is alive that wait for its next sign of life. */
export interface Probes {
  /** True at the next sign of life; after `withinMs` without one whatever `silence` says; false at the end. */
  wait(withinMs: number): Promise<boolean>;
  /** The peer has shown that it is alive (true), or the connection is over (false). */
  settle(alive: boolean): void;
}

/** `silence`: what a silence means, true while nothing is read from the peer, because it proves nothing then. */
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
