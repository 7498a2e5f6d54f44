import { pilePolicyRoutes } from './pile-policy/pile-policy.server.ts';
import { rateMonthRoutes } from './rate-month/rate-month.server.ts';
import { rateRuleRoutes } from './rate-rule/rate-rule.server.ts';

export { freezeTariff, readSnapshot } from './snapshot/snapshot.server.ts';
export type { FrozenTariff } from './snapshot/snapshot.server.ts';

export const tariffRoutes = [...rateRuleRoutes, ...rateMonthRoutes, ...pilePolicyRoutes];
