import { chargingOrderApi } from '#domains/charging/resources.ts';
import type { Api } from './api.ts';
import { recharge } from './steps/wallets.ts';
import type { DriverApi } from './traffic.ts';

/** The calls that an operator makes for drivers who telephone. */
export const createDriverApi = (api: Api): DriverApi => ({
  remoteStart: async ({ driver, wish }, { cpCode, gunNumber }) => {
    const { chargingOrderNo } = await api.call(chargingOrderApi.remoteStart, {
      cpCode,
      gunNumber,
      mainPartType: driver.mainPartType,
      mainPartId: driver.mainPartId,
      chargingStrategyType: wish.strategyType,
      ...(wish.strategyValE2 > 0 && { chargingStrategyVal: (wish.strategyValE2 / 100).toFixed(2) }),
    });
    return chargingOrderNo;
  },
  remoteStop: async (chargingOrderNo) => void (await api.call(chargingOrderApi.remoteStop, { chargingOrderNo })),
  recharge: (driver) => recharge(api, driver),
});
