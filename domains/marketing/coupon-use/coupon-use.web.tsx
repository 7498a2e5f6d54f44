import type { RowOf } from '#kit/web/calls/list-api.ts';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { TermsText } from '../terms-text.web.tsx';
import { Funder, UseReason } from '../use-cells.web.tsx';
import { couponUseLabels } from './coupon-use.labels.ts';
import { couponUse, couponUseApi } from './coupon-use.ts';

type Row = RowOf<typeof couponUse.fields>;

/** What became of coupons at orders: used, not used, given back. */
export const CouponUseList = () => (
  <ListPage of={couponUse} api={couponUseApi} labels={couponUseLabels} columns={columns} filters={filters} render={draw} rowActions={actions} />
);

const actions = ['detail'] as const;
const columns = [
  ...([
    'couponName',
    'mainPartNo',
    'state',
    'reason',
    'preferentialAmount',
    'totalOrderAmount',
    'chargingElec',
    'chargingOrderNo',
    'useTime',
  ] as const),
  ...(['stationId', 'couponUseType', 'funder', 'mainPartName', 'createTime', 'custId', 'agentId', 'tenantId'] as const),
];
const filters = [
  'couponId',
  'mainPartNo',
  'state',
  'chargingOrderNo',
  'couponUseType',
  'createTime',
  'custId',
  'stationId',
  'agentId',
  'tenantId',
] as const;
const draw = {
  reason: (reason: string | null) => <UseReason reason={reason} />,
  funder: (funder: string) => <Funder funder={funder} />,
  preferentialAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />,
  totalOrderAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />,
  terms: (terms: Row['terms']) => <TermsText terms={terms} />,
};
