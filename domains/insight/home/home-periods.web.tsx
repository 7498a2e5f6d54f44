import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { changeOf } from '#engines/insight/comparison.ts';
import { BarChart } from '#kit/web/chart/charts.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { OrdersLink, signedPercent } from '../charge-sum/data-page.web.tsx';
import { dataWords } from '../charge-sum/data.labels.ts';
import { Help } from '../operation/figure.web.tsx';
import type { HomeQuery } from './home-board.web.tsx';
import { statType } from './home-data.codes.ts';
import { homeWords as words } from './home-data.labels.ts';
import { homeApi } from './home-data.ts';
import type { DaySpan } from '../figures/figures.ts';
import type { HomeSeries, HomeSums } from './home-data.ts';
import { HomeStages } from './home-stages.web.tsx';
import { daysOf, monthSpan, monthsOf } from './home-values.rules.ts';
import { addressOf, HomeWait, valueCell } from './home-values.web.tsx';

const MONTHS_SHOWN = 14;
const YEARS_SHOWN = 3;
const PERCENT = 100;

interface PeriodsProps {
  readonly query: HomeQuery;
  /** The months of a year; otherwise the days of a month. */
  readonly isAnnual: boolean;
}

/** The days of a month or the months of a year as bars, with their sum beside that of the period before. */
export const HomePeriods = ({ query, isAnnual }: PeriodsProps) => {
  const say = useSay();
  const [choices] = useState(() => (isAnnual ? lastYears(new Date()) : lastMonths(new Date())));
  const [chosen, setChosen] = useState(choices[0] ?? '');
  const [year = 0, month = 0] = chosen.split('-').map(Number);
  const monthly = { ...query, year, month };
  const yearly = { ...query, year };
  const months = {
    series: useCall(homeApi.monthly, monthly, { enabled: !isAnnual, keep: true }),
    sums: useCall(homeApi.monthlySums, monthly, { enabled: !isAnnual, keep: true }),
  };
  const years = {
    series: useCall(homeApi.yearly, yearly, { enabled: isAnnual, keep: true }),
    sums: useCall(homeApi.yearlySums, yearly, { enabled: isAnnual, keep: true }),
  };
  const { series, sums } = isAnnual ? years : months;
  const navigate = useNavigate();
  const { ok } = usePermission()(chargingOrderApi.list.allow);
  const spans = useMemo(() => (series.data ? spansOf(series.data, isAnnual) : []), [series.data, isAnnual]);
  const open = (span: DaySpan | undefined): void => void (span && navigate(addressOf(query, span)));
  const error = series.error ?? sums.error;
  if (error && !(series.data && sums.data))
    return <LoadError because={error.message} retry={() => void Promise.all([series.refetch(), sums.refetch()])} />;
  if (!series.data || !sums.data) return <HomeWait />;
  return (
    <>
      <div className="hd-sums">
        <Select
          aria-label={say(isAnnual ? words.year : words.month)}
          value={chosen}
          options={choices.map((value) => ({ value, label: value }))}
          onChange={setChosen}
        />
        <Sums sums={sums.data} query={query} />
        {ok && (
          <Select<string>
            className="hd-orders"
            aria-label={say(words.ordersOf)}
            placeholder={say(words.ordersOf)}
            value={null}
            options={spans.map(({ from, name }) => ({ value: from, label: name }))}
            onSelect={(from) => open(spans.find((span) => span.from === from))}
          />
        )}
      </div>
      <Bars series={series.data} query={query} spans={spans} {...(ok && { onPick: open })} />
      <HomeStages sums={sums.data} query={query} />
    </>
  );
};

const lastYears = (now: Date): readonly string[] => Array.from({ length: YEARS_SHOWN }, (_none, at) => String(now.getFullYear() - at));
const lastMonths = (now: Date): readonly string[] =>
  Array.from({ length: MONTHS_SHOWN }, (_none, at) => monthSpan(now.getFullYear(), now.getMonth() + 1 - at).from.slice(0, 'YYYY-MM'.length));

const Sums = ({ sums, query }: { readonly sums: HomeSums; readonly query: HomeQuery }) => {
  const say = useSay();
  const { values, before } = sums;
  const name = typeNames.find((each) => statType.items[each].value === query.statType);
  if (values.length === 0) return <span className="co-hint">{say(words.none)}</span>;
  return (
    <>
      {values.map((value) => {
        const earlier = before.values.find(({ currency }) => currency === value.currency);
        const change = changeOf({ now: Number(value.value), before: Number(earlier?.value ?? 0), ordersBefore: before.charges });
        return (
          <span key={value.currency ?? ''}>
            {name && <Help help={say(words.typeHelp[name])}>{say(statType.items[name].words)}</Help>}{' '}
            <strong>
              <OrdersLink to={addressOf(query, sums)} name={say(words.sum)}>
                {valueCell(value, query.statType)}
              </OrdersLink>
            </strong>{' '}
            {earlier && (
              <small>
                {change === null ? '' : signedPercent(change)} (
                <OrdersLink to={addressOf(query, before)} name={say(dataWords.periodBefore, { from: before.from, to: before.to })}>
                  {valueCell(earlier, query.statType)}
                </OrdersLink>
                )
              </small>
            )}
          </span>
        );
      })}
    </>
  );
};

const typeNames = ['amount', 'energy', 'charges', 'elec', 'srv', 'usage'] as const;

interface BarsProps {
  readonly series: HomeSeries;
  readonly query: HomeQuery;
  readonly spans: readonly NamedSpan[];
  readonly onPick?: (span: DaySpan | undefined) => void;
}

const Bars = ({ series, query, spans, onPick }: BarsProps) => {
  const say = useSay();
  const isUsage = query.statType === statType.items.usage.value;
  const scale = isUsage ? PERCENT : 1;
  const bars = useMemo(() => {
    const currencies = [...new Set(series.values.map(({ currency }) => currency))];
    return currencies.map((currency) => ({
      name: currency ?? '',
      values: spans.map(({ from }) => Number(series.values.find((value) => value.from === from && value.currency === currency)?.value ?? 0) * scale),
    }));
  }, [series, spans, scale]);
  const type = Object.values(statType.items).find(({ value }) => value === query.statType);
  const unit = isUsage ? '%' : query.statType === statType.items.energy.value ? 'kWh' : bars.length === 1 ? (bars[0]?.name ?? '') : '';
  return (
    <BarChart
      names={spans.map(({ name }) => name)}
      series={bars}
      unit={unit}
      label={`${type ? say(type.words) : ''}, ${series.from} – ${series.to}`}
      {...(onPick && { onPick: (at) => onPick(spans[at]) })}
    />
  );
};

interface NamedSpan extends DaySpan {
  readonly name: string;
}

/** Every day of the month or month of the year, also those without charges. */
const spansOf = ({ from, to }: HomeSeries, isAnnual: boolean): readonly NamedSpan[] =>
  isAnnual
    ? monthsOf(Number(from.slice(0, 'YYYY'.length))).map((span) => ({ ...span, name: span.from.slice(0, 'YYYY-MM'.length) }))
    : daysOf({ from, to }).map((span) => ({ ...span, name: span.from.slice('YYYY-'.length) }));
