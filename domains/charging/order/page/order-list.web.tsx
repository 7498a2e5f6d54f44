import { Segmented } from 'antd';
import { orderState } from '#engines/order/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { MoneyCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import type { Filters } from '#kit/web/kinds/filter-names.ts';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { Elapsed, SocSpan } from './charging-progress.web.tsx';
import { FindOrders } from './find-orders.web.tsx';
import { FollowOrders, isLive, LiveRow, useSample } from './live-order.web.tsx';
import type { OrderRow } from './live-order.web.tsx';
import { chargingOrderApi } from '../order-api.ts';
import { orderLabels } from '../order.labels.ts';
import { pageWords } from '../order-page.labels.ts';
import { OrderBatch } from './bulk-actions.web.tsx';
import type { BulkDone } from './bulk-actions.web.tsx';
import { OrderState } from './order-state.web.tsx';
import { useOrderInView } from './order-view.web.ts';
import { chargingOrder } from '../order.ts';
import { Totals } from './list-totals.web.tsx';
import './order.css';

const OrderDrawer = lazyComponent(() => import('./order-drawer.web.tsx').then((drawer) => drawer.OrderDrawer));

/** Every charging order of the viewer's scope; running orders are updated live. */
export const OrderList = () => {
  const { id, show } = useOrderInView();
  return (
    <>
      <ListPage
        of={chargingOrder}
        api={listApi}
        labels={orderLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={[]}
        batch={batch}
        extra={aboveList}
        onOpen={(row) => show(row.chargingOrderId)}
      />
      {id !== undefined && <OrderDrawer id={id} onClose={() => show(undefined)} />}
    </>
  );
};

/** Orders are changed only in their drawer, where all about them is shown. */
const { list, queryById, reveal, exportXls } = chargingOrderApi;
const listApi = { list, queryById, reveal, exportXls };

const filters = [
  ...(['chargingOrderNo', 'orderState', 'createTime', 'chargeDay', 'stationId', 'cpCode', 'userMobile', 'icCardNo', 'carVin'] as const),
  ...([
    'carNum',
    'custId',
    'mainPartType',
    'startSource',
    'orderCategory',
    'abnormalReason',
    'adjustWaits',
    'settleMethod',
    'agentId',
    'tenantId',
  ] as const),
];

const columns = [
  'chargingOrderNo' as const,
  'orderState' as const,
  'stationId' as const,
  { key: 'gun', title: pageWords.gun, width: 105, render: (row: OrderRow) => <Gun row={row} /> },
  { key: 'user', title: pageWords.user, width: 130, render: (row: OrderRow) => <User row={row} /> },
  'startTime' as const,
  {
    key: 'duration',
    title: pageWords.duration,
    width: 90,
    alignRight: true,
    render: (row: OrderRow) => <Elapsed from={row.startTime} until={row.stopTime} />,
  },
  'chargingElec' as const,
  'billingAmount' as const,
  { key: 'soc', title: ['SOC', 'SOC', 'SOC'] as const, width: 100, alignRight: true, render: (row: OrderRow) => <Soc row={row} /> },
  'orderAmount' as const,
  'startSource' as const,
  'stopReason' as const,
  'createTime' as const,
];
const batch = (ids: readonly string[], done: BulkDone) => <OrderBatch ids={ids} done={done} />;

const draw = {
  orderState: (value: number, row: OrderRow) => <OrderState state={value} reason={row.abnormalReason} waits={row.adjustWaits === 1} />,
  chargingElec: (_value: unknown, row: OrderRow) => <LiveRow row={row}>{(now) => <NumberCell value={now.chargingElec} unit="kWh" />}</LiveRow>,
  billingAmount: (value: string, row: OrderRow) =>
    row.billingTime === null ? <CostSoFar row={row} /> : <MoneyCell value={value} currency={row.currency} />,
};

/** What a running order has cost so far; nothing of it is booked yet. */
const CostSoFar = ({ row }: { readonly row: OrderRow }) => {
  const say = useSay();
  const cents = useSample(row.chargingOrderNo)?.amountCents ?? null;
  if (cents === null || row.stopTime !== null) return <EmptyCell />;
  return (
    <span className="ch-so-far" title={say(pageWords.soFar)}>
      <MoneyCell value={formatScaled(BigInt(Math.round(cents)), 2)} currency={row.currency} />
    </span>
  );
};

const Gun = ({ row: { cpCode, gunNumber } }: { readonly row: OrderRow }) => (
  <span className="co-clip">
    {cpCode}
    <span className="co-unit">/ {gunNumber}</span>
  </span>
);

/** Who charged, named by what identifies them best. */
const User = ({ row }: { readonly row: OrderRow }) => {
  const names = [row.carNum, row.userName, row.custName, row.icCardNo, row.userMobile, row.carVin].filter((name) => name !== null);
  const [first, second] = new Set(names);
  if (first === undefined) return <EmptyCell />;
  return (
    <span className="co-clip" title={[first, second].filter(Boolean).join(' · ')}>
      {first}
      {second !== undefined && <span className="co-unit">{second}</span>}
    </span>
  );
};

const Soc = ({ row }: { readonly row: OrderRow }) => (
  <LiveRow row={row}>{({ startSoc, stopSoc }) => <SocSpan from={startSoc} until={stopSoc} />}</LiveRow>
);

const views = [
  { key: 'all', label: pageWords.all, states: undefined },
  { key: 'charging', label: pageWords.chargingNow, states: `${orderState.charging},${orderState.starting}` },
  { key: 'settle', label: pageWords.toSettle, states: String(orderState.ended) },
  { key: 'abnormal', label: pageWords.abnormal, states: String(orderState.abnormal) },
] as const;

const aboveList = (rows: Rows<OrderRow>) => (
  <>
    <FollowOrders orderNos={rows.rows.filter(isLive).map((row) => row.chargingOrderNo)} />
    <QuickViews rows={rows} />
  </>
);

/** Quick views, and the totals of what the list shows. */
const QuickViews = ({ rows }: { readonly rows: Rows<OrderRow> }) => {
  const say = useSay();
  const { filters: activeFilters } = rows.state;
  const chosen = views.find(({ states }) => states === activeFilters['orderState'])?.key ?? '';
  const choose = (key: string) => {
    const { orderState: _before, ...others } = activeFilters;
    const states = views.find((view) => view.key === key)?.states;
    const next: Filters = states === undefined ? others : { ...others, orderState: states };
    rows.change({ filters: next });
  };
  return (
    <section className="co-card ch-above">
      <Segmented value={chosen} onChange={choose} options={views.map(({ key, label }) => ({ value: key, label: say(label) }))} />
      <FindOrders filters={activeFilters} onFilters={(next) => rows.change({ filters: next })} />
      <Totals rows={rows} />
    </section>
  );
};
