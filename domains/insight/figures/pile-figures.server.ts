import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { pile } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { statSubject, statUnit } from '../charge-sum/charge-sum.codes.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { DORMANT_DAYS, DORMANT_DAYS_MAX, DORMANT_LISTED } from '../operation/operation.ts';
import { DAY_S, RANKED } from '../operation/operation.rules.ts';
import type { RankedPile } from '../operation/operation.rules.ts';
import { partRows, partsOf } from '../running-total/running-total.server.ts';
import type { DaySpan } from './figures.ts';
import type { FigureFilter, FigurePlace } from './figures.server.ts';

/** A pile that exists now, what it delivered in the days, and how long it has been in service in them. */
export interface PileFigures extends RankedPile {
  readonly cpCode: string;
  readonly ratedW: number;
  readonly charges: number;
  readonly energyDwh: number;
}

/** The rated power of a pile is stored in 0.1 kW. */
const W_PER_UNIT = 100;

const ofPlace = (ctx: Context, { stationId, cpType }: FigurePlace) =>
  sql`${inScope(ctx, pile)} and (${stationId}::int8 is null or t.station_id = ${stationId}) and (${cpType}::int2 is null or t.cp_type = ${cpType})`;

/** When the days began and ended, or what is over of them, by each clock of a station. A place has few clocks and many piles. */
const clocks = (ctx: Context, { from, to }: DaySpan) =>
  sql`clock as materialized (select c.timezone, ${from}::date::timestamp at time zone c.timezone as since, least(${ctx.now}::timestamptz, (${to}::date + 1)::timestamp at time zone c.timezone) as until
    from (select distinct s.timezone from station s) c)`;

/** Piles `t` with their stations `s` and clocks `k`. */
const pilesByClock = sql`pile as t join station s on s.station_id = t.station_id join clock k on k.timezone = s.timezone`;

const inServiceS = sql`greatest(0, date_part('epoch', k.until - greatest(t.create_time, k.since)))`;

/** The last day of a pile `t` with a charge, among `DORMANT_DAYS_MAX` days. */
const lastDayOfPile = ({ to }: DaySpan) =>
  sql`(select o.stat_day from charge_sum o where o.subject = ${sql.lit(statSubject.pile)} and o.unit = ${sql.lit(statUnit.items.day.value)} and o.subject_key = t.cp_code
    and o.charging_count > 0 and o.stat_day >= ${to}::date - ${sql.lit(DORMANT_DAYS_MAX)} and o.stat_day <= ${to}::date order by o.stat_day desc limit 1)`;

/** What all piles of a place did together in the days. */
export interface PileTotals {
  readonly piles: number;
  readonly pilesInUse: number;
  readonly guns: number;
  readonly charges: number;
  readonly energyDwh: number;
  readonly busyMs: number;
  /** The guns' times in service. */
  readonly gunS: number;
  /** The piles' times in service, each weighted with its rated power. */
  readonly ratedWs: number;
  readonly dormant: number;
}

export interface FiguresOfPiles {
  readonly totals: PileTotals;
  /** The piles that `rankPiles` can rank: the most and the least used, and dormant ones, `DORMANT_LISTED` at most; in the order of their codes. */
  readonly rankable: readonly PileFigures[];
}

/** The running totals of the days, and of those without a charge in which a pile is dormant. */
const pileParts = (ctx: Context, { from, to }: DaySpan) =>
  partsOf(ctx, [
    { from, to },
    { from: plusDays(to, 1 - DORMANT_DAYS), to },
  ]);

/** What each pile of a place did. */
const ownPiles = (ctx: Context, filter: FigureFilter, parts: Awaited<ReturnType<typeof pileParts>>) =>
  sql`${clocks(ctx, filter)},
    used as (select p.subject_key, sum(p.weight * p.charging_count) as charges, sum((p.weight * p.charging_elec)::float8) as energy, sum((p.weight * p.busy_ms)::float8) as busy,
        sum(p.weight2 * p.charging_count) > 0 as is_in_use
      from ${partRows(ctx, parts, { subject: statSubject.pile, stationId: filter.stationId })} p group by 1),
    own as materialized (select t.cp_code, t.cp_stat = ${sql.lit(entityState.enabled)} as is_enabled, t.gun_count::int4 as guns,
        (t.cp_power * ${sql.lit(W_PER_UNIT)})::float8 as rated_w, ${inServiceS} as in_service_s,
        coalesce(u.charges, 0)::int4 as charges, coalesce(u.energy, 0) as energy_dwh, coalesce(u.busy, 0) as busy_ms, coalesce(u.is_in_use, false) as is_in_use
      from ${pilesByClock} left join used u on u.subject_key = t.cp_code
      where ${ofPlace(ctx, filter)})`;

/** The dormant ones among `own`. The last charge is looked for where the last week has none. */
const dormantPiles = (filter: FigureFilter) =>
  sql`dormant as materialized (select t.cp_code, ${lastDayOfPile(filter)} as last_day
      from own t join pile_state st on st.cp_code = t.cp_code and st.online where t.is_enabled and not t.is_in_use and t.in_service_s >= ${sql.lit(DAY_S)})`;

/** Whether a pile `o` is in contact: asked of the few piles for which it matters, since all piles would be joined with their states. */
const isOnline = sql`coalesce((select st.online from pile_state st where st.cp_code = o.cp_code), false)`;

const longestDormant = sql`select d.cp_code from dormant d order by d.last_day nulls first, d.cp_code collate "C" limit ${sql.lit(DORMANT_LISTED)}`;

