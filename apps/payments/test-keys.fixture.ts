import { createKeys } from './keys.ts';
import type { StandInKeys } from './keys.ts';

let keys: StandInKeys | undefined;

/** The keys of every stand-in that tests of one thread start: five RSA keys take half a second. */
export const testKeys = (): StandInKeys => (keys ??= createKeys());
