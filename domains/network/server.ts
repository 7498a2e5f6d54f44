import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { network } from './domain.ts';
import * as routes from './routes.server.ts';
import type { PileCommandSender } from './pile/pile-command-sender.server.ts';

export { noPileCommands } from './pile/pile-command-sender.server.ts';
export type { PileCommandSender } from './pile/pile-command-sender.server.ts';
export { openPileSecret, sealPileSecret, sealPileSecrets } from './pile/secret.server.ts';
export { intervalsOf } from './reservation-conf/reservation-conf.rules.ts';
export { newestDay } from './station/newest-day.server.ts';

/** `secrets` encrypt the secrets with which piles sign in; `piles` sends them changed settings. */
export const networkRoutes = (parts: { readonly secrets: Secrets; readonly piles: PileCommandSender }): readonly Route[] =>
  gatherRoutes(network, routes, parts);
