import { entityState } from '#engines/entity/codes.ts';
import { rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import type { Api } from '../api.ts';
import { rules, type RulePlan } from '../data/rates.ts';
import type { RuleKey } from '../data/places.ts';
import { mapConcurrently, ensure } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** Creates rate rules of twelve months and enables them; returns their ids by the keys of the plan. */
export const setUpRates = async (api: Api, places: DemoIds): Promise<(key: RuleKey) => string> => {
  const rows = await ensure(
    api,
    { ...rateRuleApi, nameOf: (row) => row.rateRuleName },
    { planned: rules, nameOf: ({ name }) => name, draftOf: ({ name, tenant }) => ({ rateRuleName: name, tenantId: places.tenantId(tenant) }) },
  );
  await mapConcurrently(rules, async (plan) => {
    const { rateRuleId, ruleState } = rows.get(plan.name);
    if (ruleState === ENABLED) return;
    await priceYear(api, rateRuleId, plan);
    await api.call(rateRuleApi.changeRuleState, { rateRuleId, opCode: ENABLE });
  });
  return (key) => rows.get(rules.find((plan) => plan.key === key)?.name ?? key).rateRuleId;
};

const ENABLED = entityState.enabled;
const ENABLE = 1;

/** Saves one month of each season, and copies it to the season's other months. */
const priceYear = async (api: Api, rateRuleId: string, { seasons }: RulePlan): Promise<void> => {
  for (const { months, fees } of seasons) {
    const [month, ...otherMonths] = months;
    await api.call(rateMonthApi.saveMonth, { rateRuleId, month, fees: fees.map((fee) => ({ ...fee, periods: [...fee.periods] })) });
    if (otherMonths.length > 0) await api.call(rateMonthApi.copyMonth, { rateRuleId, month, months: otherMonths.join(',') });
  }
};
