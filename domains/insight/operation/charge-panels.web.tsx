import { Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { changeOf } from '#engines/insight/comparison.ts';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { BarChart } from '#kit/web/chart/charts.tsx';
import { groupDigits } from '#kit/web/format.ts';
import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { OrdersLink, signedPercent } from '../charge-sum/data-page.web.tsx';
import { dataWords } from '../charge-sum/data.labels.ts';
import { ordersBehind } from '../charge-sum/orders-behind.rules.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { Figure, Help } from './figure.web.tsx';
import { openBehind, orderAddress } from './behind.rules.ts';
import { operationWords as words } from './operation.labels.ts';
import { perKwh } from './operation.rules.ts';
import type { WireFigures } from '../figures/figures.ts';
import type { ChargeAnalysis } from './operation.ts';
import type { BoardQuery } from './operation.web.tsx';

interface ChargeProps {
  readonly charges: ChargeAnalysis;
  readonly query: BoardQuery;
}

export const ChargePanels = (props: ChargeProps) => (
  <>
    <Sums {...props} />
    <Trend {...props} />
  </>
);

/** The list with exactly the orders of some days. */
const addressOf = ({ stationId, cpType }: BoardQuery, from: string, to: string): string =>
  ordersBehind({ from, to, filters: stationId === undefined ? {} : { stationId }, cpType: cpType === undefined ? undefined : String(cpType) });

const WHOLE_KG = 1;

const Sums = ({ charges, query }: ChargeProps) => {
  const say = useSay();
  const { sums, sumsBefore, carbon, from, to, before, openOrders } = charges;
  const link = (name: string, value: ReactNode) => (
    <OrdersLink to={addressOf(query, from, to)} name={name}>
      {value}
    </OrdersLink>
  );
  const total = (rows: readonly WireFigures[], name: 'charges' | 'energy'): number => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  const ordersBefore = total(sumsBefore, 'charges');
  const change = (now: number, earlier: number): string | undefined => {
    const share = changeOf({ now, before: earlier, ordersBefore });
    return share === null ? undefined : signedPercent(share);
  };
  const beforeName = say(dataWords.periodBefore, { from: before.from, to: before.to });
  const changeNote = (text: string | undefined) =>
    text && (
      <OrdersLink to={addressOf(query, before.from, before.to)} name={beforeName}>
        {text}
      </OrdersLink>
    );
  const energyNow = total(sums, 'energy');
  const openNote = (
    <OrdersLink to={orderAddress(openBehind(query))} name={say(words.orders)}>
      {say(words.openOrders, { n: groupDigits(openOrders) })}
    </OrdersLink>
  );
  return (
    <section className="co-card op-figures" aria-label={say(words.amount)}>
      <Figure
        name={say(words.amount)}
        help={say(words.amountHelp)}
        notes={sums.map((row) =>
          changeNote(change(Number(row.billed), Number(sumsBefore.find(({ currency }) => currency === row.currency)?.billed ?? 0))),
        )}
      >
        {sums.length === 0
          ? '—'
          : sums.map((row) => <div key={row.currency}>{link(say(words.amount), <MoneyCell value={row.billed} currency={row.currency} />)}</div>)}
      </Figure>
      <Figure
        name={say(words.orders)}
        help={say(words.ordersHelp)}
        notes={[changeNote(change(total(sums, 'charges'), ordersBefore)), openOrders > 0 ? openNote : undefined]}
      >
        {link(say(words.orders), groupDigits(total(sums, 'charges')))}
      </Figure>
      <Figure name={say(words.energy)} help={say(words.energyHelp)} notes={[changeNote(change(energyNow, total(sumsBefore, 'energy')))]}>
        {link(say(words.energy), <NumberCell value={energyNow.toFixed(1)} unit="kWh" />)}
      </Figure>
      <PerKwh sums={sums} link={(value) => link(say(words.perKwh), value)} />
      <Carbon carbon={carbon} link={(value) => link(say(words.carbon), value)} change={changeNote(change(carbon.kg, carbon.kgBefore))} />
    </section>
  );
};

const PerKwh = ({ sums, link }: Pick<ChargeAnalysis, 'sums'> & Pick<CarbonProps, 'link'>) => {
  const say = useSay();
  return (
    <Figure
      name={say(words.perKwh)}
      help={say(words.perKwhHelp)}
      notes={sums.map(({ elec, srv, energy }) => say(words.perKwhParts, { elec: perKwh(elec, energy), srv: perKwh(srv, energy) }))}
    >
      {sums.length === 0
        ? '—'
        : sums.map(({ currency, billed, energy }) => (
            <div key={currency}>
              {link(perKwh(billed, energy))}
              <span className="co-unit">{currency}</span>
            </div>
          ))}
    </Figure>
  );
};

interface CarbonProps extends Pick<ChargeAnalysis, 'carbon'> {
  /** Leads to the orders that it is computed from. */
  readonly link: (value: ReactNode) => ReactNode;
  readonly change: ReactNode;
}

const Carbon = ({ carbon, link, change }: CarbonProps) => {
  const say = useSay();
  const [factor] = carbon.factors.length === 1 ? carbon.factors : [];
  const help = factor
    ? say(words.carbonHelp, {
        factor: factor.kgPerKwh.toFixed(4),
        grid: factor.gridKgPerKwh.toFixed(4),
        source: factor.source === null ? '' : say(words.carbonSource, { source: factor.source }),
      })
    : say(words.carbonMany);
  return (
    <Figure name={say(words.carbon)} help={help} notes={[change]}>
      {link(<NumberCell value={Math.abs(carbon.kg) < WHOLE_KG ? carbon.kg.toFixed(2) : carbon.kg.toFixed(0)} unit="kgCO₂" />)}
    </Figure>
  );
};

const metrics = ['billed', 'energy', 'charges'] as const;
type Metric = (typeof metrics)[number];
const metricWords = { billed: words.amount, energy: words.energy, charges: words.orders } as const;

const Trend = ({ charges, query }: ChargeProps) => {
  const say = useSay();
  const navigate = useNavigate();
  const [metric, setMetric] = useState<Metric>('billed');
  const { ok } = usePermission()(chargingOrderApi.list.allow);
  const { from, before } = charges;
  const days = useMemo(() => Array.from({ length: query.days }, (_none, at) => plusDays(from, at)), [from, query.days]);
  const series = useMemo(() => trendOf(charges, days, metric), [charges, days, metric]);
  const named = series.map(({ currency, isBefore, values }) => ({
    name: [say(isBefore ? words.lastPeriod : words.thisPeriod), currency].filter(Boolean).join(' '),
    values,
  }));
  const open = (day: string | undefined): void => void (day !== undefined && navigate(addressOf(query, day, day)));
  return (
    <section className="co-card op-box">
      <header className="op-boxhead">
        <h2>
          <Help help={say(words.trendHelp)}>{say(words.trend)}</Help>
        </h2>
        <Segmented<Metric>
          size="small"
          aria-label={say(words.trend)}
          value={metric}
          options={metrics.map((value) => ({ value, label: say(metricWords[value]) }))}
          onChange={setMetric}
        />
        {ok && charges.days.length > 0 && (
          <Select<string>
            size="small"
            className="op-days"
            aria-label={say(words.ordersOfDay)}
            placeholder={say(words.ordersOfDay)}
            value={null}
            options={days.toReversed().map((day) => ({ value: day, label: day }))}
            onSelect={open}
          />
        )}
      </header>
      {charges.days.length === 0 && <p className="co-hint">{say(words.none)}</p>}
      {charges.days.length > 0 && (
        <BarChart
          names={days.map((day) => day.slice('YYYY-'.length))}
          series={named}
          unit={metric === 'energy' ? 'kWh' : metric === 'billed' && charges.sums.length === 1 ? (charges.sums[0]?.currency ?? '') : ''}
          label={`${say(words.trend)}: ${say(metricWords[metric])}, ${say(words.before, { from: before.from, to: before.to })}`}
          {...(ok && { onPick: (at) => open(days[at]) })}
        />
      )}
    </section>
  );
};

interface TrendSeries {
  readonly currency: string;
  readonly isBefore: boolean;
  readonly values: readonly number[];
}

/** The days of the period and, at the same places, those of the period before. Amounts are separate for each currency. */
const trendOf = ({ days: rows }: ChargeAnalysis, days: readonly string[], metric: Metric): readonly TrendSeries[] => {
  const currencies = metric === 'billed' ? [...new Set(rows.map(({ currency }) => currency))] : [''];
  return currencies.flatMap((currency) =>
    [false, true].map((isBefore) => ({
      currency: currencies.length > 1 ? currency : '',
      isBefore,
      values: days.map((day) => {
        const at = isBefore ? plusDays(day, -days.length) : day;
        return rows
          .filter((row) => row.day === at && (currency === '' || row.currency === currency))
          .reduce((sum, row) => sum + Number(row[metric]), 0);
      }),
    })),
  );
};
