import { choice, readOnly, id, longText, money, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';

/** The largest write-off, in units of the currency. */
const WRITE_OFF_MAX = 10_000_000;

/** A debt, or a part of one, that will never be paid. A row is an accounting record: it is never edited or deleted. */
export const writeOff = resource({
  name: 'writeOff',
  sensitivity: 'money',
  path: '/money/sseWriteOff',
  table: 'write_off',
  key: 'writeOffId',
  title: 'mainPartName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    writeOffId: readOnly(id({ filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    /** The customer to which the party belongs, or which it is. */
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    mainPartType: onAdd(choice(mainPartType, { filter: 'equals' })),
    mainPartId: onAdd(id({ filter: 'equals' })),
    mainPartNo: readOnly(personal(text({ max: 64, filter: 'contains' }), phoneOfUser)),
    mainPartName: readOnly(text({ max: 60, filter: 'contains' })),
    rrMoney: onAdd(money({ min: 0, max: WRITE_OFF_MAX, query: true })),
    owedBeforeMoney: readOnly(money()),
    owedAfterMoney: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    reason: onAdd(longText({ min: 1, max: 255 })),
    /** The number of the booking, as in statements. */
    journalId: readOnly(id()),
  },
});

const { list, queryById, add, exportXls } = crud(writeOff);

export const writeOffApi = {
  list,
  queryById,
  ...personalApi(writeOff),
  add: { ...add, idempotent: true as const, proof: 'money' as const },
  exportXls,
};
