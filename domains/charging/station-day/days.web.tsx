import { Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { BarChart } from '#kit/web/chart/charts.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { chargingOrderApi } from '../order/order-api.ts';
import { daysFrom, ordersOfDay } from './day-orders.rules.ts';
import { stationDayLabels, stationDayWords } from './station-day.labels.ts';
import { DAY_SUMS_MAX, stationDayApi } from './station-day.ts';
import type { DaySum } from './station-day.ts';
import './days.css';

const figures = ['chargingCapacity', 'chargingAmount', 'chargingCount'] as const;
type Figure = (typeof figures)[number];

/** Energy, income and orders of each day in the list below; a click on a day opens its orders. */
export const Days = ({ filters }: { readonly filters: Readonly<Record<string, string>> }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(stationDayApi.byDay, filters, { keep: true });
  const [chosen, setChosen] = useState<Figure>('chargingCapacity');
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data || data.length === 0) return null;
  // A viewer who may not see a figure receives no values of it.
  const permitted = figures.filter((figure) => data[0]?.[figure] !== undefined);
  const figure = permitted.find((name) => name === chosen) ?? permitted[0];
  if (!figure) return null;
  const options = permitted.map((name) => ({ value: name, label: say(stationDayLabels.fields[name]) }));
  return (
    <section className="co-card ch-days">
      <header>
        <Segmented<Figure> size="small" aria-label={say(stationDayWords.figure)} value={figure} options={options} onChange={setChosen} />
        <Orders sums={data} filters={filters} />
      </header>
      <Chart sums={data} figure={figure} filters={filters} />
    </section>
  );
};

interface DaysProps {
  readonly sums: readonly DaySum[];
  readonly filters: Readonly<Record<string, string>>;
}

const useOrders = ({ sums, filters }: DaysProps) => {
  const navigate = useNavigate();
  const { ok } = usePermission()(chargingOrderApi.list.allow);
  const open = (day: string | undefined): void => {
    const sum = sums.find(({ statDay }) => statDay === day);
    if (sum) void navigate(ordersOfDay(sum, filters));
  };
  return ok ? open : undefined;
};

/** Opens the orders of a day like a click on its bar, for keyboards and touch screens. */
const Orders = (props: DaysProps) => {
  const say = useSay();
  const open = useOrders(props);
  if (!open) return null;
  const days = [...new Set(props.sums.map(({ statDay }) => statDay))].toReversed();
  return (
    <Select<string>
      size="small"
      className="ch-days-orders"
      aria-label={say(stationDayWords.ordersOf)}
      placeholder={say(stationDayWords.ordersOf)}
      value={null}
      options={days.map((day) => ({ value: day, label: day }))}
      onSelect={open}
    />
  );
};

const Chart = ({ sums, figure, filters }: DaysProps & { readonly figure: Figure }) => {
  const say = useSay();
  const open = useOrders({ sums, filters });
  const days = useMemo(() => daysFrom(sums), [sums]);
  const name = say(stationDayLabels.fields[figure]);
  const series = useMemo(() => seriesOf(sums, { days, figure, name }), [sums, days, figure, name]);
  const unit = figure === 'chargingCapacity' ? 'kWh' : figure === 'chargingAmount' && series.length === 1 ? (sums[0]?.currency ?? '') : '';
  const label = say(stationDayWords.told, { figure: name, from: days[0] ?? '', to: days.at(-1) ?? '' });
  return (
    <>
      <BarChart names={days} series={series} unit={unit} label={label} {...(open && { onPick: (at) => open(days[at]) })} />
      {new Set(sums.map(({ statDay }) => statDay)).size === DAY_SUMS_MAX && (
        <p className="co-hint">{say(stationDayWords.latest, { n: DAY_SUMS_MAX })}</p>
      )}
    </>
  );
};

interface DaySeries {
  readonly days: readonly string[];
  readonly figure: Figure;
  readonly name: string;
}

/** Amounts are separate for each currency; energy and orders are sums over all currencies. */
const seriesOf = (sums: readonly DaySum[], { days, figure, name }: DaySeries) => {
  const currencies = figure === 'chargingAmount' ? [...new Set(sums.map(({ currency }) => currency))] : [undefined];
  return currencies.map((currency) => ({
    name: currencies.length > 1 ? (currency ?? name) : name,
    values: days.map((day) =>
      sums
        .filter((sum) => sum.statDay === day && (currency === undefined || sum.currency === currency))
        .reduce((total, sum) => total + Number(sum[figure]), 0),
    ),
  }));
};
