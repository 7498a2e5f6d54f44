import { entityState } from '#engines/entity/codes.ts';
import { endAction } from '#engines/dispatch/schedule/codes.ts';
import { pileProfileApi } from '#domains/network/resources.ts';
import { pilePowerApi, powerControlApi, powerMonthApi } from '#domains/power/resources.ts';
import type { Api } from '../api.ts';
import { powerPlan } from '../data/power.ts';
import { mapConcurrently } from '../ensure.ts';
import type { StandingPile } from './piles.ts';
import type { DemoIds } from './places.ts';

/** Lets the piles of one station share its power, once. */
export const setUpPower = async (api: Api, places: DemoIds, piles: readonly StandingPile[]): Promise<void> => {
  const { tenant, code, ruleName, maxControlPower, offlineMaxPower } = powerPlan;
  const rows = await api.listAll(powerControlApi.list);
  if (rows.some((row) => row.ruleName === ruleName)) return;
  const { powerControlId } = await api.call(powerControlApi.add, { tenantId: places.tenantId(tenant), ruleName, maxControlPower });
  const period = { startTime: '00:00', changingPower: '0', changingPowerMin: '0', changingSoc: 0, endAction: endAction.nextApplies };
  await api.call(powerMonthApi.saveMonth, { powerControlId, month: 1, periods: [period] });
  await api.call(powerMonthApi.copyMonth, { powerControlId, month: 1, months: OTHER_MONTHS });
  await api.call(powerControlApi.changeState, { entityId: powerControlId, setState: entityState.enabled });
  await mapConcurrently(
    piles.filter(({ station }) => station.code === code),
    async ({ cpCode, kind }) => {
      await api.call(pileProfileApi.edit, { cpCode, offlineMaxPower: offlineMaxPower[kind] });
      await api.call(pilePowerApi.setPowerControl, { cpCode, powerControlId });
    },
  );
};

const OTHER_MONTHS = '2,3,4,5,6,7,8,9,10,11,12';
