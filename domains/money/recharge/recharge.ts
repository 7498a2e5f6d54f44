import { choice, readOnly, id, instant, longText, money, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowOf } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { totalsOf } from '#kit/resource/totals.ts';
import { payMethod } from './recharge.codes.ts';

/** The largest recharge, in units of the currency, to limit typing errors. */
const RECHARGE_MAX = 10_000_000;

/** Allows a reversal of money that was already spent; the party then owes the missing amount. */
export const RECEIVABLE_PERMISSION = 'recharge:receivable';

/** A payment into a wallet, or its reversal. A row is an accounting record: it is never edited or deleted. */
export const recharge = resource({
  name: 'recharge',
  sensitivity: 'money',
  path: '/money/sseRecharge',
  table: 'recharge_record',
  key: 'rechargRecordId',
  title: 'mainPartName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  sort: { column: 'rechargeTime', order: 'desc' },
  fields: {
    rechargRecordId: readOnly(id({ filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    /** The customer to which the party belongs, or which it is. */
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    mainPartType: onAdd(choice(mainPartType, { filter: 'equals' })),
    /** For an add: either this or the number. */
    mainPartId: onAdd(optional(id({ filter: 'equals' }))),
    mainPartNo: onAdd(optional(personal(text({ max: 64, filter: 'contains' }), phoneOfUser))),
    mainPartName: readOnly(text({ max: 60, filter: 'contains' })),
    /** Negative in a reversal. */
    rrMoney: onAdd(money({ min: 0, max: RECHARGE_MAX, query: true })),
    rrBeforeMoney: readOnly(money()),
    rrAfterMoney: readOnly(money()),
    /** In a reversal: the amount that was already spent and is now a debt. */
    receivableMoney: readOnly(money()),
    /** The part that paid earlier debts and did not reach the wallet; negative in a reversal, which restores the debt. */
    debtPaidMoney: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    payMethod: onAdd(choice(payMethod, { filter: 'equals', initial: payMethod.items.cash.value })),
    /** Of a recharge that a driver paid by a provider: the number of the payment there. */
    payNo: readOnly(optional(text({ max: 24, filter: 'equals' }))),
    invoiceCode: onAdd(optional(text({ max: 32 }))),
    invoiceNumber: onAdd(optional(text({ max: 32 }))),
    hasReverse: readOnly(choice(yesNo, { filter: 'equals' })),
    /** In a reversal: the reversed record. */
    reverseRecordId: readOnly(optional(id({ filter: 'equals' }))),
    reverseReason: readOnly(optional(longText({ max: 255 }))),
    /** The number of the booking, as in statements. */
    journalId: readOnly(id()),
    rechargeBy: readOnly(text({ max: 64 })),
    rechargeTime: readOnly(instant({ filter: 'between', sort: true })),
  },
});

/** Decimal texts. `netAllMoney` is the total of recharges minus reversals. */
export interface RechargeSums {
  readonly rechargeAllMoney: string;
  readonly reverseAllMoney: string;
  readonly receivableAllMoney: string;
  /** Minus the debts that reversals restored. */
  readonly debtPaidAllMoney: string;
  readonly netAllMoney: string;
}

const { list, queryById, add, exportXls, exportTemplate, importExcel } = crud(recharge);

export const rechargeApi = {
  list,
  queryById,
  ...personalApi(recharge),
  /** The sums with the same filter as the list. */
  dealConsume: endpoint({
    method: 'GET',
    path: `${recharge.path}/dealConsume`,
    allow: 'recharge:list',
    input: {},
    listOf: recharge,
    sums: {
      rechargeAllMoney: ['rrMoney'],
      reverseAllMoney: ['rrMoney'],
      netAllMoney: ['rrMoney'],
      receivableAllMoney: ['receivableMoney'],
      debtPaidAllMoney: ['debtPaidMoney'],
    },
    output: totalsOf<RechargeSums>(),
  }),
  add: { ...add, idempotent: true as const, proof: 'money' as const },
  /** Reverses a recharge, once. With `toReceivable` 1 also when the money was spent; the party then owes the missing amount. */
  reverse: endpoint({
    method: 'POST',
    path: `${recharge.path}/reverse`,
    proof: 'money',
    allow: 'recharge:reverse',
    idempotent: true,
    input: { rechargRecordId: id(), reason: longText({ min: 1, max: 255 }), toReceivable: optional(choice(yesNo)) },
    output: rowOf(recharge.fields),
  }),
  exportXls,
  exportTemplate: { ...exportTemplate, allow: 'recharge:add' },
  importExcel: { ...importExcel, allow: 'recharge:add', idempotent: true as const, proof: 'money' as const },
};
