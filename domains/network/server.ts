import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { network } from './domain.ts';
import * as routes from './routes.server.ts';
import type { PileCommandSender } from './pile/pile-command-sender.server.ts';
import type { PilePowerCheck } from './pile/pile-power-check.server.ts';

export { noPileCommands } from './pile/pile-command-sender.server.ts';
export type { PileCommandSender } from './pile/pile-command-sender.server.ts';
export type { PilePowerCheck } from './pile/pile-power-check.server.ts';
export { openPileSecret, sealPileSecret, sealPileSecrets } from './pile/secret.server.ts';
export { intervalsOf } from './reservation-conf/reservation-conf.rules.ts';
export { newestDay } from './station/newest-day.server.ts';

interface NetworkParts {
  /** Encrypt the secrets with which piles sign in. */
  readonly secrets: Secrets;
  /** Sends piles their changed settings. */
  readonly piles: PileCommandSender;
  /** Absent in programs without power controls. */
  readonly checkPower?: PilePowerCheck;
}

export const networkRoutes = ({ checkPower = async () => undefined, ...parts }: NetworkParts): readonly Route[] =>
  gatherRoutes(network, routes, { ...parts, checkPower });
