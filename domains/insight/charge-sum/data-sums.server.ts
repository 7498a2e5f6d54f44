import { sql } from 'kysely';
import type { CodeValue } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Condition } from '#kit/server/context/condition.ts';
import type { Context, ListQuery } from '#kit/server/context/context.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { statUnit } from './charge-sum.codes.ts';
import type { DataFigures, DataSums } from './data-sums.ts';
import { isOfAgents, ownStations } from '../tenant-day/tenant-day.server.ts';
import { tenantSums } from '../tenant-day/tenant-sums.server.ts';
import type { TenantSums, TenantSumsQuery } from '../tenant-day/tenant-sums.server.ts';
import { daysOfPeriods, periodsBefore } from './period-before.rules.ts';
import type { DaySpan } from '../figures/figures.ts';

/** A list of statistics shows one unit of time; without a filter, days. Sums over several units would count each order several times. */
export const ofOneUnit = (list: ListQuery): ListQuery => ({ ...list, conditions: conditionsOfUnit(list.conditions, unitOf(list.conditions)) });

type Unit = CodeValue<typeof statUnit>;
const units: readonly Unit[] = Object.values(statUnit.items).map(({ value }) => value);

const unitOf = (conditions: readonly Condition[]): Unit => {
  const asked = conditions.find((condition) => 'values' in condition && condition.field === 'statUnit' && condition.is === 'in');
  const values = asked && 'values' in asked ? asked.values : [];
  return units.find((unit) => unit === values[0]) ?? statUnit.items.day.value;
};

const conditionsOfUnit = (conditions: readonly Condition[], unit: Unit): readonly Condition[] => [
  ...conditions.filter((condition) => !('field' in condition && condition.field === 'statUnit')),
  { field: 'statUnit', is: 'in', values: [unit] },
];

/** The most rows that are added up. */
const SUM_ROWS_MAX = 1_000_000;
const ENERGY_SCALE = 4;
const MONEY_SCALE = 2;

/** What a list is of: a kind of party or of pile is a condition on the field. */
interface SummedNoun {
  readonly noun: AnyResource;
  readonly of: TenantSumsQuery['of'];
  readonly kindField: string;
}

/** The sums of a list by currency, and those of as many periods before. */
export const sumData = async (ctx: Context, summed: SummedNoun, list: ListQuery): Promise<readonly DataSums[]> => {
  const unit = unitOf(list.conditions);
  const conditions = conditionsOfUnit(list.conditions, unit);
  const span = spanOf(conditions);
  const beforeDays = span && periodsBefore(span, unit);
  const now = await sumsOf(ctx, summed, { conditions, span });
  const before = beforeDays ? await sumsOf(ctx, summed, { conditions: withSpan(conditions, beforeDays), span: beforeDays }) : [];
  const currencies = [...new Set([...now, ...before].map(({ currency }) => currency))].toSorted();
  const rowOf = (rows: readonly TenantSums[], currency: string): TenantSums =>
    rows.find((row) => row.currency === currency) ?? { ...NOTHING, currency };
  return currencies.map((currency) => {
    const row = rowOf(now, currency);
    return { currency, ...figuresOf(row), before: beforeDays ? { ...figuresOf(rowOf(before, currency)), ...beforeDays } : null };
  });
};

const NOTHING = { count: 0, energy: 0n, ordered: 0n, billed: 0n } as const;

const figuresOf = ({ count, energy, ordered, billed }: TenantSums): DataFigures => ({
  chargingCount: count,
  chargingCapacity: formatScaled(energy, ENERGY_SCALE),
  orderAmount: formatScaled(ordered, MONEY_SCALE),
  chargingAmount: formatScaled(billed, MONEY_SCALE),
});

interface SpanOfList {
  readonly conditions: readonly Condition[];
  readonly span: DaySpan | undefined;
}

/** Of whole tenants from their days, and otherwise from the rows of the list. */
const sumsOf = async (ctx: Context, summed: SummedNoun, list: SpanOfList): Promise<readonly TenantSums[]> => {
  const query = tenantQueryOf(summed, list);
  return (query && (await tenantSums(ctx, query))) ?? sumsOfRows(ctx, summed.noun, list);
};

/** The query for sums of tenants that has the same sums as the list; undefined where a condition of the list is about something else. */
const tenantQueryOf = ({ of, kindField }: SummedNoun, { conditions, span }: SpanOfList): TenantSumsQuery | undefined => {
  const days = span && daysOfPeriods(span, unitOf(conditions));
  const others = conditions.filter((condition) => !isDayBound(condition) && !('field' in condition && condition.field === 'statUnit'));
  const valuesOf = (field: string): readonly unknown[] | null => {
    const found = others.filter((condition) => 'values' in condition && condition.field === field && condition.is === 'in');
    return found[0] && 'values' in found[0] ? found[0].values : null;
  };
  const [kinds, tenantIds] = [valuesOf(kindField), valuesOf('tenantId')];
  if (!days || others.length !== [kinds, tenantIds].filter((values) => values !== null).length) return undefined;
  return { span: days, of, kinds: kinds && kinds.map(Number), tenantIds: tenantIds && tenantIds.map(String) };
};

/** The key of sums, by which the rows of stations are found, has the beginning of a period, which for days and more is that of its day. */
const sumsOfRows = async (ctx: Context, noun: AnyResource, { conditions, span }: SpanOfList): Promise<readonly TenantSums[]> => {
  const inSpan = span ? sql`and t.period >= ${span.from}::timestamp and t.period <= ${span.to}::timestamp` : sql``;
  const ofStations = isOfAgents(ctx, { stationId: null }) ? sql`and t.station_id = any(${ownStations(ctx)})` : sql``;
  const { rows } = await sql<
    TenantSums & { n: number }
  >`select t.currency, count(*)::int4 as n, sum(t.charging_count)::int4 as count, sum(t.charging_capacity)::int8 as energy, sum(t.order_amount)::int8 as ordered,
      sum(t.charging_amount)::int8 as billed
    from (select t.currency, t.charging_count, t.charging_capacity, t.order_amount, t.charging_amount from ${sql.table(noun.table)} as t
      where ${inScope(ctx, noun, conditions)} ${inSpan} ${ofStations} limit ${SUM_ROWS_MAX + 1}) as t group by t.currency`.execute(ctx.db);
  // A sum over a part of the rows would be mistaken for the sum of all.
  if (rows.reduce((sum, { n }) => sum + n, 0) > SUM_ROWS_MAX) throwRefusal(kitRefusals, 'tooManyRows', { max: SUM_ROWS_MAX });
  return rows;
};

const isDayBound = (condition: Condition): condition is Extract<Condition, { readonly value: unknown }> =>
  'value' in condition && condition.field === 'statDay';

/** The days of a list that has a first and a last one. */
const spanOf = (conditions: readonly Condition[]): DaySpan | undefined => {
  const bound = (is: 'from' | 'to'): string | undefined => {
    const values = conditions
      .filter(isDayBound)
      .flatMap((condition) => (condition.is === is && typeof condition.value === 'string' ? [condition.value] : []));
    return is === 'from' ? values.toSorted().at(-1) : values.toSorted()[0];
  };
  const [from, to] = [bound('from'), bound('to')];
  return from !== undefined && to !== undefined ? { from, to } : undefined;
};

const withSpan = (conditions: readonly Condition[], { from, to }: DaySpan): readonly Condition[] => [
  ...conditions.filter((condition) => !isDayBound(condition)),
  { field: 'statDay', is: 'from', value: from },
  { field: 'statDay', is: 'to', value: to },
];
