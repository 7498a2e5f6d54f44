import { choice, count, id, instant, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { pointEntryKind } from '../point.codes.ts';

/** A change of a customer's points. Entries are never changed. */
export const pointEntry = resource({
  name: 'pointEntry',
  sensitivity: 'personal',
  path: '/op/pointEntry',
  table: 'point_entry',
  view: 'point_entry_view',
  key: 'pointEntryId',
  title: 'userName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    pointEntryId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    userAgentPointsId: readOnly(ref('userAgentPoints', { filter: 'equals' })),
    custId: readOnly(ref('customer', { filter: 'equals' })),
    userName: readOnly(text({ max: 60 })),
    entryKind: readOnly(choice(pointEntryKind, { filter: 'equals' })),
    /** Above zero they came in. */
    points: readOnly(count({ min: -1_000_000_000 })),
    balanceAfter: readOnly(count()),
    debtAfter: readOnly(count()),
    /** What the points are worth. */
    amount: readOnly(money()),
    chargingOrderNo: readOnly(optional(text({ max: 32, filter: 'equals' }))),
    /** Of points that came in. */
    expiresAt: readOnly(optional(instant())),
    reason: readOnly(optional(text({ max: 200 }))),
    secondBy: readOnly(optional(text({ max: 60 }))),
    currency: readOnly(text({ max: 3 })),
  },
});

const { list: page, queryById, exportXls } = crud(pointEntry);

export const pointEntryApi = { list: { ...page, path: '/op/userAgentPoints/entries' }, queryById, exportXls };
