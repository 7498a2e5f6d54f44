import { chargingOrderApi } from '#domains/charging/resources.ts';
import { outboxApi } from '#domains/system/resources.ts';
import { pause, realTime } from '../time.ts';
import type { Api } from './api.ts';
import { createPhone, payByPhone } from './phone.ts';
import type { Phone } from './phone.ts';
import { recharge } from './steps/wallets.ts';
import type { DriverApi } from './traffic.ts';

interface PhoneWorld {
  /** Where the platform is. */
  readonly url: string;
  /** The addresses behind the codes of the piles at which drivers can pay by phone, by their piles. */
  readonly payAddresses: ReadonlyMap<string, string>;
}

/** The calls that an operator makes for drivers who telephone, and those that the phones of drivers make. */
export const createDriverApi = (api: Api, { url, payAddresses }: PhoneWorld): DriverApi => {
  // Whoever has signed in stays signed in.
  const phones = new Map<string, Phone>();
  return {
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
    payByPhone: ({ by, account: number }, { cpCode, gunNumber }) => {
      const address = (payAddresses.get(cpCode) ?? '').replace('{gunNumber}', String(gunNumber));
      if (by !== 'phone') return payByPhone({ url, address, ip: phoneAddress() });
      const phone = phones.get(number) ?? createPhone({ url, ip: phoneAddress() });
      phones.set(number, phone);
      return phone.chargeFromWallet(address, { number, codeAfter: (send) => codeAfter(api, number, send) });
    },
    recharge: (driver) => recharge(api, driver),
  };
};

const CODE_CHECKS = 15;
const CODE_CHECK_MS = 1_000;

/** In a demo without an SMS gateway, messages can be read on the outbox page. */
const codeAfter = async (api: Api, receiver: string, send: () => Promise<void>): Promise<string> => {
  const newest = async () => (await api.call(outboxApi.list, { receiver, pageSize: '1' })).records[0];
  const before = await newest();
  await send();
  for (let check = 0; check < CODE_CHECKS; check++) {
    const message = await newest();
    const code = message?.messageId === before?.messageId ? undefined : /\d{6}/u.exec(message?.body ?? '')?.[0];
    if (code !== undefined) return code;
    await pause(realTime, CODE_CHECK_MS);
  }
  throw new Error('no code has arrived');
};

/** Addresses for documentation (RFC 5737), so that the limits for one address meet no other. */
let addresses = 0;
const phoneAddress = (): string => `203.0.113.${(addresses++ % 250) + 1}`;
