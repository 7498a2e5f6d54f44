import type { Words } from '#kit/fields/words.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { EmptyCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { TermsText } from '../terms-text.web.tsx';
import { couponUseLabels, couponUseWords } from './coupon-use.labels.ts';
import { couponUse, couponUseApi } from './coupon-use.ts';

type Row = RowOf<typeof couponUse.fields>;

/** What became of coupons at orders: used, not used, given back. */
export const CouponUseList = () => (
  <ListPage of={couponUse} api={couponUseApi} labels={couponUseLabels} columns={columns} filters={filters} render={draw} rowActions={actions} />
);

const reasons: Readonly<Record<string, Words>> = couponUseWords;

const Reason = ({ reason }: { readonly reason: string | null }) => {
  const say = useSay();
  if (reason === null) return <EmptyCell />;
  return <span className="co-clip">{say(reasons[reason] ?? [reason, reason, reason])}</span>;
};

/** `tenant`, or `agent:7`. */
const Funder = ({ row: { funder } }: { readonly row: Row }) => {
  const say = useSay();
  return <span>{funder === 'tenant' ? say(couponUseWords.tenant) : say(couponUseWords.agent, { id: funder.slice(funder.indexOf(':') + 1) })}</span>;
};

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
  reason: (reason: string | null) => <Reason reason={reason} />,
  funder: (_funder: string, row: Row) => <Funder row={row} />,
  preferentialAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />,
  totalOrderAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />,
  terms: (terms: Row['terms']) => <TermsText terms={terms} />,
};
