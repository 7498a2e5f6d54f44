import { SECRET } from '../stage/names.ts';
import { atLeast, never } from './figures.ts';
import { nativeLogin, sayNativeLogin } from './guesses.ts';
import type { NativeLogin } from './guesses.ts';
import { attackerAddress } from './raw.ts';
import type { Scenario } from './scenario.ts';

const GROUP = 6;
/** Not the one that is honest meanwhile. */
const FIRST = 1;
const MANY = 5;

/** Logins of native piles, recorded on the wire, said again: while the server runs, and after it was started anew. The product is restarted for it. */
export const replays: Scenario = {
  name: 'recorded logins of native piles',
  run: async ({ target }) => {
    const recorded = Array.from({ length: MANY }, (_unused, nth) => nativeLogin({ index: FIRST + nth, secret: SECRET, atMs: Date.now() }));
    const taken = (logins: readonly NativeLogin[]): Promise<number> => countTaken(target.ports.pile, logins);
    const first = await taken(recorded);
    const again = await taken(recorded);
    await target.end('SIGTERM');
    await target.start();
    const afterwards = await taken(recorded);
    const old = await taken([nativeLogin({ index: FIRST + MANY, secret: SECRET, atMs: 0 })]);
    return [
      atLeast('logins taken the first time', first, { of: MANY, unit: '' }),
      never('recorded logins taken again', again),
      never(`recorded logins taken again after a restart, of ${MANY}`, afterwards),
      never('logins dated 1970 taken', old),
    ];
  },
};

const countTaken = async (port: number, logins: readonly NativeLogin[]): Promise<number> => {
  let taken = 0;
  for (const [nth, login] of logins.entries()) taken += (await sayNativeLogin(port, login, attackerAddress(GROUP, nth))) ? 1 : 0;
  return taken;
};
