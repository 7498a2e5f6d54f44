import { choice, count, decimal, id, instant, list, money, optional, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { endpoint, pageOf, rowOf, rowsOf } from '#kit/resource/endpoint.ts';
import { customQuery, queryInput } from '#kit/resource/query/custom-list.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { rateType } from '#domains/tariff/resources.ts';
import { accountGroup, journalKind } from './wallet.codes.ts';

/** The party of the call. */
const partyShape = { mainPartType: choice(mainPartType), mainPartId: id() };

/** A party with a wallet, as a picker offers it. */
const payeeShape = {
  ...partyShape,
  mainPartNo: personal(text({ max: 64 }), phoneOfUser),
  mainPartName: text({ max: 60 }),
  tenantId: id(),
  tenantName: text({ max: 60 }),
  currency: text({ max: 3 }),
};

/** Minor units in code. `balance` minus `heldBal` is `availableBal`; `owedBal` is the unpaid amount of earlier bills. */
const balanceShape = {
  ...payeeShape,
  balance: money(),
  heldBal: money(),
  availableBal: money(),
  owedBal: money(),
  /** The customer whose wallet is used in place of this one. */
  poolCustId: optional(id()),
  poolCustName: optional(text({ max: 60 })),
  /** The amount that this wallet can spend. */
  poolAvailableBal: optional(money()),
  /** The holds of running orders. */
  holds: list({ chargingOrderId: id(), heldMoney: money(), heldSince: instant() }, { max: 1_000 }),
};

/** One account from or to which a booking moved money. `rrMoney` is negative where it left the wallet. */
const partShape = {
  rrMoney: money(),
  rateType: optional(choice(rateType)),
  /** 0 none, 1 tip, 2 peak, 3 flat, 4 valley; further ones as the tenant defines them. */
  rateStage: optional(count({ max: 15 })),
  counterGroup: choice(accountGroup),
  /** The other wallet of a transfer: `card:12`. */
  counterParty: optional(text({ max: 64 })),
  /** Its owner, as far as the viewer can see it. */
  counterPartType: optional(choice(mainPartType)),
  counterPartId: optional(id()),
  counterPartName: optional(text({ max: 64 })),
};

/** One booking from the view of the wallet: `rrBeforeMoney` plus `rrMoney` is `rrAfterMoney`, with which the next booking starts. */
export const movementShape = {
  /** The number of the booking in its wallet, from 1 without gaps. */
  seq: id(),
  journalId: id(),
  journalKind: choice(journalKind),
  postedTime: instant(),
  rrMoney: money(),
  rrBeforeMoney: money(),
  rrAfterMoney: money(),
  /** The amount that exceeded the balance and that the party has owed since. */
  receivableMoney: money(),
  /** The additional part of a recharge that paid earlier debts; negative in a reversal, which restores the debt. */
  debtPaidMoney: money(),
  currency: text({ max: 3 }),
  rechargRecordId: optional(id()),
  consumeRecordId: optional(id()),
  chargingOrderId: optional(id()),
  chargingOrderNo: optional(text({ max: 64 })),
  cpCode: optional(text({ max: 64 })),
  /** The energy of the charging order, in kWh. */
  chargingElec: optional(decimal({ scale: 4, unit: 'kWh' })),
  actor: text({ max: 120 }),
  parts: list(partShape, { max: 200 }),
};

/** The fields of a statement that an advanced query can use. */
const { journalKind: kind, postedTime, rrMoney, rrAfterMoney, receivableMoney, chargingOrderNo, cpCode, actor } = movementShape;
export const movementQuery = customQuery('wallet', {
  journalKind: kind,
  postedTime,
  rrMoney,
  rrAfterMoney,
  receivableMoney,
  chargingOrderNo,
  cpCode,
  actor,
});

/** The largest number of rows on a page of a statement, and of parties in a search result. */
export const STATEMENT_PAGE_MAX = 100;
export const PARTIES_MAX = 20;

export const walletApi = {
  /** The current balance of the party's own wallet. */
  balance: endpoint({ method: 'GET', path: '/money/wallet/balance', allow: 'wallet:list', input: partyShape, output: rowOf(balanceShape) }),
  /** All changes of the party's own wallet, newest first. */
  statement: endpoint({
    method: 'GET',
    path: '/money/wallet/statement',
    allow: 'wallet:list',
    input: { ...partyShape, pageNo: optional(count({ min: 1 })), pageSize: optional(count({ min: 1, max: STATEMENT_PAGE_MAX })), ...queryInput },
    queryOf: movementQuery,
    output: pageOf(movementShape),
  }),
  /** Parties of a kind whose number or name contains the keyword, without void ones. */
  parties: endpoint({
    method: 'GET',
    path: '/money/wallet/parties',
    allow: 'wallet:list',
    input: { mainPartType: choice(mainPartType), keyword: optional(text({ max: 60 })), tenantId: optional(id()) },
    output: rowsOf(payeeShape),
  }),
};
