import { count, readOnly, id, onAdd, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';

/** A level of customers. Its discounts are separate rows. */
export const vipLevel = resource({
  name: 'vipLevel',
  path: '/customer/sseVipLevel',
  table: 'vip_level',
  key: 'vipLevelId',
  title: 'vipLevelName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  sort: { column: 'vipLevelVal', order: 'asc' },
  fields: {
    vipLevelId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    vipLevelName: text({ unique: ['tenantId'], min: 1, max: 40, filter: 'contains' }),
    /** The higher, the better. Coupons name the least level they are for. */
    vipLevelVal: count({ unique: ['tenantId'], min: 1, max: 99, filter: 'equals', sort: true }),
  },
});

export const vipLevelApi = { ...crud(vipLevel) };
