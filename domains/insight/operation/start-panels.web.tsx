import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { shareOf } from '#engines/insight/comparison.ts';
import { alarmMeasureApi } from '#domains/alarm/resources.ts';
import { chargingOrderApi, refundKind, refundOrderApi } from '#domains/charging/resources.ts';
import { startResult } from '#domains/device/resources.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { groupDigits, viewerZone } from '#kit/web/format.ts';
import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import { attemptsBehind, gapBehind, orderAddress, refundAddress, refundsBehind, unbilledBehind, visitsBehind } from './behind.rules.ts';
import { Figure, Help, ListLink, NotLoaded, percent } from './figure.web.tsx';
import { MoreRanges } from './more-ranges.web.tsx';
import { operationWords as words } from './operation.labels.ts';
import { GAP_ORDERS_MAX, operationApi, ORDER_DAYS_MAX } from './operation.ts';
import type { MeterGap, StartAnalysis } from './operation.ts';
import type { BoardQuery } from './operation.web.tsx';

interface PanelProps {
  readonly query: BoardQuery;
}

/** Starts and their failures, uptime, and energy without a bill. */
export const StartPanels = ({ query }: PanelProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(operationApi.starts, query, { keep: true });
  return (
    <>
      <section className="co-card op-figures">
        {error && !data && <NotLoaded name={say(words.starts)} error={error} retry={refetch} />}
        {!data && !error && <Skeleton active className="op-wait" />}
        {data && <Visits starts={data} query={query} />}
        <Uptime query={query} />
        <Unbilled query={query} />
        {query.cpType === undefined && <Refunds query={query} />}
      </section>
      {data && <Reasons starts={data} query={query} />}
    </>
  );
};

const Visits = ({ starts, query }: PanelProps & { readonly starts: StartAnalysis }) => {
  const say = useSay();
  const { visits, attempts, firstTry, served } = starts;
  const link = (name: string, text: string) =>
    attempts === 0 ? (
      text
    ) : (
      <OrdersLink key={name} to={orderAddress(visitsBehind(starts, query))} name={name}>
        {text}
      </OrdersLink>
    );
  return (
    <>
      <Figure
        name={say(words.firstTry)}
        help={say(words.firstTryHelp, { n: ORDER_DAYS_MAX })}
        notes={[link(say(words.starts), say(words.visits, { visits: groupDigits(visits), attempts: groupDigits(attempts) }))]}
      >
        {link(say(words.firstTry), percent(shareOf(firstTry, visits)))}
      </Figure>
      <Figure name={say(words.visitSuccess)} help={say(words.visitSuccessHelp)}>
        {link(say(words.visitSuccess), percent(shareOf(served, visits)))}
      </Figure>
    </>
  );
};

const MEASURE_DAYS_MAX = 92;

/** As the alarm measures tell it, for those who may see them. */
const Uptime = ({ query: { days, stationId } }: PanelProps) => {
  const say = useSay();
  const { ok } = usePermission()(alarmMeasureApi.measures.allow);
  const { data, error, refetch } = useCall(
    alarmMeasureApi.measures,
    { days: Math.min(days, MEASURE_DAYS_MAX), timezone: viewerZone(), ...(stationId !== undefined && { stationId }) },
    { enabled: ok, keep: true },
  );
  if (!ok) return null;
  if (!data) return error && <NotLoaded name={say(words.uptime)} error={error} retry={refetch} />;
  const address = `/monitor/alarm-measure?days=${days}${stationId === undefined ? '' : `&stationId=${stationId}`}`;
  return (
    <Figure
      name={say(words.uptime)}
      help={say(words.uptimeHelp)}
      notes={[
        <Link key="more" to={address}>
          {say(words.details)}
        </Link>,
      ]}
    >
      {data.availability.adjusted === null ? '—' : <Link to={address}>{percent(data.availability.adjusted)}</Link>}
    </Figure>
  );
};

