import { hash, verify } from '@node-rs/argon2';
import { createLimit } from '#kit/server/background/concurrency-limit.ts';
import { refuseBusy } from '../attempts/overload.server.ts';

/** Two at a time keep one core free for signed-in users; the queue delays a call by about 100 ms. */
const hashLimit = { atOnce: 2, queueMax: 32 } as const;
/** The cost of a password hash: KiB of memory, iterations, threads. argon2id is the library's default algorithm. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}
/** What the product pays for each password. */
export const productHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and verifies passwords. Both refuse when too many calls wait. */
export interface Hasher {
  readonly hash: (password: string) => Promise<string>;
  /** `stored` is undefined for an unknown name; then the same work is done, and the result is false. */
  readonly verify: (stored: string | undefined, password: string) => Promise<boolean>;
}

/** Another cost is only for tests that do not concern passwords. */
export const createHasher = (cost: HashCost = productHashCost): Hasher => {
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
