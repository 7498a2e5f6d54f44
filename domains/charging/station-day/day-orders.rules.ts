import { valuesOf } from '#kit/fields/codes.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import { orderState } from '../order/order.codes.ts';
import type { DaySum } from './station-day.ts';

const { settled, refunded } = valuesOf(orderState);
/** Filters of days that also apply to their orders. */
const sharedFilters = ['tenantId', 'agentId', 'stationId'] as const;

/** The address of the list with the orders that the sum of a day consists of: those billed on that day. */
export const ordersOfDay = ({ beginsAt, endsAt }: Pick<DaySum, 'beginsAt' | 'endsAt'>, filters: Readonly<Record<string, string>>): string => {
  const rows = [
    { field: 'billingTime', rule: 'ge', val: beginsAt },
    { field: 'billingTime', rule: 'lt', val: endsAt },
    { field: 'orderState', rule: 'in', val: `${settled},${refunded}` },
  ];
  const query = new URLSearchParams({ [QUERY_PARAMS]: JSON.stringify(rows) });
  for (const name of sharedFilters) if (filters[name] !== undefined) query.set(name, filters[name]);
  return `/order/charging-order?${String(query)}`;
};

const DAY_MS = 86_400_000;

/** All days from the first to the last, including those without a bill. */
export const daysFrom = (sums: readonly Pick<DaySum, 'statDay'>[]): readonly string[] => {
  const [first = '', last = ''] = [sums[0]?.statDay, sums.at(-1)?.statDay];
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return count > 0 ? Array.from({ length: count }, (_none, at) => new Date(Date.parse(first) + at * DAY_MS).toISOString().slice(0, 10)) : [];
};
