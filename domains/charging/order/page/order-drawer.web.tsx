import { Drawer, Skeleton, Tabs } from 'antd';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { LiveBadge } from '#kit/web/live/live.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { BatteryTab } from './battery-tab.web.tsx';
import { BillTab } from './bill/bill-tab.web.tsx';
import { CommandsTab } from './commands-tab.web.tsx';
import { CurvesTab } from './curves-tab.web.tsx';
import { FollowOrders, isLive } from './live-order.web.tsx';
import type { OrderRow } from './live-order.web.tsx';
import { LogTab } from './log-tab.web.tsx';
import { OrderActions } from './order-actions.web.tsx';
import { chargingOrderApi } from '../order-api.ts';
import type { OrderDetail } from '../order-detail.ts';
import { orderLabels } from '../order.labels.ts';
import { pageWords } from '../order-page.labels.ts';
import { OrderState } from './order-state.web.tsx';
import { useOrderInView } from './order-view.web.ts';
import { OverviewTab } from './overview-tab.web.tsx';
import { Remarks } from './remarks.web.tsx';
import { EndRecordsTab } from './end-records-tab.web.tsx';
import './order.css';

interface OrderDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
}

const WIDTH = 1_000;

/** Everything about one charging order, with its actions. */
export const OrderDrawer = ({ id, onClose }: OrderDrawerProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const row = useCall(chargingOrderApi.queryById, { id });
  const detail = useCall(chargingOrderApi.detail, { id });
  const problem = row.error ?? detail.error;
  return (
    <Drawer
      open
      onClose={onClose}
      size={phone ? '100%' : WIDTH}
      title={row.data ? <Title row={row.data} /> : say(orderLabels.noun)}
      extra={row.data && isLive(row.data) && <LiveBadge />}
      classNames={{ body: 'ch-drawer' }}
    >
      {problem && <LoadError because={problem.message} retry={() => Promise.all([row.refetch(), detail.refetch()])} />}
      {!problem && !(row.data && detail.data) && <Skeleton active paragraph={{ rows: 12 }} />}
      {!problem && row.data && detail.data && <Body row={row.data} detail={detail.data} onGone={onClose} />}
    </Drawer>
  );
};

const Title = ({ row }: { readonly row: OrderRow }) => (
  <span className="ch-title">
    <span className="co-num">{row.chargingOrderNo}</span>
    <OrderState state={row.orderState} reason={row.abnormalReason} />
  </span>
);

interface BodyProps {
  readonly row: OrderRow;
  readonly detail: OrderDetail;
  readonly onGone: () => void;
}

const Body = ({ row, detail, onGone }: BodyProps) => {
  const say = useSay();
  const may = usePermission();
  const { id, tab, show } = useOrderInView();
  const tabs = [
    { key: 'overview', label: say(pageWords.overview), children: <OverviewTab row={row} detail={detail} /> },
    { key: 'curves', label: say(pageWords.curves), children: <CurvesTab row={row} curve={detail.curve} /> },
    { key: 'battery', label: say(pageWords.battery), children: <BatteryTab row={row} /> },
    { key: 'bill', label: say(pageWords.bill), children: <BillTab row={row} /> },
  ];
  const logs = [
    { key: 'log', label: say(pageWords.log), children: <LogTab row={row} /> },
    { key: 'records', label: say(pageWords.endRecords), children: <EndRecordsTab row={row} /> },
    { key: 'commands', label: say(pageWords.commands), children: <CommandsTab row={row} commands={detail.commands} /> },
  ];
  const items = may(chargingOrderApi.orderLog.allow).ok ? [...tabs, ...logs] : tabs;
  return (
    <>
      {isLive(row) && <FollowOrders orderNos={[row.chargingOrderNo]} />}
      <OrderActions row={row} detail={detail} onGone={onGone} />
      <Remarks row={row} detail={detail} />
      <Tabs activeKey={items.some(({ key }) => key === tab) ? (tab ?? '') : 'overview'} onChange={(key) => show(id, key)} items={items} />
    </>
  );
};
