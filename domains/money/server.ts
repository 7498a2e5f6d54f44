export { accounts } from './ledger/ledger.ts';
export type { Booking, Line } from './ledger/ledger.ts';
export { balancesOf, capture, closeAccount, enlargeHold, openAccounts, placeHold, post, prove, releaseHold, reverse, rollUp, settle } from './ledger/ledger.server.ts';
export type { Balance, Books, Settlement } from './ledger/ledger.server.ts';
export { settlementLines } from './ledger/settlement.rules.ts';
export type { SettledCell, SettlementAccounts } from './ledger/settlement.rules.ts';
