import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { tariff } from './domain.ts';
import * as routes from './routes.server.ts';
import type { SendRatesToPiles } from './pile-policy/send-rates.server.ts';

export type { SendRatesToPiles } from './pile-policy/send-rates.server.ts';
export { wordsOfFee } from './rate-alias/rate-alias.rules.ts';
export { rateNames } from './rate-alias/rate-names.server.ts';
export { loadMonths } from './rate-month/rate-month.store.server.ts';
export { currentTariffs, freezeFormerTariff, freezeTariff, readSnapshot } from './snapshot/snapshot.server.ts';
export type { CurrentTariff, FormerPrices, FrozenTariff } from './snapshot/snapshot.server.ts';

/** `sendRatesToPiles` sends prices to piles. It is passed in because the command domain comes after this one in the import order. */
export const tariffRoutes = (parts: { readonly sendRatesToPiles: SendRatesToPiles }): readonly Route[] => gatherRoutes(tariff, routes, parts);
