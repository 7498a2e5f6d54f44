export { consumeApi } from './consume/consume.ts';
export { payConfUse, payType } from './pay-conf/pay-conf.codes.ts';
export { payConfApi } from './pay-conf/pay-conf.ts';
export { openingBalanceApi } from './opening-balance/opening-balance.ts';
export { proofApi } from './proof/proof.ts';
export { rechargeApi } from './recharge/recharge.ts';
export { walletApi } from './wallet/wallet.ts';
export { writeOffApi } from './write-off/write-off.ts';
export { money } from './domain.ts';
