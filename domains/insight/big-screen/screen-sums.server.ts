import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { carbonKg, carbonKgPerKwh } from '#engines/insight/carbon.ts';
import { minorDigits } from '#engines/money/currency.ts';
import type { Tx } from '#kit/db/index.ts';
import { HOUR_UNIT, statSubject, statUnit } from '../charge-sum/charge-sum.codes.ts';
import { factorsOf } from '../operation/carbon.server.ts';
import type { ScreenPart } from './screen-reader.server.ts';
import type { ScreenFigures, ScreenSums } from './screen-stream.ts';

const { day, month, year } = statUnit.items;
const DAYS_BEFORE = 13;
const MONTHS_BEFORE = 11;
const WEEK_BEFORE = 6;
const HOURS = 24;
const RANKING_MAX = 8;
const HOUR_MS = 3_600_000;

const here = ({ tenantId, stationId }: ScreenPart, now: Date) => sql`mine as (
  select s.station_id, s.station_name, date_trunc('day', ${now}::timestamptz at time zone s.timezone) as today,
    extract(hour from ${now}::timestamptz at time zone s.timezone)::int4 as hour
  from station s where s.tenant_id = ${tenantId} and (${stationId}::int8 is null or s.station_id = ${stationId}::int8) and not s.is_delete
    and s.station_stat <> ${sql.lit(entityState.disused)})`;

interface SumRow {
  readonly ago: number;
  readonly currency: string;
  readonly charges: number;
  readonly energy: number;
  readonly amount: number;
}
const figures = sql`sum(c.charging_count)::float8 as charges, sum(c.charging_elec)::float8 as energy, sum(c.billing_amount)::float8 as amount`;
const ofStation = sql`join charge_sum c on c.subject = ${sql.lit(statSubject.station)} and c.station_id = m.station_id`;

/** What was charged, from the sums that are kept as orders change. */
export const readSums = async (
  tx: Tx,
  part: ScreenPart,
  { now, registry }: { readonly now: Date; readonly registry: object },
): Promise<ScreenSums> => {
  const { currency, stations } = await tenantOf(tx, part, now);
  const days = await rowsByAge(tx, part, {
    now,
    unitCode: day.value,
    age: sql`(m.today::date - c.period::date)`,
    since: sql`m.today - ${sql.lit(DAYS_BEFORE)} * interval '1 day'`,
  });
  const months = await rowsByAge(tx, part, {
    now,
    unitCode: month.value,
    age: sql`(extract(year from age(date_trunc('month', m.today), c.period)) * 12 + extract(month from age(date_trunc('month', m.today), c.period)))::int4`,
    since: sql`date_trunc('month', m.today) - ${sql.lit(MONTHS_BEFORE)} * interval '1 month'`,
  });
  const years = await rowsByAge(tx, part, {
    now,
    unitCode: year.value,
    age: sql`(extract(year from m.today) - extract(year from c.period))::int4`,
    since: sql`'-infinity'::timestamp`,
  });
  const at = (rows: readonly SumRow[], isIncluded: (ago: number) => boolean): ScreenFigures =>
    figuresOf(
      rows.filter(({ ago }) => isIncluded(ago)),
      currency,
    );
  const total = at(years, () => true);
  const factors = await factorsOf({ db: tx, now, registry }, part.tenantId);
  return {
    currency,
    digits: minorDigits(currency) ?? 2,
    otherCurrencies: [...new Set(years.map((row) => row.currency))].filter((other) => other !== currency).toSorted(),
    days: oldestFirst(DAYS_BEFORE).map((ago) => at(days, (each) => each === ago)),
    ...(await hoursOf(tx, part, now)),
    hour: stations.hour,
    months: oldestFirst(MONTHS_BEFORE).map((ago) => at(months, (each) => each === ago)),
    year: at(years, (ago) => ago === 0),
    total,
    ranking: await rankingOf(tx, part, { now, currency }),
    ...(await monthOf(tx, part, now)),
    usage: stations.guns === 0 ? null : stations.busyMs / (stations.guns * (WEEK_BEFORE + stations.hour / HOURS) * HOURS * HOUR_MS),
    carbonKg: carbonKg(BigInt(Math.round(total.energyDwh)), factors),
    carbonKgPerKwh: carbonKgPerKwh(factors),
  };
};

const oldestFirst = (before: number): readonly number[] => Array.from({ length: before + 1 }, (_unused, index) => before - index);

/** Energy and charges may be added over currencies, amounts never are. */
const figuresOf = (rows: readonly SumRow[], currency: string): ScreenFigures => ({
  charges: rows.reduce((sum, row) => sum + row.charges, 0),
  energyDwh: rows.reduce((sum, row) => sum + row.energy, 0),
  amountCents: rows.reduce((sum, row) => sum + (row.currency === currency ? row.amount : 0), 0),
});

