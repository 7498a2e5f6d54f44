import { pointProgramApi, pointRuleApi, userAgentPointsApi } from '#domains/marketing/resources.ts';
import { earnBasis, pointLife } from '#engines/marketing/codes.ts';
import { yesNo } from '#domains/system/resources.ts';
import type { Api } from '../api.ts';
import { ensure, mapConcurrently } from '../ensure.ts';
import type { SkippedCallback } from '../ensure.ts';
import { payer, type Driver } from './people.ts';
import type { DemoIds } from './places.ts';

interface PointSetup {
  readonly places: DemoIds;
  readonly drivers: readonly Driver[];
  readonly onSkipped: SkippedCallback;
}

const PROGRAM = '充电积分';
const RULES = [
  { ruleName: '每消费一元得一分', pointsPerUnit: 1, vipLevelValLimit: 0 },
  { ruleName: '会员夜间双倍积分', pointsPerUnit: 2, vipLevelValLimit: 1, fromTime: '22:00', toTime: '06:00' },
];
const WELCOME_POINTS = 500;

/** Switches a programme of points on, with two rules, and gives each person of the tenant points to begin with. Done once. */
export const setUpPoints = async (api: Api, { places, drivers, onSkipped }: PointSetup): Promise<void> => {
  const rows = await ensure(
    api,
    { ...pointProgramApi, nameOf: (row) => row.programName },
    {
      planned: [PROGRAM],
      nameOf: (name) => name,
      draftOf: (programName) => ({
        tenantId: places.tenantId('huadong'),
        programName,
        pointAmount: '0.01',
        stepPoints: 100,
        leastPoints: 100,
        maxShare: 20,
        lifeMode: pointLife.months,
        lifeCount: 12,
        dayMaxPoints: 500,
        lockDays: 7,
      }),
      onSkipped,
    },
  );
  const program = rows.find(PROGRAM);
  if (!program || !rows.isNew.has(PROGRAM)) return;
  const { pointProgramId } = program;
  for (const rule of RULES) await api.call(pointRuleApi.add, { ...rule, pointProgramId, isUsed: yesNo.items.yes.value, earnBasis: earnBasis.money });
  await api.call(pointProgramApi.toggleFeature, { id: pointProgramId, enable: yesNo.items.yes.value });
  const people = drivers.filter(({ tenant, mainPartType }) => tenant === 'huadong' && mainPartType === payer.person);
  await mapConcurrently(people, ({ mainPartId }) =>
    api.call(userAgentPointsApi.give, { custId: mainPartId, pointProgramId, points: WELCOME_POINTS, reason: '开户赠送' }),
  );
};
