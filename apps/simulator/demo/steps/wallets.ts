import { rechargeApi } from '#domains/money/resources.ts';
import type { Api } from '../api.ts';
import { rechargeAmounts } from '../data/people.ts';
import { mapConcurrently } from '../ensure.ts';
import { payer, type Driver } from './people.ts';

/** Recharges every wallet that is nearly empty. */
export const setUpWallets = async (api: Api, drivers: readonly Driver[]): Promise<void> => {
  const low = new Map(
    drivers
      .filter(({ tenant, wallet }) => Number(wallet.available) < rechargeAmounts[tenant].low)
      .map((driver) => [`${driver.wallet.mainPartType} ${driver.wallet.mainPartId}`, driver]),
  );
  await mapConcurrently([...low.values()], (driver) => recharge(api, driver));
};

/** Recharges a wallet as at a counter. */
export const recharge = async (api: Api, { tenant, wallet }: Pick<Driver, 'tenant' | 'wallet'>): Promise<void> => {
  const { mainPartType, mainPartId } = wallet;
  const amounts = rechargeAmounts[tenant];
  const rrMoney = { [payer.person]: amounts.person, [payer.card]: amounts.card, [payer.company]: amounts.company, [payer.car]: amounts.car }[
    mainPartType
  ];
  const payMethod = mainPartType === payer.company ? CREDIT_CARD : tenant === 'huadong' ? WECHAT : CASH;
  await api.call(rechargeApi.add, { mainPartType, mainPartId, rrMoney, payMethod });
};

const CASH = 0;
const WECHAT = 2;
const CREDIT_CARD = 3;
