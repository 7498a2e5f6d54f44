import { choice, readOnly, id, longText, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { csrFlag } from '../card/card.codes.ts';

/** Operations on cards, with author and reason. Records are written with the operation and never change. */
export const cardOperate = resource({
  name: 'cardOperate',
  path: '/customer/sseIcCardOperate',
  table: 'ic_card_operate',
  key: 'icCardOperateId',
  title: 'icCardNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  softDelete: false,
  fields: {
    icCardOperateId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    icCardId: readOnly(id({ filter: 'equals' })),
    icCardNo: readOnly(text({ max: 32, filter: 'equals' })),
    csrFlag: readOnly(choice(csrFlag, { filter: 'equals' })),
    csrReason: readOnly(optional(longText({ max: 255 }))),
    /** For a replacement: the replaced card. */
    oldCardId: readOnly(optional(id())),
    oldCardNumber: readOnly(optional(text({ max: 32 }))),
  },
});

const { list, exportXls } = crud(cardOperate);

export const cardOperateApi = { list: { ...list, allow: 'card:list' }, exportXls: { ...exportXls, allow: 'card:export' } };
