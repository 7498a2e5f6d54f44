export { cardReapplyFeature } from './card/reapply.feature.ts';
export { consumeFeature } from './consume/consume.feature.ts';
export { incomeDayFeature } from './income-day/income-day.feature.ts';
export { moneyFeature } from './proof/proof.feature.ts';
export { payConfFeature } from './pay-conf/pay-conf.feature.ts';
export { rechargeFeature } from './recharge/recharge.feature.ts';
export { walletFeature } from './wallet/wallet.feature.ts';
export { writeOffFeature } from './write-off/write-off.feature.ts';
