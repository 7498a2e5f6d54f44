import { domain } from '#kit/resource/feature.ts';
import { rateRuleFeature } from './rate-rule/rate-rule.feature.ts';
import { rateMonthFeature } from './rate-month/rate-month.feature.ts';
import { pilePolicyFeature } from './pile-policy/pile-policy.feature.ts';

export const tariff = domain('tariff', [rateRuleFeature, rateMonthFeature, pilePolicyFeature], {
  menuGroups: [{ name: 'tariff', title: ['费率管理', '費率管理', 'Tariffs'], icon: 'percentage', order: 30 }],
});
