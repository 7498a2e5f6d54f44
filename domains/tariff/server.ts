import type { Route } from '#kit/server/context/route.ts';
import type { TellPiles } from './pile-policy/tell-piles.server.ts';
import { pilePolicyRoutes } from './pile-policy/pile-policy.server.ts';
import { rateMonthRoutes } from './rate-month/rate-month.server.ts';
import { rateRuleRoutes } from './rate-rule/rate-rule.server.ts';

export type { TellPiles } from './pile-policy/tell-piles.server.ts';
export { loadMonths } from './rate-month/rate-month.store.server.ts';
export { freezeTariff, readSnapshot } from './snapshot/snapshot.server.ts';
export type { FrozenTariff } from './snapshot/snapshot.server.ts';

/** `tellPiles` sends prices to piles, whose commands stand later on the street. */
export const tariffRoutes = ({ tellPiles }: { readonly tellPiles: TellPiles }): readonly Route[] => [
  ...rateRuleRoutes,
  ...rateMonthRoutes(tellPiles),
  ...pilePolicyRoutes(tellPiles),
];
