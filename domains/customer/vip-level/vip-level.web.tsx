import { useMemo } from 'react';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { vipDiscountLabels } from '../vip-discount/vip-discount.labels.ts';
import { vipDiscount, vipDiscountApi } from '../vip-discount/vip-discount.ts';
import { vipLevelLabels } from './vip-level.labels.ts';
import { vipLevel, vipLevelApi } from './vip-level.ts';

/** Ranks of customers; a rank opened shows what it takes off. */
export const VipLevelList = () => (
  <ListPage of={vipLevel} api={vipLevelApi} labels={vipLevelLabels} columns={columns} form={form} rowActions={actions} detail={detail} />
);

const Discounts = ({ vipLevelId }: { readonly vipLevelId: string }) => {
  const scope = useMemo(() => ({ vipLevelId }), [vipLevelId]);
  return (
    <ListPage
      of={vipDiscount}
      api={vipDiscountApi}
      labels={vipDiscountLabels}
      stateIn="local"
      fixedFilters={scope}
      columns={discountColumns}
      filters={noFilters}
      form={discountForm}
      rowActions={actions}
    />
  );
};

const detail = ({ vipLevelId }: { readonly vipLevelId: string }) => (
  <div style={{ marginTop: 'var(--co-gap)' }}>
    <Discounts vipLevelId={vipLevelId} />
  </div>
);
const columns = ['vipLevelName', 'vipLevelVal', 'tenantId', 'createTime'] as const;
const form = ['tenantId', 'vipLevelName', 'vipLevelVal'] as const;
const discountColumns = ['rateType', 'vipDiscount', 'createTime'] as const;
const discountForm = ['vipLevelId', 'rateType', 'vipDiscount'] as const;
const actions = ['edit', 'delete'] as const;
const noFilters = [] as const;
