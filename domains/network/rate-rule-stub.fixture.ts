import { domain } from '#kit/resource/feature.ts';
import { stubNoun } from '#kit/test/nouns/stub-noun.ts';

/** Declares the resources that piles refer to in domains that come later in the import order, as far as the registry needs them. */
export const rateRuleStub = domain('later', [
  stubNoun({ name: 'rateRule', table: 'rate_rule', key: 'rateRuleId', title: 'rateRuleName' }),
  stubNoun({ name: 'powerControl', table: 'power_control', key: 'powerControlId', title: 'ruleName' }),
]);
