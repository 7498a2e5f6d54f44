import { choice, readOnly, id, onAdd, percent, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { rateType } from '#domains/tariff/resources.ts';

/** The percentage of a fee that customers of a level pay: 90 means nine tenths of the price. */
export const vipDiscount = resource({
  name: 'vipDiscount',
  path: '/customer/sseVipDiscount',
  table: 'vip_discount',
  view: 'vip_discount_view',
  key: 'vipDiscountId',
  title: 'vipLevelName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    vipDiscountId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    vipLevelId: onAdd(ref('vipLevel', { filter: 'equals' })),
    vipLevelName: readOnly(text({ max: 40 })),
    rateType: onAdd(choice(rateType, { filter: 'equals' })),
    vipDiscount: percent({ min: 0, max: 100 }),
  },
});

const { queryList: _queryList, ...standardEndpoints } = crud(vipDiscount);

export const vipDiscountApi = standardEndpoints;
