import { sql } from 'kysely';
import { card, cardApi, customer, customerApi } from '#domains/customer/resources.ts';
import { pile, pileApi, station, stationApi } from '#domains/network/resources.ts';
import { groupBy } from '#kit/fields/group-by.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { statUnit } from '../charge-sum/charge-sum.codes.ts';
import { lastDayOf, plusDays } from '../charge-sum/period-before.rules.ts';
import { addedUp, wireOf } from '../figures/added-up.rules.ts';
import type { DaySpan } from '../figures/figures.ts';
import { figuresByPeriod, figuresByStation, filterOf, placeOf, stagesOf } from '../figures/figures.server.ts';
import { gunSecondsByStation, gunSecondsOf } from '../figures/pile-figures.server.ts';
import type { FigureFilter, FigurePlace, FiguresOfDay } from '../figures/figures.server.ts';
import { openOrdersOf } from '../operation/order-figures.server.ts';
import { statType } from './home-data.codes.ts';
import { ALL_STATIONS, homeApi, STATIONS_SHOWN } from './home-data.ts';
import type { HomeSeries, HomeSums, OperationalSums, OtherData, StationRanking } from './home-data.ts';
import { daysOf, monthSpan, monthsOf, usageOf, valuesByPeriod, valuesOf, yearSpan } from './home-values.rules.ts';

const { day, month, year } = statUnit.items;
const { usage } = statType.items;

export const homeRoutes = implement(homeApi, {
  operational: async (ctx, query) => operationalOf(ctx, await filterOf(ctx, { days: 1, ...withStation(query) })),
  stations: async (ctx, query) => rankingOf(ctx, await filterOf(ctx, withStation(query)), query.statType),
  other: async (ctx, query) => otherOf(ctx, await placeOf(ctx, withStation(query))),
  monthly: async (ctx, query) => {
    const span = monthSpan(query.year, query.month);
    return seriesOf(ctx, await placeOf(ctx, withStation(query)), { type: query.statType, span, periods: daysOf(span), unit: day.value });
  },
  yearly: async (ctx, query) => {
    const periods = monthsOf(query.year);
    return seriesOf(ctx, await placeOf(ctx, withStation(query)), { type: query.statType, span: yearSpan(query.year), periods, unit: month.value });
  },
  monthlySums: async (ctx, query) =>
    sumsOf(ctx, await placeOf(ctx, withStation(query)), {
      type: query.statType,
      span: monthSpan(query.year, query.month),
      before: monthSpan(query.year, query.month - 1),
      unit: month.value,
    }),
  yearlySums: async (ctx, query) =>
    sumsOf(ctx, await placeOf(ctx, withStation(query)), {
      type: query.statType,
      span: yearSpan(query.year),
      before: yearSpan(query.year - 1),
      unit: year.value,
    }),
});

type StatType = CodeValue<typeof statType>;
type StatUnit = CodeValue<typeof statUnit>;

/** The query with no station where all are meant. */
const withStation = <Q extends { readonly stationId: string }>(query: Q): Omit<Q, 'stationId'> & { readonly stationId: string | null } => ({
  ...query,
  stationId: query.stationId === ALL_STATIONS ? null : query.stationId,
});

const operationalOf = async (ctx: Context, { to: today, from: _today, ...place }: FigureFilter): Promise<readonly OperationalSums[]> => {
  const yesterday = plusDays(today, -1);
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  const spans: readonly (DaySpan & { readonly period: OperationalSums['period']; readonly unit: StatUnit })[] = [
    { period: 'today', from: today, to: today, unit: day.value },
    { period: 'yesterday', from: yesterday, to: yesterday, unit: day.value },
    { period: 'month', ...monthSpan(thisYear, thisMonth), unit: month.value },
    { period: 'year', ...yearSpan(thisYear), unit: year.value },
  ];
  return Promise.all(
    spans.map(async ({ period, unit, ...span }) => ({
      period,
      ...span,
      sums: addedUp(await figuresByPeriod(ctx, { ...place, ...span }, unit)).map(wireOf),
    })),
  );
};

interface FigureOptions {
  readonly type: StatType;
  readonly span: DaySpan;
  readonly unit: StatUnit;
}

