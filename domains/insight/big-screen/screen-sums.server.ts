import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { carbonKg, carbonKgPerKwh } from '#engines/insight/carbon.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { groupBy } from '#kit/fields/group-by.ts';
import type { Tx } from '#kit/db/index.ts';
import { HOUR_UNIT, statUnit } from '../charge-sum/charge-sum.codes.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import type { Figures } from '../figures/added-up.rules.ts';
import { figuresByPeriod, figuresByStation, stationRows } from '../figures/figures.server.ts';
import type { FigureReader } from '../figures/figures.server.ts';
import { factorsOf } from '../operation/carbon.server.ts';
import type { ScreenPart } from './screen-reader.server.ts';
import type { ScreenFigures, ScreenSums } from './screen-stream.ts';

const { month, year } = statUnit.items;
const DAYS_BEFORE = 13;
const MONTHS_BEFORE = 11;
const WEEK_BEFORE = 6;
const HOURS = 24;
const RANKING_MAX = 8;
const HOUR_MS = 3_600_000;
/** No charge is older. */
const FIRST_DAY = '2000-01-01';

/** What a screen shows, as a place of figures: of the whole tenant, past days are read from its days, and the ranking from running totals. */
interface ScreenPlace {
  readonly reader: FigureReader;
  readonly place: { readonly stationId: string | null; readonly cpType: null };
  /** The newest local day of the stations. */
  readonly today: string;
}

/** What was charged, from the sums that are kept as orders change. */
export const readSums = async (
  tx: Tx,
  part: ScreenPart,
  { now, registry }: { readonly now: Date; readonly registry: object },
): Promise<ScreenSums> => {
  const { currency, guns, hour, today } = await tenantOf(tx, part, now);
  const reader: FigureReader = { db: tx, viewer: { sees: { tenant: [part.tenantId], agent: 'all', station: 'all', customer: 'all' } } };
  const screen = { reader, place: { stationId: part.stationId, cpType: null }, today };
  const monthsAgo = (ago: number): string => firstOfMonth(today, -ago);
  const days = await figuresByPeriod(reader, { ...screen.place, from: monthsAgo(MONTHS_BEFORE), to: today });
  const years = await figuresByPeriod(reader, { ...screen.place, from: FIRST_DAY, to: today }, year.value);
  const at = (isIncluded: (day: string) => boolean): ScreenFigures =>
    figuresOf(
      days.filter(({ day }) => isIncluded(day)),
      currency,
    );
  const weekMs = sumBy(
    days.filter(({ day }) => day >= plusDays(today, -WEEK_BEFORE)),
    ({ busyMs }) => Number(busyMs),
  );
  const total = figuresOf(years, currency);
  const factors = await factorsOf({ db: tx, now, registry }, part.tenantId);
  return {
    currency,
    digits: minorDigits(currency) ?? 2,
    otherCurrencies: [...new Set(years.map((row) => row.currency))].filter((other) => other !== currency).toSorted(),
    days: oldestFirst(DAYS_BEFORE).map((ago) => at((day) => day === plusDays(today, -ago))),
    ...(await hoursOf(screen)),
    hour,
    months: oldestFirst(MONTHS_BEFORE).map((ago) => at((day) => day.startsWith(monthsAgo(ago).slice(0, 'YYYY-MM'.length)))),
    year: at((day) => day.startsWith(today.slice(0, 'YYYY'.length))),
    total,
    ranking: await rankingOf(screen, currency),
    ...(await monthOf(screen)),
    usage: guns === 0 ? null : weekMs / (guns * (WEEK_BEFORE + hour / HOURS) * HOURS * HOUR_MS),
    carbonKg: carbonKg(BigInt(Math.round(total.energyDwh)), factors),
    carbonKgPerKwh: carbonKgPerKwh(factors),
  };
};

const oldestFirst = (before: number): readonly number[] => Array.from({ length: before + 1 }, (_unused, index) => before - index);
const sumBy = <R>(rows: readonly R[], read: (row: R) => number): number => rows.reduce((sum, row) => sum + read(row), 0);

const firstOfMonth = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Energy and charges may be added over currencies, amounts never are. */
const figuresOf = (rows: readonly Figures[], currency: string): ScreenFigures => ({
  charges: sumBy(rows, ({ charges }) => charges),
  energyDwh: sumBy(rows, ({ energyDwh }) => Number(energyDwh)),
  amountCents: sumBy(rows, (row) => (row.currency === currency ? Number(row.billedCents) : 0)),
});