const Unbilled = ({ query }: PanelProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(operationApi.unbilled, query, { keep: true });
  if (!data) return error && <NotLoaded name={say(words.unbilled)} error={error} retry={refetch} />;
  const link = (value: ReactNode) => (
    <OrdersLink to={orderAddress(unbilledBehind(data, query))} name={say(words.unbilled)}>
      {value}
    </OrdersLink>
  );
  return (
    <Figure
      name={say(words.unbilled)}
      help={say(words.unbilledHelp)}
      notes={[
        link(say(words.unbilledNote, { n: groupDigits(data.orders) })),
        ...data.values.map(({ currency, amount }) => <span key={currency}>≈ {link(<MoneyCell value={amount} currency={currency} />)}</span>),
        data.gap.orders > 0 ? <Gap key="gap" gap={data.gap} query={query} /> : undefined,
      ]}
    >
      {link(<NumberCell value={Number(data.energy).toFixed(1)} unit="kWh" />)}
    </Figure>
  );
};

/** A link opens the orders that are named; where there are more, it says that it opens the largest ones, and others are opened by the ranges of their places. */
const Gap = ({ gap, query }: PanelProps & { readonly gap: MeterGap }) => {
  const say = useSay();
  const { ok } = usePermission()(chargingOrderApi.list.allow);
  const navigate = useNavigate();
  const { send, sending } = useSend(operationApi.gap, {
    doneText: false,
    onDone: (named) => void navigate(orderAddress(gapBehind(named))),
  });
  const { orders, orderNos } = gap;
  const note = say(words.gapNote, { n: groupDigits(orders), energy: groupDigits(Number(gap.energy).toFixed(1)) });
  const link = (text: string) => (
    <OrdersLink to={orderAddress(gapBehind(gap))} name={say(words.unbilled)}>
      {text}
    </OrdersLink>
  );
  if (orders <= orderNos.length) return link(note);
  return (
    <>
      {note} {link(say(words.gapMost, { n: orderNos.length }))}{' '}
      {ok && <MoreRanges total={orders} each={GAP_ORDERS_MAX} loading={sending} onPick={(after) => void send({ ...query, after })} />}
    </>
  );
};

const goodwillKind = refundKind.items.goodwill.value;

/** Money that went back; a refund belongs to a station, and to no type of pile. */
const Refunds = ({ query: { days, stationId } }: PanelProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(operationApi.refunds, { days, ...(stationId !== undefined && { stationId }) }, { keep: true });
  if (!data) return error && <NotLoaded name={say(words.refunds)} error={error} retry={refetch} />;
  const link = (value: ReactNode, kind?: typeof goodwillKind) => (
    <ListLink to={refundAddress(refundsBehind(data, { stationId: stationId ?? null }, kind))} allow={refundOrderApi.list.allow}>
      {value}
    </ListLink>
  );
  return (
    <Figure
      name={say(words.refunds)}
      help={say(words.refundsHelp)}
      notes={data.sums.map(({ refunds, goodwill, billed }) => (
        <>
          {link(say(words.refundsNote, { n: groupDigits(refunds) }))}
          {' · '}
          {link(say(words.refundRate, { rate: percent(shareOf(Number(goodwill), Number(billed))) }), goodwillKind)}
        </>
      ))}
    >
      {data.sums.length === 0
        ? '—'
        : data.sums.map(({ currency, amount }) => <div key={currency}>{link(<MoneyCell value={amount} currency={currency} />)}</div>)}
    </Figure>
  );
};

const SUCCESS = startResult.items.success.value;

const Reasons = ({ starts, query }: PanelProps & { readonly starts: StartAnalysis }) => {
  const say = useSay();
  const { failures, attempts } = starts;
  const nameOf = (result: number | null): string => {
    if (result === null) return say(words.noAnswer);
    if (result === SUCCESS) return say(words.startedWithout);
    const item = Object.values(startResult.items).find(({ value }) => value === result);
    return item ? say(item.words) : say(words.otherResult, { n: result });
  };
  return (
    <section className="co-card op-box">
      <h2>
        <Help help={say(words.reasonsHelp)}>{say(words.reasons)}</Help>
      </h2>
      {failures.length === 0 && <p className="co-hint">{say(words.none)}</p>}
      {failures.length > 0 && (
        <table>
          <tbody>
            {failures.map(({ startResult: result, count }) => (
              <tr key={String(result)}>
                <td>{nameOf(result)}</td>
                <td className="co-num">
                  <OrdersLink to={orderAddress(attemptsBehind(starts, result, query))} name={nameOf(result)}>
                    {groupDigits(count)}
                  </OrdersLink>
                </td>
                <td className="co-num">{percent(shareOf(count, attempts))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
