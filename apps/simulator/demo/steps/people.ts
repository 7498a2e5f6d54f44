import { rateType as rateTypes } from '#engines/tariff/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { carApi, cardApi, carPileType, carTypeApi, customerApi, custType, vipDiscountApi, vipLevelApi } from '#domains/customer/resources.ts';
import { carModels, type CarModel } from '../../model/car.ts';
import type { Api } from '../api.ts';
import { cardPlans, carPlans, companies, persons, vipLevels, type CarPlan, type CompanyPlan, type PersonPlan } from '../data/people.ts';
import { tenants, type TenantKey } from '../data/places.ts';
import { ensure, type SkippedCallback } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** The kinds of payer (main part types). */
export const payer = { person: 1, card: 2, company: 3, car: 4 } as const;

/** A driver, with everything needed to charge. */
export interface Driver {
  readonly tenant: TenantKey;
  readonly by: 'card' | 'phone' | 'car' | 'company';
  /** Card number, phone number or VIN. */
  readonly account: string;
  readonly password?: string;
  readonly vin: string;
  readonly model: CarModel;
  readonly mainPartType: (typeof payer)[keyof typeof payer];
  readonly mainPartId: string;
  /** The wallet that pays, with its balance when it was read. */
  readonly wallet: { readonly mainPartType: (typeof payer)[keyof typeof payer]; readonly mainPartId: string; readonly available: string };
}

export const setUpPeople = async (
  api: Api,
  { places, onSkipped }: { readonly places: DemoIds; readonly onSkipped: SkippedCallback },
): Promise<readonly Driver[]> => {
  const deps = { api, places, onSkipped };
  const levelId = await setUpVip(deps);
  const customers = await setUpCustomers(deps, levelId);
  const [cards, cars] = await Promise.all([setUpCards(deps, customers), setUpCars(deps, customers)]);
  const ownWallet = (plan: PersonPlan | CompanyPlan, mainPartType: 1 | 3): Driver['wallet'][] => {
    const row = customers.find(plan.custName);
    return row ? [{ mainPartType, mainPartId: row.custId, available: row.availableBal }] : [];
  };
  const walletOf = (company: string | undefined, own: Driver['wallet']): Driver['wallet'] => {
    const pool = companies.find((plan) => plan.custName === company && plan.pool);
    return (pool && ownWallet(pool, payer.company)[0]) ?? own;
  };
  return [
    ...persons.flatMap((plan, index) =>
      ownWallet(plan, payer.person).map((who): Driver => ({
        ...who,
        tenant: plan.tenant,
        by: 'phone',
        account: plan.custPhone,
        vin: '',
        model: modelAt(index),
        wallet: who,
      })),
    ),
    ...cardPlans.flatMap((plan, index): Driver[] => {
      const row = cards.find(plan.icCardNo);
      if (!row) return [];
      const own = { mainPartType: payer.card, mainPartId: row.icCardId, available: row.availableBal };
      const password = plan.cardPwd === undefined ? {} : { password: plan.cardPwd };
      const wallet = walletOf(plan.company, own);
      return [{ ...own, ...password, tenant: plan.tenant, by: 'card', account: plan.icCardNo, vin: '', model: modelAt(index + 1), wallet }];
    }),
    ...carPlans.flatMap((plan): Driver[] => {
      const row = cars.find(plan.carVin);
      if (!row) return [];
      const own = { mainPartType: payer.car, mainPartId: row.carId, available: row.availableBal };
      const wallet = walletOf(plan.company, own);
      return [{ ...own, tenant: plan.tenant, by: 'car', account: plan.carVin, vin: plan.carVin, model: modelAt(plan.model), wallet }];
    }),
    ...companies.flatMap((plan, index) =>
      ownWallet(plan, payer.company).map((who): Driver => ({
        ...who,
        tenant: plan.tenant,
        by: 'company',
        account: '',
        vin: '',
        model: modelAt(index + 4),
        wallet: who,
      })),
    ),
  ];
};

/** What every function here needs. */
interface PeopleDeps {
  readonly api: Api;
  readonly places: DemoIds;
  readonly onSkipped: SkippedCallback;
}
type Customers = Awaited<ReturnType<typeof setUpCustomers>>;

const modelAt = (index: number): CarModel => {
  const model = carModels[index % carModels.length];
  if (!model) throw new Error('there is no model of car');
  return model;
};

