import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { carbonKg, carbonKgPerKwh } from '#engines/insight/carbon.ts';
import { minorDigits } from '#engines/money/currency.ts';
import type { Tx } from '#kit/db/index.ts';
import { HOUR_UNIT, statSubject, statUnit } from '../charge-sum/charge-sum.codes.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
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

/** Rows `c` of the stations `m` that begin on one of the days. A day is given by its date, which an index finds, and is then compared on the clock of its station. */
const sumsOn = ({ tenantId, stationId }: ScreenPart, unitCode: number, days: readonly string[]) =>
  sql`mine m join charge_sum c on c.subject = ${sql.lit(statSubject.station)} and c.station_id = m.station_id and c.tenant_id = ${tenantId}
    and (${stationId}::int8 is null or c.station_id = ${stationId}::int8) and c.unit = ${sql.lit(unitCode)} and c.stat_day = any(${days}::date[])`;

/** What was charged, from the sums that are kept as orders change. */
export const readSums = async (
  tx: Tx,
  part: ScreenPart,
  { now, registry }: { readonly now: Date; readonly registry: object },
): Promise<ScreenSums> => {
  const { currency, guns, hour } = await tenantOf(tx, part, now);
  const days = await daysOf(tx, part, { now, currency });
  const months = await monthsOf(tx, part, now);
  const years = await yearsOf(tx, part, now);
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
    days: oldestFirst(DAYS_BEFORE).map((ago) => at(days.sums, (each) => each === ago)),
    ...(await hoursOf(tx, part, now)),
    hour,
    months: oldestFirst(MONTHS_BEFORE).map((ago) => at(months.sums, (each) => each === ago)),
    year: at(years, (ago) => ago === 0),
    total,
    ranking: days.ranking,
    parties: months.parties,
    stagesDwh: months.stagesDwh,
    usage: guns === 0 ? null : days.busyMs / (guns * (WEEK_BEFORE + hour / HOURS) * HOURS * HOUR_MS),
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

/** The dates that are today somewhere, and so many before them. */
const datesBefore = (now: Date, before: number): readonly string[] => {
  const newest = plusDays(now.toISOString().slice(0, 'YYYY-MM-DD'.length), 1);
  return Array.from({ length: before + 3 }, (_unused, ago) => plusDays(newest, -ago));
};

/** The first days of the months that contain one of the dates. */
const monthsIn = (dates: readonly string[]): readonly string[] => [...new Set(dates.map((date) => `${date.slice(0, 'YYYY-MM-'.length)}01`))];

interface DayRow extends SumRow {
  /** Of a day of all stations; otherwise of a station in the last week. */
  readonly isOfDay: boolean;
  readonly name: string;
  readonly busyMs: number;
}

/** The sums of days, and from the same rows what stations charged in a week. */
const daysOf = async (tx: Tx, part: ScreenPart, { now, currency }: { readonly now: Date; readonly currency: string }) => {
  const { rows } = await sql<DayRow>`with ${here(part, now)}, d as (
      select m.station_id, m.station_name, m.today::date - c.stat_day as ago, c.currency, c.charging_count, c.charging_elec, c.billing_amount, c.busy_ms
      from ${sumsOn(part, day.value, datesBefore(now, DAYS_BEFORE))} where c.stat_day <= m.today::date and c.stat_day >= m.today::date - ${sql.lit(DAYS_BEFORE)})
    select true as is_of_day, d.ago, d.currency, '' as name, sum(d.charging_count)::float8 as charges, sum(d.charging_elec)::float8 as energy, sum(d.billing_amount)::float8 as amount,
      sum(d.busy_ms)::float8 as busy_ms from d group by d.ago, d.currency
    union all (select false, 0, '', d.station_name, sum(d.charging_count)::float8, sum(d.charging_elec)::float8, coalesce(sum(d.billing_amount) filter (where d.currency = ${currency}), 0)::float8, 0
      from d where d.ago <= ${sql.lit(WEEK_BEFORE)} group by d.station_id, d.station_name order by 6 desc, 4 limit ${sql.lit(RANKING_MAX)})`.execute(
    tx,
  );
  const sums = rows.filter(({ isOfDay }) => isOfDay);
  return {
    sums,
    busyMs: sums.reduce((sum, { ago, busyMs }) => sum + (ago <= WEEK_BEFORE ? busyMs : 0), 0),
    ranking: rows
      .filter(({ isOfDay }) => !isOfDay)
      .map(({ name, energy, amount, charges }) => ({ name, energyDwh: energy, amountCents: amount, charges })),
  };
};

interface MonthRow extends SumRow {
  readonly type: number;
  readonly tip: number;
  readonly peak: number;
  readonly flat: number;
  readonly valley: number;
}

/** The sums of months, and of this one who charged and by which stages of the tariff. */
const monthsOf = async (tx: Tx, part: ScreenPart, now: Date) => {
  const dates = datesBefore(now, (MONTHS_BEFORE + 1) * MONTH_DAYS_MAX);
  const { rows } = await sql<MonthRow>`with ${here(part, now)}
    select (extract(year from age(date_trunc('month', m.today), c.period)) * 12 + extract(month from age(date_trunc('month', m.today), c.period)))::int4 as ago, c.currency,
      c.main_part_type::int4 as type, ${figures},
      sum(c.charging_elec_tip)::float8 as tip, sum(c.charging_elec_peak)::float8 as peak, sum(c.charging_elec_flat)::float8 as flat, sum(c.charging_elec_valley)::float8 as valley
    from ${sumsOn(part, month.value, monthsIn(dates))} where c.period <= m.today and c.period >= date_trunc('month', m.today) - ${sql.lit(MONTHS_BEFORE)} * interval '1 month'
    group by 1, 2, 3`.execute(tx);
  const own = rows.filter(({ ago }) => ago === 0);
  const types = [...new Set(own.map(({ type }) => type))].map((type) => {
    const ofType = own.filter((row) => row.type === type);
    return { type, energyDwh: sumBy(ofType, ({ energy }) => energy), charges: sumBy(ofType, ({ charges }) => charges) };
  });
  const stage = (name: 'tip' | 'peak' | 'flat' | 'valley'): number => sumBy(own, (row) => row[name]);
  return {
    sums: rows,
    parties: types.toSorted((one, other) => other.energyDwh - one.energyDwh),
    stagesDwh: [stage('tip'), stage('peak'), stage('flat'), stage('valley')] as const,
  };
};
const MONTH_DAYS_MAX = 31;
const sumBy = <R>(rows: readonly R[], read: (row: R) => number): number => rows.reduce((sum, row) => sum + read(row), 0);

const yearsOf = async (tx: Tx, part: ScreenPart, now: Date): Promise<readonly SumRow[]> => {
  const last = now.getUTCFullYear() + 1;
  const years = Array.from({ length: last - FIRST_YEAR + 1 }, (_unused, ago) => `${last - ago}-01-01`);
  const { rows } =
    await sql<SumRow>`with ${here(part, now)} select (extract(year from m.today) - extract(year from c.period))::int4 as ago, c.currency, ${figures}
    from ${sumsOn(part, year.value, years)} where c.period <= m.today group by 1, 2`.execute(tx);
  return rows;
};
/** No charge is older. */
const FIRST_YEAR = 2000;

interface TenantRow {
  readonly currency: string;
  readonly guns: number;
  readonly hour: number;
}

const tenantOf = async (tx: Tx, part: ScreenPart, now: Date): Promise<TenantRow> => {
  const { rows } = await sql<TenantRow>`with ${here(part, now)}
    select t.currency, (select count(*)::int4 from mine m join gun g on g.station_id = m.station_id and not g.is_delete) as guns,
      coalesce((select mode() within group (order by m.hour) from mine m), 0)::int4 as hour
    from tenant t where t.tenant_id = ${part.tenantId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a screen without a tenant');
  return row;
};

const hoursOf = async (tx: Tx, part: ScreenPart, now: Date): Promise<Pick<ScreenSums, 'hoursDwh' | 'yesterdayHoursDwh'>> => {
  const { rows } = await sql<{ ago: number; hour: number; energy: number }>`with ${here(part, now)}
    select (m.today::date - c.stat_day) as ago, extract(hour from c.period)::int4 as hour, sum(c.charging_elec)::float8 as energy
    from ${sumsOn(part, HOUR_UNIT, datesBefore(now, 1))} where c.stat_day >= m.today::date - 1 group by 1, 2`.execute(tx);
  const byHour = (daysAgo: number): readonly number[] =>
    Array.from({ length: HOURS }, (_unused, hour) => rows.find((row) => row.ago === daysAgo && row.hour === hour)?.energy ?? 0);
  return { hoursDwh: byHour(0), yesterdayHoursDwh: byHour(1) };
};
