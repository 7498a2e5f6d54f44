import { domain } from '#kit/resource/feature.ts';
import { rechargeFeature } from './recharge/recharge.feature.ts';
import { consumeFeature } from './consume/consume.feature.ts';
import { walletFeature } from './wallet/wallet.feature.ts';
import { writeOffFeature } from './write-off/write-off.feature.ts';
import { cardReapplyFeature } from './card/reapply.feature.ts';
import { moneyFeature } from './proof/proof.feature.ts';
import { incomeDayFeature } from './income-day/income-day.feature.ts';

export const money = domain(
  'money',
  [rechargeFeature, consumeFeature, walletFeature, writeOffFeature, cardReapplyFeature, moneyFeature, incomeDayFeature],
  { menuGroups: [{ name: 'money', title: ['资金管理', '資金管理', 'Money'], icon: 'wallet', order: 60 }] },
);
