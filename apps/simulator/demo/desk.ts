import { choice, count, decimal, id, optional, text } from '#kit/fields/field.ts';
import { endpoint, rowOf, words } from '#kit/resource/endpoint.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import type { Api } from './api.ts';
import { recharge } from './steps/wallets.ts';
import type { Desk } from './street.ts';

/** An operator at a desk: what people ask for on the telephone. */
export const createDesk = (api: Api): Desk => ({
  remoteStart: async ({ driver, wish }, { cpCode, gunNumber }) => {
    const { chargingOrderNo } = await api.call(remoteStart, {
      cpCode,
      gunNumber,
      mainPartType: driver.mainPartType,
      mainPartId: driver.mainPartId,
      chargingStrategyType: wish.strategyType,
      ...(wish.strategyValE2 > 0 && { chargingStrategyVal: (wish.strategyValE2 / 100).toFixed(2) }),
    });
    return chargingOrderNo;
  },
  remoteStop: async (chargingOrderNo) => void (await api.call(remoteStop, { chargingOrderNo })),
  recharge: (driver) => recharge(api, driver),
});

const path = '/order/sseChargingOrder';
const remoteStart = endpoint({
  method: 'POST',
  path: `${path}/remoteStart`,
  allow: 'chargingOrder:start',
  idempotent: true,
  input: {
    cpCode: text({}),
    gunNumber: count(),
    mainPartType: choice(mainPartType),
    mainPartId: id(),
    chargingStrategyType: count(),
    chargingStrategyVal: optional(decimal({ scale: 2 })),
  },
  output: rowOf({ chargingOrderNo: text({}) }),
});
const remoteStop = endpoint({
  method: 'POST',
  path: `${path}/remoteStop`,
  allow: 'chargingOrder:stop',
  input: { chargingOrderNo: text({}) },
  output: words(),
});