interface AgedSums {
  readonly now: Date;
  readonly unitCode: number;
  /** How many periods ago a row is. */
  readonly age: ReturnType<typeof sql>;
  /** When the oldest of them begins. */
  readonly since: ReturnType<typeof sql>;
}

const rowsByAge = async (tx: Tx, part: ScreenPart, { now, unitCode, age, since }: AgedSums): Promise<readonly SumRow[]> => {
  const { rows } = await sql<SumRow>`with ${here(part, now)} select ${age} as ago, c.currency, ${figures}
    from mine m ${ofStation} and c.unit = ${sql.lit(unitCode)} and c.period between ${since} and m.today group by 1, 2`.execute(tx);
  return rows;
};

interface TenantRow {
  readonly currency: string;
  readonly guns: number;
  readonly busyMs: number;
  readonly hour: number;
}

const tenantOf = async (tx: Tx, part: ScreenPart, now: Date) => {
  const { rows } = await sql<TenantRow>`with ${here(part, now)}
    select t.currency, (select count(*)::int4 from mine m join gun g on g.station_id = m.station_id and not g.is_delete) as guns,
      coalesce((select sum(c.busy_ms) from mine m ${ofStation} and c.unit = ${sql.lit(day.value)} and c.period between m.today - ${sql.lit(WEEK_BEFORE)} * interval '1 day' and m.today), 0)::float8 as busy_ms,
      coalesce((select mode() within group (order by m.hour) from mine m), 0)::int4 as hour
    from tenant t where t.tenant_id = ${part.tenantId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a screen without a tenant');
  return { currency: row.currency, stations: row };
};

const hoursOf = async (tx: Tx, part: ScreenPart, now: Date): Promise<Pick<ScreenSums, 'hoursDwh' | 'yesterdayHoursDwh'>> => {
  const { rows } = await sql<{ ago: number; hour: number; energy: number }>`with ${here(part, now)}
    select (m.today::date - c.period::date) as ago, extract(hour from c.period)::int4 as hour, sum(c.charging_elec)::float8 as energy
    from mine m ${ofStation} and c.unit = ${sql.lit(HOUR_UNIT)} and c.period >= m.today - interval '1 day' group by 1, 2`.execute(tx);
  const byHour = (daysAgo: number): readonly number[] =>
    Array.from({ length: HOURS }, (_unused, hour) => rows.find((row) => row.ago === daysAgo && row.hour === hour)?.energy ?? 0);
  return { hoursDwh: byHour(0), yesterdayHoursDwh: byHour(1) };
};

const rankingOf = async (
  tx: Tx,
  part: ScreenPart,
  { now, currency }: { readonly now: Date; readonly currency: string },
): Promise<ScreenSums['ranking']> => {
  const { rows } = await sql<{ name: string; energyDwh: number; amountCents: number; charges: number }>`with ${here(part, now)}
    select m.station_name as name, sum(c.charging_elec)::float8 as energy_dwh, coalesce(sum(c.billing_amount) filter (where c.currency = ${currency}), 0)::float8 as amount_cents,
      sum(c.charging_count)::float8 as charges
    from mine m ${ofStation} and c.unit = ${sql.lit(day.value)} and c.period between m.today - ${sql.lit(WEEK_BEFORE)} * interval '1 day' and m.today
    group by m.station_id, m.station_name order by 2 desc, 1 limit ${sql.lit(RANKING_MAX)}`.execute(tx);
  return rows;
};

const monthOf = async (tx: Tx, part: ScreenPart, now: Date): Promise<Pick<ScreenSums, 'parties' | 'stagesDwh'>> => {
  const { rows } = await sql<{
    type: number;
    energyDwh: number;
    charges: number;
    tip: number;
    peak: number;
    flat: number;
    valley: number;
  }>`with ${here(part, now)}
    select c.main_part_type::int4 as type, sum(c.charging_elec)::float8 as energy_dwh, sum(c.charging_count)::float8 as charges, sum(c.charging_elec_tip)::float8 as tip,
      sum(c.charging_elec_peak)::float8 as peak, sum(c.charging_elec_flat)::float8 as flat, sum(c.charging_elec_valley)::float8 as valley
    from mine m ${ofStation} and c.unit = ${sql.lit(month.value)} and c.period = date_trunc('month', m.today) group by 1 order by 2 desc`.execute(tx);
  const sum = (stage: 'tip' | 'peak' | 'flat' | 'valley'): number => rows.reduce((all, row) => all + row[stage], 0);
  return {
    parties: rows.map(({ type, energyDwh, charges }) => ({ type, energyDwh, charges })),
    stagesDwh: [sum('tip'), sum('peak'), sum('flat'), sum('valley')],
  };
};
