import { ListPage } from '#kit/web/list/list-page.tsx';
import { vipDiscountLabels } from './vip-discount.labels.ts';
import { vipDiscount, vipDiscountApi } from './vip-discount.ts';

export const VipDiscountList = () => (
  <ListPage of={vipDiscount} api={vipDiscountApi} labels={vipDiscountLabels} columns={columns} filters={filters} form={form} rowActions={actions} />
);

const columns = ['vipLevelName', 'rateType', 'vipDiscount', 'tenantId', 'createTime'] as const;
const filters = ['vipLevelId', 'rateType', 'tenantId', 'createTime'] as const;
const form = ['vipLevelId', 'rateType', 'vipDiscount'] as const;
const actions = ['edit', 'delete'] as const;
