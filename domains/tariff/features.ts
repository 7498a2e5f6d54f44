export { pilePolicyFeature } from './pile-policy/pile-policy.feature.ts';
export { rateAliasFeature } from './rate-alias/rate-alias.feature.ts';
export { rateMonthFeature } from './rate-month/rate-month.feature.ts';
export { rateRuleFeature } from './rate-rule/rate-rule.feature.ts';
