import { entityState } from '#engines/entity/codes.ts';
import { rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import type { Api } from '../api.ts';
import { rules, type RulePlan } from '../data/rates.ts';
import type { RuleKey } from '../data/places.ts';
import { each, ensure } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** Rate rules of twelve months, enabled, by the keys of the plan. */
export const setUpRates = async (api: Api, places: DemoIds): Promise<(key: RuleKey) => string> => {
  const made = await ensure(
    api,
    { ...rateRuleApi, nameOf: (row) => row.rateRuleName },
    { wanted: rules, nameOf: ({ name }) => name, draftOf: ({ name, tenant }) => ({ rateRuleName: name, tenantId: places.tenantId(tenant) }) },
  );
  await each(rules, async (plan) => {
    const { rateRuleId, ruleState } = made.get(plan.name);
    if (ruleState === ENABLED) return;
    await priceYear(api, rateRuleId, plan);
    await api.call(rateRuleApi.changeRuleState, { rateRuleId, opCode: ENABLE });
  });
  return (key) => made.get(rules.find((plan) => plan.key === key)?.name ?? key).rateRuleId;
};

const ENABLED = entityState.enabled;
const ENABLE = 1;

/** One month of each season in full, its other months as copies. */
const priceYear = async (api: Api, rateRuleId: string, { seasons }: RulePlan): Promise<void> => {
  for (const { months, fees } of seasons) {
    const [month, ...others] = months;
    await api.call(rateMonthApi.saveMonth, { rateRuleId, month, fees: fees.map((fee) => ({ ...fee, periods: [...fee.periods] })) });
    if (others.length > 0) await api.call(rateMonthApi.copyMonth, { rateRuleId, month, months: others.join(',') });
  }
};
