import { billMode, rateStage, rateType as rateTypes, type RateType } from '#engines/tariff/codes.ts';
import { mainPartType } from '#engines/order/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { customerApi } from '#domains/customer/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { agentApi, agentType, stationApi, tenantApi } from '#domains/network/resources.ts';
import { rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import type { Api } from '../demo/api.ts';
import { ensure } from '../demo/ensure.ts';

export const GROUND = '模拟器试验场';
const ZONE = 'Asia/Shanghai';

/** The platform's ids of the test network. */
export interface TestNetworkIds {
  /** A text that differs between two installations. */
  readonly installation: string;
  readonly tenantId: string;
  readonly stationId: string;
  readonly rateRuleId: string;
  /** A company whose wallet pays for every card. */
  readonly custId: string;
}

export const setUpTenant = async (api: Api): Promise<TestNetworkIds> => {
  const tenants = await ensure(
    api,
    { ...tenantApi, nameOf: (row) => row.name },
    { planned: [GROUND], nameOf: (name) => name, draftOf: (name) => ({ name, currency: 'CNY', timezone: ZONE }) },
  );
  const { tenantId, createTime } = tenants.get(GROUND);
  const agents = await ensure(
    api,
    { ...agentApi, nameOf: (row) => row.agentName },
    {
      planned: [GROUND],
      nameOf: (name) => name,
      draftOf: (agentName) => ({ tenantId, agentName, agentType: agentType.items.own.value, timezone: ZONE }),
    },
  );
  const { agentId } = agents.get(GROUND);
  const stations = await ensure(
    api,
    { ...stationApi, nameOf: (row) => row.stationName },
    { planned: [GROUND], nameOf: (name) => name, draftOf: (stationName) => ({ tenantId, agentId, stationName, timezone: ZONE }) },
  );
  const { stationId } = stations.get(GROUND);
  return {
    installation: `${tenantId}-${createTime}`,
    tenantId,
    stationId,
    rateRuleId: await flatRule(api, tenantId),
    custId: await fundedCompany(api, tenantId),
  };
};

const ENABLED = entityState.enabled;
const ENABLE = 1;

/** One price for the whole day and year. */
const flatRule = async (api: Api, tenantId: string): Promise<string> => {
  const rules = await ensure(
    api,
    { ...rateRuleApi, nameOf: (row) => row.rateRuleName },
    { planned: [GROUND], nameOf: (name) => name, draftOf: (rateRuleName) => ({ tenantId, rateRuleName }) },
  );
  const { rateRuleId, ruleState } = rules.get(GROUND);
  if (ruleState === ENABLED) return rateRuleId;
  const fee = (rateType: RateType, rate: string) =>
    ({ rateType, billMode: billMode.byEnergy, periods: [{ startTime: '00:00', rateStage: rateStage.flat, rateDiscount: 100, rate }] }) as const;
  await api.call(rateMonthApi.saveMonth, {
    rateRuleId,
    month: 1,
    fees: [fee(rateTypes.electricity, '0.80000'), fee(rateTypes.service, '0.40000')].map((entry) => ({ ...entry, periods: [...entry.periods] })),
  });
  await api.call(rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await api.call(rateRuleApi.changeRuleState, { rateRuleId, opCode: ENABLE });
  return rateRuleId;
};

const COMPANY = { type: 2, pool: 1, mainPartType: mainPartType.agentCustomer, cash: 0, language: 1 } as const;
const POOL_FILL = '1000000.00';
const POOL_LOW = 100_000;

const fundedCompany = async (api: Api, tenantId: string): Promise<string> => {
  const customers = await ensure(
    api,
    { ...customerApi, nameOf: (row) => row.custName },
    {
      planned: [GROUND],
      nameOf: (name) => name,
      draftOf: (custName) => ({
        tenantId,
        custName,
        custPhone: '021 5555 0999',
        custLanguage: COMPANY.language,
        custType: COMPANY.type,
        useFundsPool: COMPANY.pool,
      }),
    },
  );
  const { custId, availableBal } = customers.get(GROUND);
  if (Number(availableBal) < POOL_LOW)
    await api.call(rechargeApi.add, { mainPartType: COMPANY.mainPartType, mainPartId: custId, rrMoney: POOL_FILL, payMethod: COMPANY.cash });
  return custId;
};
