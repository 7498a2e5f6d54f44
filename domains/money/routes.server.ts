export { reapplyRoutes } from './card/reapply.server.ts';
export { consumeRoutes } from './consume/consume.server.ts';
export { incomeDayRoutes } from './income-day/income-day.server.ts';
export { openingBalanceRoutes } from './opening-balance/opening-balance.server.ts';
export { proofRoutes } from './proof/proof.server.ts';
export { rechargeRoutes } from './recharge/recharge.server.ts';
export { walletRoutes } from './wallet/wallet.server.ts';
export { writeOffRoutes } from './write-off/write-off.server.ts';
