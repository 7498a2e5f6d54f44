import type { Route } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { reapplyRoutes } from './card/reapply.server.ts';
import { consumeRoutes } from './consume/consume.server.ts';
import { incomeDayRoutes } from './income-day/income-day.server.ts';
import { proofRoutes } from './proof/proof.server.ts';
import { rechargeRoutes } from './recharge/recharge.server.ts';
import { walletRoutes } from './wallet/wallet.server.ts';
import { writeOffRoutes } from './write-off/write-off.server.ts';

export { accounts, ledgerRefusals } from './ledger/ledger.ts';
export type { Booking } from './ledger/ledger.ts';
export { balancesOf, capture, enlargeHold, openAccounts, placeHold, post, prove, releaseHold, rollUp, settle } from './ledger/ledger.server.ts';
export { booksChain } from './ledger/books-chain.server.ts';
export type { ProofServices, ProvedLine } from './proof/by-clock.server.ts';
export { moneyJobs } from './proof/by-clock.server.ts';
export { passToPool } from './pool/pool.server.ts';
export { customerBooks } from './wallet/customer-books.server.ts';
export { adjustmentLines } from './ledger/adjustment.rules.ts';
export { orderBooks } from './ledger/order-books.server.ts';
export type { OrderBooks } from './ledger/order-books.server.ts';
export { drawnOn, heirOf, ownerNamed } from './wallet/heir.server.ts';
export { walletBalance } from './wallet/balance.server.ts';
export { settlementLines } from './ledger/settlement.rules.ts';
export type { SettledCell } from './ledger/settlement.rules.ts';
export { recordConsume } from './consume/record.server.ts';
export type { ConsumeParty, Consumption } from './consume/record.server.ts';

/** `secrets` seal the passwords of cards. */
export const moneyRoutes = ({ secrets }: { readonly secrets: Secrets }): readonly Route[] => [
  ...rechargeRoutes,
  ...consumeRoutes,
  ...walletRoutes,
  ...writeOffRoutes,
  ...reapplyRoutes(secrets),
  ...proofRoutes,
  ...incomeDayRoutes,
];
