import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pileWorkState } from '#domains/network/resources.ts';
import { groupDigits } from '#kit/web/format.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { countGroups, gunGroups } from '../monitoring/gun-state.rules.ts';
import { monitorWords } from '../monitoring/monitor-page.labels.ts';
import { orderState } from '../order/order.codes.ts';
import { PastNote } from '../past/past-note.web.tsx';
import { Measure, Money } from './figures.web.tsx';
import { homeWords as words } from './home.labels.ts';
import { todayApi } from './today.ts';
import { todayBehind } from './today-behind.rules.ts';
import type { TodayTotals } from './today.ts';
import '../monitoring/monitor.css';
import './home.css';

/** A start page needs no updates by the second. */
const REFRESH_MS = 30_000;
const DWH_IN_KWH = 10_000;
const W_IN_KW = 1_000;

/** Today's figures, what is going on now, and what waits for an operator; shown to viewers who may see the monitor. */
export const TodayBoard = () => {
  const may = usePermission()(todayApi.today.allow).ok;
  const { data, error, refetch } = useCall(todayApi.today, {}, { enabled: may, keep: true, everyMs: REFRESH_MS });
  if (!may) return null;
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active className="co-card ch-wait" />;
  return (
    <>
      <PastNote />
      <Sums today={data} />
      <div className="ch-pair">
        <Guns today={data} />
        <Attention today={data} />
      </div>
    </>
  );
};

interface TodayProps {
  readonly today: TodayTotals;
}

const ORDERS = 'chargingOrder:list';
const MONITOR = '/monitor/charging';

const Sums = ({ today }: TodayProps) => {
  const say = useSay();
  const may = usePermission();
  const link = (to: string | undefined, allow: string, value: ReactNode) =>
    to !== undefined && may(allow).ok ? <Link to={to}>{value}</Link> : value;
  const { sums, stations, powerW, dayBegan } = today;
  const orderAddress = (which: 'all' | 'ended'): string | undefined =>
    dayBegan === null ? undefined : `/order/charging-order?${String(new URLSearchParams(todayBehind(dayBegan, which)))}`;
  const orders = sums.reduce((sum, entry) => sum + entry.orders, 0);
  const energyDwh = sums.reduce((sum, entry) => sum + entry.energyDwh, 0);
  return (
    <section className="co-card ch-sums" aria-label={say(words.today)}>
      <Figure name={say(words.orders)} note={link('/network/station', 'station:list', say(words.ofStations, { n: groupDigits(stations) }))}>
        {link(orderAddress('all'), ORDERS, <span className="co-num">{groupDigits(orders)}</span>)}
      </Figure>
      <Figure name={say(words.energy)} note={say(words.ended)}>
        {link(orderAddress('ended'), ORDERS, <Measure value={(energyDwh / DWH_IN_KWH).toFixed(1)} unit="kWh" />)}
      </Figure>
      <Figure name={say(words.amount)} note={say(words.ended)}>
        {sums.map(({ currency, amountCents }) => (
          <span key={currency}>{link(orderAddress('ended'), ORDERS, <Money cents={amountCents} currency={currency} />)}</span>
        ))}
        {sums.length === 0 && <span className="co-none">—</span>}
      </Figure>
      <Figure
        name={say(words.powerNow)}
        note={link('/network/pile', 'pile:list', say(monitorWords.online, { n: groupDigits(today.onlineCount), all: groupDigits(today.pileCount) }))}
      >
        {link(MONITOR, 'monitor:list', <Measure value={(powerW / W_IN_KW).toFixed(1)} unit="kW" />)}
      </Figure>
    </section>
  );
};

interface FigureProps {
  readonly name: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

const Figure = ({ name, note, children }: FigureProps) => (
  <div>
    <h2>{name}</h2>
    <strong>{children}</strong>
    <small>{note}</small>
  </div>
);

const Guns = ({ today }: TodayProps) => {
  const say = useSay();
  const groups = countGroups(today.gunsByState);
  const all = gunGroups.reduce((sum, group) => sum + groups[group], 0);
  return (
    <section className="co-card ch-box">
      <h2>{say(words.guns)}</h2>
      {all === 0 && <p className="co-hint">{say(words.noGuns)}</p>}
      {all > 0 && (
        <>
          <span className="cm-bar ch-bar" aria-hidden>
            {gunGroups.map(
              (group) => groups[group] > 0 && <i key={group} className={`cm-${group}`} style={{ width: `${(groups[group] / all) * 100}%` }} />,
            )}
          </span>
          <dl className="ch-guns">
            {gunGroups.map((group) => (
              <div key={group}>
                <dt>
                  <i className={`cm-${group}`} />
                  {say(monitorWords[group])}
                </dt>
                <dd className="co-num">
                  <Link to={MONITOR}>{groupDigits(groups[group])}</Link>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
};

const { abnormal, ended } = orderState.items;

const Attention = ({ today }: TodayProps) => {
  const say = useSay();
  const may = usePermission();
  const { attention, gunsByState } = today;
  const entries = [
    { name: words.books, n: attention.booksBroken, allow: 'money:proof', to: '/money/proof' },
    { name: words.abnormal, n: attention.abnormal, allow: 'chargingOrder:list', to: `/order/charging-order?orderState=${abnormal.value}` },
    { name: words.toSettle, n: attention.toSettle, allow: 'chargingOrder:list', to: `/order/charging-order?orderState=${ended.value}` },
    { name: words.offline, n: attention.offlinePiles, allow: 'pile:list', to: `/network/pile?cpWorkStat=${pileWorkState.items.offline.value}` },
    { name: words.faulty, n: countGroups(gunsByState).fault, allow: 'monitor:list', to: MONITOR },
  ].filter(({ n }) => n > 0);
  return (
    <section className="co-card ch-box">
      <h2>{say(words.attention)}</h2>
      {entries.length === 0 && <p className="co-hint">{say(words.nothing)}</p>}
      <ul className="ch-attention">
        {entries.map(({ name, n, allow, to }) => (
          <li key={to}>
            {may(allow).ok ? <Link to={to}>{say(name)}</Link> : <span>{say(name)}</span>}
            <strong className="co-num">{groupDigits(n)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
};