/** The stations with the most energy in a week. */
const rankingOf = async ({ reader, place, today }: ScreenPlace, currency: string): Promise<ScreenSums['ranking']> => {
  const rows = await figuresByStation(reader, { ...place, from: plusDays(today, -WEEK_BEFORE), to: today });
  return [...groupBy(rows, ({ stationId }) => stationId).values()]
    .map((own) => ({ name: own[0]?.stationName ?? '', ...figuresOf(own, currency) }))
    .toSorted((one, other) => other.energyDwh - one.energyDwh || one.name.localeCompare(other.name))
    .slice(0, RANKING_MAX);
};

interface MonthRow {
  readonly type: number;
  readonly charges: number;
  readonly energy: number;
  readonly tip: number;
  readonly peak: number;
  readonly flat: number;
  readonly valley: number;
}

/** Who charged in this month, and by which stages of the tariff. */
const monthOf = async ({ reader, place, today }: ScreenPlace): Promise<Pick<ScreenSums, 'parties' | 'stagesDwh'>> => {
  const first = firstOfMonth(today, 0);
  const { rows } =
    await sql<MonthRow>`select t.main_part_type::int4 as type, sum(t.charging_count)::float8 as charges, sum(t.charging_elec)::float8 as energy, sum(t.charging_elec_tip)::float8 as tip,
      sum(t.charging_elec_peak)::float8 as peak, sum(t.charging_elec_flat)::float8 as flat, sum(t.charging_elec_valley)::float8 as valley
    from charge_sum as t where ${stationRows(reader, { ...place, from: first, to: first })} and t.unit = ${sql.lit(month.value)} group by 1`.execute(
      reader.db,
    );
  const stage = (name: 'tip' | 'peak' | 'flat' | 'valley'): number => sumBy(rows, (row) => row[name]);
  return {
    parties: rows
      .map(({ type, energy, charges }) => ({ type, energyDwh: energy, charges }))
      .toSorted((one, other) => other.energyDwh - one.energyDwh),
    stagesDwh: [stage('tip'), stage('peak'), stage('flat'), stage('valley')],
  };
};

interface TenantRow {
  readonly currency: string;
  readonly guns: number;
  readonly hour: number;
  readonly today: string | null;
}

const tenantOf = async (tx: Tx, { tenantId, stationId }: ScreenPart, now: Date): Promise<TenantRow & { readonly today: string }> => {
  const { rows } = await sql<TenantRow>`with mine as (
      select s.station_id, ${now}::timestamptz at time zone s.timezone as local from station s
      where s.tenant_id = ${tenantId} and (${stationId}::int8 is null or s.station_id = ${stationId}::int8) and not s.is_delete and s.station_stat <> ${sql.lit(entityState.disused)})
    select t.currency, (select count(*)::int4 from mine m join gun g on g.station_id = m.station_id and not g.is_delete) as guns,
      coalesce((select mode() within group (order by extract(hour from m.local)) from mine m), 0)::int4 as hour, (select max(m.local)::date::text from mine m) as today
    from tenant t where t.tenant_id = ${tenantId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a screen without a tenant');
  return { ...row, today: row.today ?? now.toISOString().slice(0, 'YYYY-MM-DD'.length) };
};

const hoursOf = async ({ reader, place, today }: ScreenPlace): Promise<Pick<ScreenSums, 'hoursDwh' | 'yesterdayHoursDwh'>> => {
  const yesterday = plusDays(today, -1);
  const { rows } = await sql<{ day: string; hour: number; energy: number }>`select t.stat_day::text as day, extract(hour from t.period)::int4 as hour,
      sum(t.charging_elec)::float8 as energy
    from charge_sum as t where ${stationRows(reader, { ...place, from: yesterday, to: today })} and t.unit = ${sql.lit(HOUR_UNIT)} group by 1, 2`.execute(
    reader.db,
  );
  const byHour = (of: string): readonly number[] =>
    Array.from({ length: HOURS }, (_unused, hour) => rows.find((row) => row.day === of && row.hour === hour)?.energy ?? 0);
  return { hoursDwh: byHour(today), yesterdayHoursDwh: byHour(yesterday) };
};
