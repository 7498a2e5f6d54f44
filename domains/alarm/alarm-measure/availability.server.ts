import { sql } from 'kysely';
import { gun } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { confOf } from '../exception-conf/conf-of.server.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import type { MeasureQuery } from './alarm-measure.server.ts';
import type { Availability } from './alarm-measure.ts';

const WORST_GUNS = 10;
const DAY_MS = 86_400_000;
/** A fault that began earlier than this before the span, and is over, is not looked for. */
const FAULT_DAYS_MAX = 92;

/**
 * Availability by intervals and never by samples: the outages of a gun are the union of its exceptions and of those of its pile, and what lies in
 * planned maintenance is taken off for the adjusted one. A gun counts from its creation on. Guns without an outage, which are nearly all, are added up by
 * the database.
 */
export const availabilityOf = async (ctx: Context, { from, until, stationId }: MeasureQuery): Promise<Availability> => {
  const earliest = new Date(from.getTime() - FAULT_DAYS_MAX * DAY_MS);
  const { rows } = await sql<{
    cpCode: string;
    gunNumber: number;
    stationName: string;
    power: number;
    serviceS: number;
    outageS: number;
    excludedS: number;
    outages: number;
    guns: number;
  }>`with guns as (select t.cp_code, t.gun_number, t.station_id, s.station_name, p.cp_power, tstzrange(greatest(t.create_time, ${from}::timestamptz), ${until}::timestamptz) as span
        from gun as t join station s on s.station_id = t.station_id join pile p on p.cp_code = t.cp_code
        where ${inScope(ctx, gun)} and not t.is_delete and t.create_time < ${until} and (${stationId}::int8 is null or t.station_id = ${stationId})),
      faults as (select c.cp_code, c.gun_number, tstzrange(c.error_time, greatest(c.error_time, coalesce(c.fault_end_time, ${until}::timestamptz))) as span
        from exception_record c left join ${confOf}
        where c.cp_code in (select cp_code from guns) and c.condition_id is not null and conf.is_outage = 1 and c.error_time >= ${earliest} and c.error_time < ${until}
          and (c.fault_end_time is null or c.fault_end_time > ${from})),
      lost as (select g.cp_code, g.gun_number, g.span, range_agg(f.span * g.span) as outage, count(*)::int4 as outages
        from guns g join faults f on f.cp_code = g.cp_code and f.gun_number in (0, g.gun_number) and f.span && g.span group by 1, 2, 3),
      planned as (select l.cp_code, l.gun_number, range_agg(tstzrange(m.begin_time, m.end_time)) as span
        from lost l join guns g using (cp_code, gun_number) join maintenance m on m.station_id = g.station_id and (m.cp_code is null or m.cp_code = g.cp_code)
          and not m.is_delete and m.end_time > ${from} and m.begin_time < ${until} group by 1, 2),
      measured as (select g.*, l.outages, l.outage, l.outage * p.span as excluded from guns g join lost l using (cp_code, gun_number) left join planned p using (cp_code, gun_number))
    select m.cp_code, m.gun_number, m.station_name, m.cp_power::float8 as power, extract(epoch from upper(m.span) - lower(m.span))::float8 as service_s, m.outages,
      coalesce((select sum(extract(epoch from upper(part) - lower(part))) from unnest(m.outage) as part), 0)::float8 as outage_s,
      coalesce((select sum(extract(epoch from upper(part) - lower(part))) from unnest(m.excluded) as part), 0)::float8 as excluded_s, 1 as guns
    from measured m where not isempty(m.span)
    union all
    select '', 0::int2, '', coalesce(sum(g.cp_power), 0)::float8, coalesce(sum(extract(epoch from upper(g.span) - lower(g.span))), 0)::float8, 0, 0::float8, 0::float8, count(*)::int4
    from guns g where not isempty(g.span) and not exists (select from lost l where l.cp_code = g.cp_code and l.gun_number = g.gun_number) having count(*) > 0`.execute(
    ctx.db,
  );
  return sumOf(rows);
};

/** A gun with outages, or all guns without one together. */
interface MeasuredGuns {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly stationName: string;
  readonly power: number;
  readonly serviceS: number;
  readonly outageS: number;
  readonly excludedS: number;
  readonly outages: number;
  readonly guns: number;
}

const sumOf = (rows: readonly MeasuredGuns[]): Availability => {
  const measured = rows.map((row) => {
    const { serviceS, outageS, excludedS } = row;
    return { ...row, strict: 1 - outageS / serviceS, adjusted: 1 - (outageS - excludedS) / serviceS };
  });
  const sum = (read: (each: (typeof measured)[number]) => number): number => measured.reduce((total, each) => total + read(each), 0);
  const guns = sum((each) => each.guns);
  const mean = (read: (each: (typeof measured)[number]) => number): number | null =>
    guns === 0 ? null : sum((each) => each.guns * read(each)) / guns;
  const outages = sum((each) => each.outages);
  const power = sum((each) => each.power);
  return {
    guns,
    strict: mean(({ strict }) => strict),
    adjusted: mean(({ adjusted }) => adjusted),
    byPower: power === 0 ? null : sum((each) => each.adjusted * each.power) / power,
    outageS: Math.round(sum(({ outageS }) => outageS)),
    excludedS: Math.round(sum(({ excludedS }) => excludedS)),
    hoursBetween: outages === 0 ? null : sum(({ serviceS, outageS }) => serviceS - outageS) / outages / 3_600,
    worst: measured
      .filter(({ outageS, excludedS }) => outageS > excludedS)
      .toSorted((one, other) => one.adjusted - other.adjusted || (one.cpCode < other.cpCode ? -1 : 1))
      .slice(0, WORST_GUNS)
      .map(({ cpCode, gunNumber, stationName, strict, adjusted, outageS }) => ({
        cpCode,
        gunNumber,
        stationName,
        strict,
        adjusted,
        outageS: Math.round(outageS),
      })),
  };
};
