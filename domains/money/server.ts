import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { money } from './domain.ts';
import * as routes from './routes.server.ts';

export { accounts, ledgerRefusals } from './ledger/ledger.ts';
export type { AccountSpec, Booking, BookingLine } from './ledger/ledger.ts';
export {
  balancesOf,
  capture,
  enlargeHold,
  openAccounts,
  placeHold,
  post,
  prove,
  releaseHold,
  rollUp,
  settle,
  settleAll,
} from './ledger/ledger.server.ts';
export { booksChain } from './ledger/books-chain.server.ts';
export type { ProofServices, ProvedLine } from './proof/by-clock.server.ts';
export { customerStatementRoutes } from './customer-statement/customer-statement.server.ts';
export { statementJob } from './customer-statement/statement-job.server.ts';
export { startStatementWorker } from './customer-statement/statement-worker.server.ts';
export { createInvoiceService, NO_INVOICE_SERVICE } from './invoice-service/http-invoice-service.server.ts';
export type { InvoiceService } from './invoice-service/invoice-service.server.ts';
export type { InvoiceableOrder } from './invoice/invoiceable.rules.ts';
export type { InvoiceOrders } from './invoice/invoiceable.server.ts';
export { draftInvoice, makeInvoice } from './invoice/make-invoice.server.ts';
export type { DraftInvoice } from './invoice/make-invoice.server.ts';
export { allInvoiceRoutes } from './invoice/all-routes.server.ts';
export { startInvoiceWorker } from './invoice/invoice-worker.server.ts';
export { netPaidByFee } from './ledger/net-paid.server.ts';
export { lowBalanceJob } from './low-balance/low-balance.server.ts';
export { moneyJobs } from './proof/by-clock.server.ts';
export { moveToPool } from './pool/pool.server.ts';
export { customerBooks } from './wallet/customer-books.server.ts';
export { adjustmentLines } from './ledger/adjustment.rules.ts';
export { orderBooks } from './ledger/order-books.server.ts';
export type { OrderBooks } from './ledger/order-books.server.ts';
export { payingWallet, successorWallet, ownerOfCode } from './wallet/successor-wallet.server.ts';
export { rechargeOnline } from './recharge/online-recharge.server.ts';
export { statementOf } from './wallet/statement.server.ts';
export type { Movement } from './wallet/statement.server.ts';
export { partyCode, spendableOf, walletBalance } from './wallet/balance.server.ts';
export { settlementLines } from './ledger/settlement.rules.ts';
export type { SettledCell } from './ledger/settlement.rules.ts';
export type * from './provider/provider.server.ts';
export { openPayAccount, payConfsOf, payConfsOfTenant } from './pay-conf/pay-account.server.ts';
export { payConfRoutes } from './pay-conf/pay-conf.server.ts';
export { withProvider } from './provider/with-provider.server.ts';
export { createPaymentProviders, providerOrigins } from './provider/providers.server.ts';
export type { ProviderOrigins } from './provider/providers.server.ts';
export { enterRecharge } from './recharge/enter-recharge.server.ts';
export { recordConsume, recordConsumes } from './consume/record.server.ts';
export type { ConsumeParty, Consumption, SettledConsumption } from './consume/record.server.ts';

/** `secrets` encrypts the passwords of cards. */
export const moneyRoutes = (parts: { readonly secrets: Secrets }): readonly Route[] => gatherRoutes(money, routes, parts);
