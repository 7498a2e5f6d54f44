export { consumeApi } from './consume/consume.ts';
export { payType } from './pay-conf/pay-conf.codes.ts';
export { proofApi } from './proof/proof.ts';
export { rechargeApi } from './recharge/recharge.ts';
export { walletApi } from './wallet/wallet.ts';
export { writeOffApi } from './write-off/write-off.ts';
export { money } from './domain.ts';
