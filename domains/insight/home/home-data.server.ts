import { sql } from 'kysely';
import { card, cardApi, customer, customerApi } from '#domains/customer/resources.ts';
import { pile, pileApi, station, stationApi } from '#domains/network/resources.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { statUnit } from '../charge-sum/charge-sum.codes.ts';
import { lastDayOf, plusDays } from '../charge-sum/period-before.rules.ts';
import { addedUp, wireOf } from '../figures/added-up.rules.ts';
import type { DaySpan } from '../figures/figures.ts';
import { figuresByPeriod, figuresByStation, filterOf, placeOf } from '../figures/figures.server.ts';
import type { FigureFilter, FigurePlace, FiguresOfDay } from '../figures/figures.server.ts';
import { openOrdersOf } from '../operation/order-figures.server.ts';
import type { statType } from './home-data.codes.ts';
import { ALL_STATIONS, homeApi, STATIONS_SHOWN } from './home-data.ts';
import type { HomeSeries, HomeSums, OperationalSums, OtherData, StationRanking } from './home-data.ts';
import { monthSpan, valuesByPeriod, valuesOf, yearSpan } from './home-values.rules.ts';

const { day, month, year } = statUnit.items;

export const homeRoutes = implement(homeApi, {
  operational: async (ctx, query) => operationalOf(ctx, await filterOf(ctx, { days: 1, ...withStation(query) })),
  stations: async (ctx, query) => rankingOf(ctx, await filterOf(ctx, withStation(query)), query.statType),
  other: async (ctx, query) => otherOf(ctx, await placeOf(ctx, withStation(query))),
  monthly: async (ctx, query) => {
    const rows = await figuresByPeriod(ctx, { ...(await placeOf(ctx, withStation(query))), ...monthSpan(query.year, query.month) }, day.value);
    return seriesOf(rows, query.statType, { span: monthSpan(query.year, query.month), unit: day.value });
  },
  yearly: async (ctx, query) => {
    const rows = await figuresByPeriod(ctx, { ...(await placeOf(ctx, withStation(query))), ...yearSpan(query.year) }, month.value);
    return seriesOf(rows, query.statType, { span: yearSpan(query.year), unit: month.value });
  },
  monthlySums: async (ctx, query) =>
    sumsOf(ctx, await placeOf(ctx, withStation(query)), {
      statType: query.statType,
      span: monthSpan(query.year, query.month),
      before: monthSpan(query.year, query.month - 1),
      unit: month.value,
    }),
  yearlySums: async (ctx, query) =>
    sumsOf(ctx, await placeOf(ctx, withStation(query)), {
      statType: query.statType,
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

interface SeriesOptions {
  readonly span: DaySpan;
  readonly unit: StatUnit;
}

const seriesOf = (rows: readonly FiguresOfDay[], type: StatType, { span, unit }: SeriesOptions): HomeSeries => ({
  ...span,
  values: valuesByPeriod(rows, type, (first) => ({ from: first, to: lastDayOf(first, unit) })),
});

interface SumsOptions extends SeriesOptions {
  readonly statType: StatType;
  readonly before: DaySpan;
}

const sumsOf = async (ctx: Context, place: FigurePlace, { statType: type, span, before, unit }: SumsOptions): Promise<HomeSums> => {
  const [now, earlier] = await Promise.all([span, before].map((own) => figuresByPeriod(ctx, { ...place, ...own }, unit)));
  const charges = (earlier ?? []).reduce((sum, row) => sum + row.charges, 0);
  return { ...span, values: valuesOf(now ?? [], type), before: { ...before, values: valuesOf(earlier ?? [], type), charges } };
};

const rankingOf = async (ctx: Context, filter: FigureFilter, type: StatType): Promise<StationRanking> => {
  const rows = await figuresByStation(ctx, filter);
  const ids = [...new Set(rows.map(({ stationId }) => stationId))];
  const stations = ids.flatMap((stationId) => {
    const own = rows.filter((row) => row.stationId === stationId);
    return valuesOf(own, type).map((value) => ({ stationId: String(stationId), stationName: own[0]?.stationName ?? '', ...value }));
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
