import { choice, count, decimal, id, instant, list, money, optional, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { endpoint, pageOf, rowOf, rowsOf } from '#kit/resource/endpoint.ts';
import { customQuery, queryInput } from '#kit/resource/query/custom-list.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { rateType } from '#domains/tariff/resources.ts';
import { accountGroup, journalKind } from './wallet.codes.ts';

/** Who is asked about. */
const partyShape = { mainPartType: choice(mainPartType), mainPartId: id() };

/** Somebody with a wallet, as a picker offers them. */
const payeeShape = {
  ...partyShape,
  mainPartNo: personal(text({ max: 64 }), phoneOfUser),
  mainPartName: text({ max: 60 }),
  tenantId: id(),
  tenantName: text({ max: 60 }),
  currency: text({ max: 3 }),
};

/** Minor units in code. `balance` less `heldBal` is `availableBal`; `owedBal` is what earlier bills left unpaid. */
const balanceShape = {
  ...payeeShape,
  balance: money(),
  heldBal: money(),
  availableBal: money(),
  owedBal: money(),
  /** The customer whose wallet is drawn on instead of this one. */
  poolCustId: optional(id()),
  poolCustName: optional(text({ max: 60 })),
  /** What that wallet can spend. */
  poolAvailableBal: optional(money()),
  /** What running orders have set aside. */
  holds: list({ chargingOrderId: id(), heldMoney: money(), heldSince: instant() }, { max: 1_000 }),
};

/** One account that a booking moved money from or to. `rrMoney` is below zero where it left the wallet. */
const partShape = {
  rrMoney: money(),
  rateType: optional(choice(rateType)),
  /** 0 none, 1 tip, 2 peak, 3 flat, 4 valley, more as the tenant names them. */
  rateStage: optional(count({ max: 15 })),
  counterGroup: choice(accountGroup),
  /** The other wallet of a balance that was moved: `card:12`. */
  counterParty: optional(text({ max: 64 })),
  /** Whose that is, as far as the viewer may see them. */
  counterPartType: optional(choice(mainPartType)),
  counterPartId: optional(id()),
  counterPartName: optional(text({ max: 64 })),
};

/** One booking as the wallet saw it: `rrBeforeMoney` plus `rrMoney` is `rrAfterMoney`, which is the next one's before. */
export const movementShape = {
  /** Counts the wallet's bookings from 1, without a gap. */
  seq: id(),
  journalId: id(),
  journalKind: choice(journalKind),
  postedTime: instant(),
  rrMoney: money(),
  rrBeforeMoney: money(),
  rrAfterMoney: money(),
  /** What the wallet lacked and the party owes since. */
  receivableMoney: money(),
  /** What of a recharge paid earlier debts, besides; of a reversal, below zero: what is owed again. */
  debtPaidMoney: money(),
  currency: text({ max: 3 }),
  rechargRecordId: optional(id()),
  consumeRecordId: optional(id()),
  chargingOrderId: optional(id()),
  chargingOrderNo: optional(text({ max: 64 })),
  cpCode: optional(text({ max: 64 })),
  /** kWh of the charging. */
  chargingElec: optional(decimal({ scale: 4, unit: 'kWh' })),
  actor: text({ max: 120 }),
  parts: list(partShape, { max: 200 }),
};

/** What an advanced query may ask of a statement. */
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

/** Most rows of one page of a statement, and most parties one search offers. */
export const STATEMENT_PAGE_MAX = 100;
export const PARTIES_MAX = 20;

export const walletApi = {
  /** The party's own wallet now. */
  balance: endpoint({ method: 'GET', path: '/money/wallet/balance', allow: 'wallet:list', input: partyShape, output: rowOf(balanceShape) }),
  /** Every change of the party's own wallet, newest first. */
  statement: endpoint({
    method: 'GET',
    path: '/money/wallet/statement',
    allow: 'wallet:list',
    input: { ...partyShape, pageNo: optional(count({ min: 1 })), pageSize: optional(count({ min: 1, max: STATEMENT_PAGE_MAX })), ...queryInput },
    queryOf: movementQuery,
    output: pageOf(movementShape),
  }),
  /** Parties of a type whose number or name contains the keyword; void ones are left out. */
  parties: endpoint({
    method: 'GET',
    path: '/money/wallet/parties',
    allow: 'wallet:list',
    input: { mainPartType: choice(mainPartType), keyword: optional(text({ max: 60 })), tenantId: optional(id()) },
    output: rowsOf(payeeShape),
  }),
};
