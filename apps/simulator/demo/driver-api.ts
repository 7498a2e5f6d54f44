import { chargingOrderApi } from '#domains/charging/resources.ts';
import type { Api } from './api.ts';
import { payByPhone } from './phone.ts';
import { recharge } from './steps/wallets.ts';
import type { DriverApi } from './traffic.ts';

interface PhoneWorld {
  /** Where the platform is. */
  readonly url: string;
  /** The addresses behind the codes of the piles at which drivers can pay by phone, by their piles. */
  readonly payAddresses: ReadonlyMap<string, string>;
}

/** The calls that an operator makes for drivers who telephone, and those that the phones of drivers make. */
export const createDriverApi = (api: Api, { url, payAddresses }: PhoneWorld): DriverApi => ({
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
  canPayByPhone: ({ cpCode }) => payAddresses.has(cpCode),
  payByPhone: ({ cpCode, gunNumber }) =>
    payByPhone({ url, address: (payAddresses.get(cpCode) ?? '').replace('{gunNumber}', String(gunNumber)), ip: phoneAddress() }),
  recharge: (driver) => recharge(api, driver),
});

/** Addresses for documentation (RFC 5737), so that the limits for one address meet no other. */
let phones = 0;
const phoneAddress = (): string => `203.0.113.${(phones++ % 250) + 1}`;
