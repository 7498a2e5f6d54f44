import { hash, verify } from '@node-rs/argon2';
import { createLimit } from '#kit/server/background/concurrency-limit.ts';
import { refuseBusy } from '../attempts/overload.server.ts';

/** Two at a time keep one core free for everybody who is signed in already; about 100 ms of queue behind them. */
const hashLimit = { atOnce: 2, queueMax: 32 } as const;
/** What it costs to hash a password: kibibytes of memory, rounds, threads. argon2id is the library's default algorithm. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}
const defaultCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords in and out of their stored form. Both refuse when too many wait. */
export interface Hasher {
  readonly hash: (password: string) => Promise<string>;
  /** `stored` undefined, for an unknown name, does the same work and is never true. */
  readonly verify: (stored: string | undefined, password: string) => Promise<boolean>;
}

/** Another cost is for tests that are not about passwords; a product gives none. */
export const createHasher = (cost: HashCost = defaultCost): Hasher => {
  const limited = createLimit({ ...hashLimit, onBusy: refuseBusy });
  const hashNow = (password: string): Promise<string> => limited(() => hash(password.normalize('NFKC'), cost));
  let decoy: Promise<string> | undefined;
  return {
    hash: hashNow,
    verify: async (stored, password) => {
      const matches = async (checkMatch: string): Promise<boolean> => limited(() => verify(checkMatch, password.normalize('NFKC')));
      if (stored !== undefined) return matches(stored);
      decoy ??= hashNow('nobody has this password');
      await matches(await decoy);
      return false;
    },
  };
};
