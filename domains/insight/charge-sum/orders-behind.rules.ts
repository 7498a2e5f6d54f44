import { settledOrderStates } from '#engines/order/codes.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { DaySpan } from '../figures/figures.ts';

/** Filters of the list of orders, by the names of its fields. */
export type OrderFilters = Readonly<
  Partial<Record<'tenantId' | 'agentId' | 'stationId' | 'cpCode' | 'userMobile' | 'icCardNo' | 'custId' | 'carVin', string>>
>;

interface OrdersBehind extends DaySpan {
  readonly filters: OrderFilters;
  /** The type of the pile, as its code. */
  readonly cpType?: string | undefined;
  /** Only those whose pile reported the gun as free again. */
  readonly isUnplugged?: boolean;
}

/** The filters under which the list of orders shows exactly the orders that sums of charges consist of. */
export const orderQueryBehind = ({ from, to, filters, cpType, isUnplugged = false }: OrdersBehind): Readonly<Record<string, string>> => {
  const rows = [
    { field: 'orderState', rule: 'in', val: settledOrderStates.join(',') },
    ...(cpType === undefined ? [] : [{ field: 'cpType', rule: 'eq', val: cpType }]),
    ...(isUnplugged ? [{ field: 'unplugTime', rule: 'ge', val: earliestBegin(from) }] : []),
  ];
  return { ...filters, chargeDay_begin: from, chargeDay_end: to, [QUERY_PARAMS]: JSON.stringify(rows) };
};

/** The address of that list. */
export const ordersBehind = (of: OrdersBehind): string => `/order/charging-order?${String(new URLSearchParams(orderQueryBehind(of)))}`;

/** The local day begins nowhere earlier than 14 hours before the day of UTC. */
const earliestBegin = (day: string): string => new Date(Date.parse(day) - 14 * 3_600_000).toISOString();
