export { pilePolicyRoutes } from './pile-policy/pile-policy.server.ts';
export { rateAliasRoutes } from './rate-alias/rate-alias.server.ts';
export { rateMonthRoutes } from './rate-month/rate-month.server.ts';
export { rateRuleRoutes } from './rate-rule/rate-rule.server.ts';
