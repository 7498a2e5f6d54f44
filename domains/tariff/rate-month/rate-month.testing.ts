import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { monthFees, unusedRule } from '../rate-rule/rate-rule.testing.ts';

export const testing = nounTesting({
  name: 'rateMonth',
  samples: {
    saveMonth: async ({ own }) => [{ rateRuleId: await own('rateRule'), month: 2, fees: monthFees }],
    copyMonth: async ({ own }) => [{ rateRuleId: await own('rateRule'), month: 1, months: '2,3' }],
    deleteMonth: async (maker) => [{ rateRuleId: maker.fresh ? await unusedRule(maker) : await maker.own('rateRule'), month: 3 }],
  },
});
