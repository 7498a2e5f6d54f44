import { privilegeCardApi, privilegeCardKind, privilegeCardLevel, privilegeCardState } from '#domains/marketing/resources.ts';
import { rateType } from '#engines/tariff/codes.ts';
import type { Api } from '../api.ts';
import { ensure, mapConcurrently } from '../ensure.ts';
import type { SkippedCallback } from '../ensure.ts';
import type { Driver } from './people.ts';
import type { DemoIds } from './places.ts';

interface CardSetup {
  readonly places: DemoIds;
  readonly drivers: readonly Driver[];
  readonly onSkipped: SkippedCallback;
}

const MONTH = '服务费半价月卡';
const ENERGY = '300度电量卡';
/** So many drivers of the tenant hold a month card. */
const HOLDERS = 10;

/** Puts two privilege cards on sale and gives one of them to drivers, whose next orders use it. Done once. */
export const setUpPrivilegeCards = async (api: Api, { places, drivers, onSkipped }: CardSetup): Promise<void> => {
  const tenantId = places.tenantId('huadong');
  await api.call(privilegeCardApi.toggleFeature, { enable: 1, tenantId });
  const common = {
    tenantId,
    discountPercent: 50,
    overlayVip: 1 as const,
    overlayCoupon: 1 as const,
    vipLevelValLimit: 0,
    limitNum: 12,
    rateTypes: [rateType.service],
  };
  const drafts = {
    [MONTH]: {
      ...common,
      cardNameTw: '服務費半價月卡',
      cardNameEn: 'Half service, a month',
      cardKind: privilegeCardKind.items.month.value,
      price: '30.00',
      validDays: 30,
      level: privilegeCardLevel.items.tenant.value,
      dayLimit: '100.0000',
      sort: 2,
    },
    [ENERGY]: {
      ...common,
      cardNameTw: '300度電量卡',
      cardNameEn: '300 kWh',
      cardKind: privilegeCardKind.items.energy.value,
      discountPercent: 20,
      price: '60.00',
      validDays: 90,
      level: privilegeCardLevel.items.agent.value,
      agentIds: (['north', 'south'] as const).map((key) => ({ agentId: places.agentId(key) })),
      quota: '300.0000',
      sort: 1,
    },
  } as const;
  const rows = await ensure(
    api,
    { ...privilegeCardApi, nameOf: (row) => row.cardName },
    { planned: [MONTH, ENERGY] as const, nameOf: (name) => name, draftOf: (name) => ({ ...drafts[name], cardName: name }), onSkipped },
  );
  const state = privilegeCardState.items.on.value;
  for (const name of rows.isNew) {
    const card = rows.find(name);
    if (card) await api.call(privilegeCardApi.changeState, { id: card.privilegeCardId, state });
  }
  const month = rows.find(MONTH);
  if (!month || !rows.isNew.has(MONTH)) return;
  const holders = drivers.filter(({ tenant, by }) => tenant === 'huadong' && by !== 'company').slice(0, HOLDERS);
  await mapConcurrently(holders, ({ mainPartType, mainPartId }) =>
    api.call(privilegeCardApi.grant, { privilegeCardId: month.privilegeCardId, mainPartType, mainPartId }),
  );
};
