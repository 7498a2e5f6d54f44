export { billMode, rateStage, rateType } from './tariff.codes.ts';
export { pilePolicyApi, pilePolicyRefusals } from './pile-policy/pile-policy.ts';
export { rateMonthApi } from './rate-month/rate-month.ts';
export { rateRuleApi } from './rate-rule/rate-rule.ts';
export { tariff } from './domain.ts';