/** Creates VIP levels with their discounts; returns the id of a level by its name. */
const setUpVip = async ({ api, places }: PeopleDeps): Promise<(name: string) => string> => {
  const levels = await ensure(
    api,
    { ...vipLevelApi, nameOf: (row) => row.vipLevelName },
    {
      planned: vipLevels,
      nameOf: (plan) => plan.vipLevelName,
      draftOf: ({ tenant, vipLevelName, vipLevelVal }) => ({ tenantId: places.tenantId(tenant), vipLevelName, vipLevelVal }),
    },
  );
  const discounts = vipLevels.flatMap(({ vipLevelName, electricity, service }) => [
    { vipLevelName, rateType: ELECTRICITY, vipDiscount: electricity } as const,
    { vipLevelName, rateType: SERVICE, vipDiscount: service } as const,
  ]);
  await ensure(
    api,
    { ...vipDiscountApi, nameOf: (row) => `${row.vipLevelId} ${row.rateType}` },
    {
      planned: discounts,
      nameOf: (plan) => `${levels.get(plan.vipLevelName).vipLevelId} ${plan.rateType}`,
      draftOf: ({ vipLevelName, rateType, vipDiscount }) => ({ vipLevelId: levels.get(vipLevelName).vipLevelId, rateType, vipDiscount }),
    },
  );
  return (name) => levels.get(name).vipLevelId;
};

const { electricity: ELECTRICITY, service: SERVICE } = rateTypes;
const { personal: PERSON, company: COMPANY } = valuesOf(custType);
const POOL = 1;
const NO_POOL = 0;
const languageCodes = { huadong: 1, rhein: 3 } as const;

const setUpCustomers = ({ api, places, onSkipped }: PeopleDeps, levelId: (name: string) => string) => {
  const wanted: readonly (PersonPlan | CompanyPlan)[] = [...persons, ...companies];
  return ensure(
    api,
    { ...customerApi, nameOf: (row) => row.custName },
    {
      planned: wanted,
      onSkipped,
      nameOf: (plan) => plan.custName,
      draftOf: (plan) => ({
        tenantId: places.tenantId(plan.tenant),
        custName: plan.custName,
        custPhone: plan.custPhone,
        custLanguage: languageCodes[plan.tenant],
        ...('pool' in plan
          ? ({ custType: COMPANY, useFundsPool: plan.pool ? POOL : NO_POOL, custDirector: plan.custDirector, custMail: plan.custMail } as const)
          : ({ custType: PERSON, useFundsPool: NO_POOL } as const)),
        ...(plan.agent && { agentId: places.agentId(plan.agent) }),
        ...(plan.vip && { vipInfoId: levelId(plan.vip) }),
      }),
    },
  );
};

const setUpCards = ({ api, places, onSkipped }: PeopleDeps, customers: Customers) =>
  ensure(
    api,
    { ...cardApi, nameOf: (row) => row.icCardNo },
    {
      planned: cardPlans,
      onSkipped,
      nameOf: (plan) => plan.icCardNo,
      draftOf: ({ tenant, icCardNo, cardPeople, company, cardPwd }) => ({
        tenantId: places.tenantId(tenant),
        icCardNo,
        cardPeople,
        canDiscount: 1 as const,
        ...(company !== undefined && { custId: customers.get(company).custId }),
        ...(cardPwd !== undefined && { cardPwd }),
      }),
    },
  );

const setUpCars = async ({ api, places, onSkipped }: PeopleDeps, customers: Customers) => {
  const typeNames = tenants.flatMap(({ key }) => carModels.map((model) => ({ tenant: key, model })));
  const nameOf = ({ brand, name }: CarModel): string => `${brand} ${name}`;
  const types = await ensure(
    api,
    { ...carTypeApi, nameOf: (row) => `${row.tenantId} ${row.carBrandName} ${row.carModel}` },
    {
      planned: typeNames,
      nameOf: ({ tenant, model }) => `${places.tenantId(tenant)} ${nameOf(model)}`,
      draftOf: ({ tenant, model }) => ({
        tenantId: places.tenantId(tenant),
        carBrandName: model.brand,
        carModel: model.name,
        electricType: model.chemistry,
        chargeCurrent: model.dcMaxA.toFixed(1),
      }),
    },
  );
  const typeOf = ({ tenant, model }: CarPlan): string => types.get(`${places.tenantId(tenant)} ${nameOf(modelAt(model))}`).carTypeId;
  return ensure(
    api,
    { ...carApi, nameOf: (row) => row.carVin },
    {
      planned: carPlans,
      onSkipped,
      nameOf: (plan) => plan.carVin,
      draftOf: (plan) => ({
        tenantId: places.tenantId(plan.tenant),
        carNum: plan.carNum,
        carVin: plan.carVin,
        carDriver: plan.carDriver,
        carTypeId: typeOf(plan),
        carPileType: carPileType.items.both.value,
        isDiscount: 1 as const,
        ...(plan.company !== undefined && { custId: customers.get(plan.company).custId }),
        ...(plan.person !== undefined && { phoneUserId: customers.get(plan.person).custId }),
      }),
    },
  );
};