export const figuresOfPiles = async (ctx: Context, filter: FigureFilter): Promise<FiguresOfPiles> => {
  const parts = await pileParts(ctx, filter);
  const { rows } = await sql<PileTotals & { figures: readonly PileFigures[] }>`with ${ownPiles(ctx, filter, parts)},
    rankable as (select o.cp_code, coalesce(o.busy_ms / nullif(o.guns * o.in_service_s, 0), 0) as use from own o where o.is_enabled and o.in_service_s >= ${sql.lit(DAY_S)}),
    ${dormantPiles(filter)},
    ranked as ((select r.cp_code from rankable r order by r.use desc, r.cp_code collate "C" limit ${sql.lit(RANKED)})
      union (select r.cp_code from rankable r order by r.use, r.cp_code collate "C" desc limit ${sql.lit(RANKED)})
      union (${longestDormant}))
    select count(*)::int4 as piles, (count(*) filter (where o.charges > 0))::int4 as piles_in_use, coalesce(sum(o.guns), 0)::int4 as guns, coalesce(sum(o.charges), 0)::int4 as charges,
      coalesce(sum(o.energy_dwh), 0)::float8 as energy_dwh, coalesce(sum(o.busy_ms), 0)::float8 as busy_ms, coalesce(sum(o.guns * o.in_service_s), 0)::float8 as gun_s,
      coalesce(sum(o.rated_w * o.in_service_s), 0)::float8 as rated_ws, (select count(*)::int4 from dormant) as dormant,
      coalesce((select jsonb_agg(jsonb_build_object('cpCode', o.cp_code, 'isEnabled', o.is_enabled, 'isOnline', ${isOnline}, 'guns', o.guns, 'ratedW', o.rated_w, 'inServiceS', o.in_service_s,
          'charges', o.charges, 'energyDwh', o.energy_dwh, 'busyMs', o.busy_ms, 'isInUse', o.is_in_use, 'lastDay', d.last_day) order by o.cp_code collate "C")
        from ranked r join own o on o.cp_code = r.cp_code left join dormant d on d.cp_code = r.cp_code), '[]') as figures
    from own o`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('a statement without groups answers one row');
  const { figures, ...totals } = row;
  return { totals, rankable: figures };
};

/** The codes of the dormant piles after so many, those that have waited longest first; `DORMANT_LISTED` at most. */
export const dormantCodesOf = async (ctx: Context, filter: FigureFilter, after: number): Promise<readonly string[]> => {
  const parts = await pileParts(ctx, filter);
  const { rows } = await sql<{
    cpCode: string;
  }>`with ${ownPiles(ctx, filter, parts)}, ${dormantPiles(filter)} ${longestDormant} offset ${after}`.execute(ctx.db);
  return rows.map(({ cpCode }) => cpCode);
};

export interface PileDetails {
  readonly cpName: string;
  readonly stationId: string;
  readonly stationName: string;
  /** Null where it has not charged for `DORMANT_DAYS_MAX` days. */
  readonly lastDay: string | null;
}

/** The names of piles and of their stations, and when they charged last. */
export const detailsOfPiles = async (ctx: Context, filter: FigureFilter, codes: readonly string[]): Promise<ReadonlyMap<string, PileDetails>> => {
  const { rows } = await sql<{
    cpCode: string;
    cpName: string;
    stationId: bigint;
    stationName: string;
    lastDay: string | null;
  }>`select t.cp_code, t.cp_name, t.station_id, s.station_name, ${lastDayOfPile(filter)}::text as last_day
    from pile as t join station s on s.station_id = t.station_id where ${inScope(ctx, pile)} and t.cp_code = any(${codes}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ cpCode, stationId, ...row }) => [cpCode, { ...row, stationId: String(stationId) }]));
};

/** Guns by how many days, the last one begun, their piles have been in service in the days of the filter. */
export const gunsInService = async (ctx: Context, filter: FigureFilter): Promise<readonly { guns: number; days: number }[]> => {
  const { rows } = await sql<{ guns: number; days: number }>`with ${clocks(ctx, filter)}
    select sum(x.guns)::int4 as guns, x.days
    from (select t.gun_count as guns, ceil(${inServiceS} / ${sql.lit(DAY_S)})::int4 as days from ${pilesByClock}
      where ${ofPlace(ctx, filter)}) x
    group by x.days`.execute(ctx.db);
  return rows;
};

/** How long guns have been in service in each span, all guns together. */
export const gunSecondsOf = async (ctx: Context, place: FigurePlace, spans: readonly DaySpan[]): Promise<readonly number[]> => {
  const { rows } = await sql<{
    gunS: number;
  }>`with g as (select s.timezone, t.create_time, sum(t.gun_count) as guns from pile as t join station s on s.station_id = t.station_id
      where ${ofPlace(ctx, place)} group by 1, 2)
    select coalesce(sum(g.guns * greatest(0, extract(epoch from least(${ctx.now}::timestamptz, (p.last_day + 1)::timestamp at time zone g.timezone)
        - greatest(g.create_time, p.first_day::timestamp at time zone g.timezone)))), 0)::float8 as gun_s
    from unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[]) with ordinality as p (first_day, last_day, nth) left join g on true
    group by p.nth order by p.nth`.execute(ctx.db);
  return rows.map(({ gunS }) => gunS);
};

/** The same by station, of one span. */
export const gunSecondsByStation = async (ctx: Context, filter: FigureFilter): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ stationId: bigint; gunS: number }>`with ${clocks(ctx, filter)}
    select t.station_id, sum(t.gun_count * ${inServiceS})::float8 as gun_s from ${pilesByClock} where ${ofPlace(ctx, filter)} group by 1`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ stationId, gunS }) => [String(stationId), gunS]));
};
