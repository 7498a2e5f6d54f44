import { SECRET } from '../server/names.ts';
import { atLeast, never } from './figures.ts';
import { nativeLogin, sendNativeLogin } from './login-guesses.ts';
import type { NativeLogin } from './login-guesses.ts';
import { attackerAddress } from './raw-connection.ts';
import type { Scenario } from './scenario.ts';

const GROUP = 6;
/** The first pile that is not one of the honest clients. */
const FIRST_PILE = 1;
const PILE_COUNT = 5;

/** Sends recorded logins of native piles again: while the server runs, and after a restart. The scenario restarts the product. */
export const replays: Scenario = {
  name: 'recorded logins of native piles',
  run: async ({ target }) => {
    const recordedLogins = Array.from({ length: PILE_COUNT }, (_unused, nth) =>
      nativeLogin({ index: FIRST_PILE + nth, secret: SECRET, atMs: Date.now() }),
    );
    const countAccepted = (logins: readonly NativeLogin[]): Promise<number> => countAcceptedLogins(target.ports.pile, logins);
    const firstAccepted = await countAccepted(recordedLogins);
    const replayAccepted = await countAccepted(recordedLogins);
    await target.end('SIGTERM');
    await target.start();
    const acceptedAfterRestart = await countAccepted(recordedLogins);
    const oldAccepted = await countAccepted([nativeLogin({ index: FIRST_PILE + PILE_COUNT, secret: SECRET, atMs: 0 })]);
    return [
      atLeast('logins taken the first time', firstAccepted, { of: PILE_COUNT, unit: '' }),
      never('recorded logins taken again', replayAccepted),
      never(`recorded logins taken again after a restart, of ${PILE_COUNT}`, acceptedAfterRestart),
      never('logins dated 1970 taken', oldAccepted),
    ];
  },
};

const countAcceptedLogins = async (port: number, logins: readonly NativeLogin[]): Promise<number> => {
  let acceptedCount = 0;
  for (const [nth, login] of logins.entries()) acceptedCount += (await sendNativeLogin(port, login, attackerAddress(GROUP, nth))) ? 1 : 0;
  return acceptedCount;
};