interface SeriesOptions extends FigureOptions {
  /** Of the unit, in the order of time. */
  readonly periods: readonly DaySpan[];
}

const seriesOf = async (ctx: Context, place: FigurePlace, { type, span, periods, unit }: SeriesOptions): Promise<HomeSeries> => {
  const rows = await figuresByPeriod(ctx, { ...place, ...span }, unit);
  if (type !== usage.value) return { ...span, values: valuesByPeriod(rows, type, (first) => ({ from: first, to: lastDayOf(first, unit) })) };
  const gunS = await gunSecondsOf(ctx, place, periods);
  const values = periods.flatMap((period, at) =>
    usageOf(
      rows.filter((row) => row.day === period.from),
      gunS[at] ?? 0,
    ).map((value) => ({ ...period, ...value })),
  );
  return { ...span, values };
};

interface SumsOptions extends FigureOptions {
  readonly before: DaySpan;
}

const sumsOf = async (ctx: Context, place: FigurePlace, { type, span, before, unit }: SumsOptions): Promise<HomeSums> => {
  const spans = [span, before];
  const [now = [], earlier = []] = await Promise.all(spans.map((own) => figuresByPeriod(ctx, { ...place, ...own }, unit)));
  const charges = earlier.reduce((sum, row) => sum + row.charges, 0);
  const [gunS = 0, gunSBefore = 0] = type === usage.value ? await gunSecondsOf(ctx, place, spans) : [];
  const values = (rows: readonly FiguresOfDay[], seconds: number) => (type === usage.value ? usageOf(rows, seconds) : valuesOf(rows, type));
  const stages = await stagesOf(ctx, { ...place, ...span }, unit);
  return { ...span, values: values(now, gunS), before: { ...before, values: values(earlier, gunSBefore), charges }, stages };
};

const rankingOf = async (ctx: Context, filter: FigureFilter, type: StatType): Promise<StationRanking> => {
  const rows = await figuresByStation(ctx, filter);
  const gunS = type === usage.value ? await gunSecondsByStation(ctx, filter) : new Map<string, number>();
  const stations = [...groupBy(rows, ({ stationId }) => stationId)].flatMap(([stationId, own]) => {
    const values = type === usage.value ? usageOf(own, gunS.get(String(stationId)) ?? 0) : valuesOf(own, type);
    return values.map((value) => ({ stationId: String(stationId), stationName: own[0]?.stationName ?? '', ...value }));
  });
  const ranked = stations.toSorted((one, other) => Number(other.value) - Number(one.value));
  const currencies = [...new Set(ranked.map(({ currency }) => currency))];
  return {
    from: filter.from,
    to: filter.to,
    stations: currencies.flatMap((currency) => ranked.filter((row) => row.currency === currency).slice(0, STATIONS_SHOWN)),
  };
};

const otherOf = async (ctx: Context, { stationId, cpType }: FigurePlace): Promise<OtherData> => {
  const { rows } = await sql<{ stations: number; piles: number; customers: number; cards: number }>`select
    (select count(*)::int4 from station as t where ${inScope(ctx, station)} and (${stationId}::int8 is null or t.station_id = ${stationId})) as stations,
    (select count(*)::int4 from pile as t where ${inScope(ctx, pile)} and (${stationId}::int8 is null or t.station_id = ${stationId}) and (${cpType}::int2 is null or t.cp_type = ${cpType})) as piles,
    (select count(*)::int4 from customer as t where ${inScope(ctx, customer)}) as customers,
    (select count(*)::int4 from ic_card as t where ${inScope(ctx, card)}) as cards`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('aggregates without grouping answer one row');
  const seen = (n: number, allow: string): number | null => (hasPermission(ctx.viewer, allow) ? n : null);
  const isEverywhere = stationId === null && cpType === null;
  return {
    stations: cpType === null ? seen(row.stations, stationApi.list.allow) : null,
    piles: seen(row.piles, pileApi.list.allow),
    customers: isEverywhere ? seen(row.customers, customerApi.list.allow) : null,
    cards: isEverywhere ? seen(row.cards, cardApi.list.allow) : null,
    openOrders: await openOrdersOf(ctx, { stationId, cpType }),
  };
};
