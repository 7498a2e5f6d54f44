import { valuesOf } from '#kit/fields/codes.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import { orderState } from '../order/order.codes.ts';
import type { DaySum } from './station-day.ts';

const { settled, refunded } = valuesOf(orderState);
/** What narrows the days narrows their orders too. */
const shared = ['tenantId', 'agentId', 'stationId'] as const;

/** The address of the orders that a day was added up from: those that were billed in it. */
export const ordersOfDay = ({ beginsAt, endsAt }: Pick<DaySum, 'beginsAt' | 'endsAt'>, filters: Readonly<Record<string, string>>): string => {
  const rows = [
    { field: 'billingTime', rule: 'ge', val: beginsAt },
    { field: 'billingTime', rule: 'lt', val: endsAt },
    { field: 'orderState', rule: 'in', val: `${settled},${refunded}` },
  ];
  const asked = new URLSearchParams({ [QUERY_PARAMS]: JSON.stringify(rows) });
  for (const name of shared) if (filters[name] !== undefined) asked.set(name, filters[name]);
  return `/order/charging-order?${String(asked)}`;
};

const DAY_MS = 86_400_000;

/** All days from the first to the last; those without a bill lie between. */
export const daysFrom = (sums: readonly Pick<DaySum, 'statDay'>[]): readonly string[] => {
  const [first = '', last = ''] = [sums[0]?.statDay, sums.at(-1)?.statDay];
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return count > 0 ? Array.from({ length: count }, (_none, at) => new Date(Date.parse(first) + at * DAY_MS).toISOString().slice(0, 10)) : [];
};
