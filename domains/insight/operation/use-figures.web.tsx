import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { pileApi } from '#domains/network/resources.ts';
import { formatSpan, groupDigits } from '#kit/web/format.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import { ordersBehind } from '../charge-sum/orders-behind.rules.ts';
import { pileAddress } from './behind.rules.ts';
import { Delivered } from './delivered.web.tsx';
import { Figure, Help, ListLink, NotLoaded, percent } from './figure.web.tsx';
import { operationWords as words } from './operation.labels.ts';
import { operationApi, ORDER_DAYS_MAX } from './operation.ts';
import type { DurationAnalysis, UseAnalysis } from './operation.ts';
import type { BoardQuery } from './operation.web.tsx';

interface UseProps {
  readonly use: UseAnalysis;
  readonly query: BoardQuery;
}

/** The station and the type, as filters of a list of piles. */
const placeFilter = ({ stationId, cpType }: BoardQuery): Readonly<Record<string, string>> => ({
  ...(stationId !== undefined && { stationId }),
  ...(cpType !== undefined && { cpType: String(cpType) }),
});

const TURNOVER_DIGITS = 2;

/** How much piles and guns are used. */
export const UseFigures = ({ use, query }: UseProps) => {
  const say = useSay();
  const { from, to, pilesInUse, piles, guns, byTime, byEnergy, turnover, chargeS } = use;
  const durations = useDurations(query);
  const spread = durations.data?.spread ?? null;
  const delivered = (value: ReactNode) => (
    <Delivered days={use} filters={placeFilter(query)}>
      {value}
    </Delivered>
  );
  const existing = (
    <ListLink to={pileAddress(placeFilter(query))} allow={pileApi.list.allow}>
      {say(words.pilesOf, { n: groupDigits(piles), guns: groupDigits(guns) })}
    </ListLink>
  );
  const { stationId, cpType } = query;
  const charges = {
    from,
    to,
    filters: stationId === undefined ? {} : { stationId },
    cpType: cpType === undefined ? undefined : String(cpType),
  };
  const link = (name: string, value: string, isUnplugged = false) => (
    <OrdersLink to={ordersBehind({ ...charges, isUnplugged })} name={name}>
      {value}
    </OrdersLink>
  );
  return (
    <section className="co-card op-figures" aria-label={say(words.byTime)}>
      <Figure name={say(words.pilesInUse)} help={say(words.pilesInUseHelp)} notes={[existing]}>
        {delivered(groupDigits(pilesInUse))}
      </Figure>
      <Figure name={say(words.byTime)} help={say(words.byTimeHelp)}>
        {byTime === null ? '—' : delivered(percent(byTime))}
      </Figure>
      <Figure name={say(words.byEnergy)} help={say(words.byEnergyHelp)}>
        {byEnergy === null ? '—' : delivered(percent(byEnergy))}
      </Figure>
      <Figure name={say(words.turnover)} help={say(words.turnoverHelp)} notes={[turnover === null ? undefined : say(words.perGunDay)]}>
        {turnover === null ? '—' : link(say(words.turnover), turnover.toFixed(TURNOVER_DIGITS))}
      </Figure>
      <Figure
        name={say(words.duration)}
        help={say(words.durationHelp)}
        notes={[spread === null ? undefined : say(words.spread, { median: formatSpan(spread.medianS), p90: formatSpan(spread.p90S) })]}
      >
        {chargeS === null ? '—' : link(say(words.duration), formatSpan(Math.round(chargeS)))}
      </Figure>
      <DwellFigure durations={durations} link={(value) => link(say(words.dwell), value, true)} />
    </section>
  );
};

const NOT_MEASURED: DurationAnalysis = { spread: null, dwell: null };

/** A call of its own, because it reads orders; figures of more than `ORDER_DAYS_MAX` days are shown without it. */
const useDurations = (query: BoardQuery) => {
  const isMeasured = query.days <= ORDER_DAYS_MAX;
  const { data, error, refetch } = useCall(operationApi.durations, query, { keep: true, enabled: isMeasured });
  return isMeasured ? { data, error, refetch } : { data: NOT_MEASURED, error: null, refetch };
};

interface DwellProps {
  readonly durations: ReturnType<typeof useDurations>;
  readonly link: (value: string) => ReactNode;
}

const NOTES = 3;

const DwellFigure = ({ durations: { data, error, refetch }, link }: DwellProps) => {
  const say = useSay();
  const name = say(words.dwell);
  if (error && !data) return <NotLoaded name={name} error={error} retry={refetch} />;
  const dwell = data?.dwell ?? null;
  const help = say(words.dwellHelp, { charges: groupDigits(dwell?.charges ?? 0), n: ORDER_DAYS_MAX });
  if (!data)
    return (
      <div>
        <h2>
          <Help help={help}>{name}</Help>
        </h2>
        <Skeleton active title={false} paragraph={{ rows: NOTES }} />
      </div>
    );
  const notes = dwell && [
    say(words.spread, { median: formatSpan(dwell.medianS), p90: formatSpan(dwell.p90S) }),
    say(words.stayed, { share: percent(dwell.stayedShare) }),
    say(words.dwellOrders, { n: groupDigits(dwell.charges) }),
  ];
  return (
    <Figure name={name} help={help} notes={notes ?? []}>
      {dwell ? link(formatSpan(Math.round(dwell.meanS))) : '—'}
    </Figure>
  );
};
