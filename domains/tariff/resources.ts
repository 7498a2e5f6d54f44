export { billMode, rateStage, rateType } from './tariff.codes.ts';
export { pilePolicyApi, pilePolicyRefusals } from './pile-policy/pile-policy.ts';
export { rateAliasApi } from './rate-alias/rate-alias.ts';
export type { RateNames } from './rate-alias/rate-alias.ts';
export { rateMonthApi } from './rate-month/rate-month.ts';
export { rateRuleApi } from './rate-rule/rate-rule.ts';
export { tariff } from './domain.ts';
