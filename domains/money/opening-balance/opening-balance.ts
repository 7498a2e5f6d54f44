import { choice, id, instant, longText, money, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { openingState } from './opening-balance.codes.ts';

/** The largest opening balance, in units of the currency, to limit typing errors. */
const OPENING_MAX = 10_000_000;

/** What a party had, or owed, in an older system. One person brings it and another one books it; nothing is booked before that. */
export const openingBalance = resource({
  name: 'openingBalance',
  sensitivity: 'money',
  path: '/money/sseOpeningBalance',
  table: 'opening_balance',
  key: 'openingBalanceId',
  title: 'mainPartName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    openingBalanceId: readOnly(id({ filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    /** The customer to which the party belongs, or which it is. */
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    mainPartType: onAdd(choice(mainPartType, { filter: 'equals' })),
    /** For an add: either this or the number. */
    mainPartId: onAdd(optional(id({ filter: 'equals' }))),
    mainPartNo: onAdd(optional(personal(text({ max: 64 }), phoneOfUser))),
    mainPartName: readOnly(text({ max: 60 })),
    /** Negative: a debt. */
    openingMoney: onAdd(money({ min: -OPENING_MAX, max: OPENING_MAX })),
    currency: readOnly(text({ max: 3 })),
    /** The account's number in the older system. */
    oldNo: onAdd(optional(text({ max: 64 }))),
    remark: onAdd(optional(longText({ max: 255 }))),
    openingState: readOnly(choice(openingState, { filter: 'equals' })),
    proposedBy: readOnly(text({ max: 60 })),
    proposedById: readOnly(id()),
    decideBy: readOnly(optional(text({ max: 60 }))),
    decideTime: readOnly(optional(instant())),
    /** The number of the booking, as in statements. */
    journalId: readOnly(optional(id())),
  },
});

const { path } = openingBalance;
const { list, queryById, add, exportXls, exportTemplate, importExcel } = crud(openingBalance);

export const openingBalanceApi = {
  list,
  queryById,
  ...personalApi(openingBalance),
  add,
  exportXls,
  exportTemplate: { ...exportTemplate, allow: 'openingBalance:add' },
  importExcel: { ...importExcel, allow: 'openingBalance:add' },
  /** Books it into the wallet, or as a debt. Another person than the one who brought it. */
  book: endpoint({
    method: 'POST',
    path: `${path}/book`,
    proof: 'money',
    allow: 'openingBalance:book',
    idempotent: true,
    bulk: { row: 'openingBalanceId', shared: [] },
    input: { openingBalanceId: id() },
    output: words(),
  }),
  decline: endpoint({ method: 'POST', path: `${path}/decline`, allow: 'openingBalance:book', input: { openingBalanceId: id() }, output: words() }),
};
