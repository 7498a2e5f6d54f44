import { settledOrderStates } from '#engines/order/codes.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import { statUnit } from './charge-sum.codes.ts';
import { daysOfPeriods } from './period-before.rules.ts';

/** The name of the filter of orders that finds those of a party. */
export const partyFilter = {
  [mainPartType.items.phoneUser.value]: 'userMobile',
  [mainPartType.items.icCard.value]: 'icCardNo',
  [mainPartType.items.agentCustomer.value]: 'custId',
  [mainPartType.items.vehicleVin.value]: 'carVin',
} as const;

/**
 * The address of the orders that the total of a list of statistics consists of, from the filters of that list; undefined where the list of orders has no
 * such filter, as for all orders with a card.
 */
export const ordersOfTotal = (filters: Readonly<Record<string, string>>): string | undefined => {
  const { statDay_begin: from, statDay_end: to, statUnit: unitText, cpType, mainPartType: kind, mainPartNo, ...others } = filters;
  if (Object.keys(others).some((name) => !SAME_FILTERS.has(name)) || (from === undefined) !== (to === undefined)) return undefined;
  const party = partyOf({ kind, mainPartNo, custId: others['custId'] });
  if (party === undefined) return undefined;
  const unit = Object.values(statUnit.items).find(({ value }) => String(value) === unitText) ?? statUnit.items.day;
  const span = from === undefined || to === undefined ? undefined : daysOfPeriods({ from, to }, unit.value);
  if (from !== undefined && span === undefined) return undefined;
  const rows = [
    { field: 'orderState', rule: 'in', val: settledOrderStates.join(',') },
    ...(cpType === undefined ? [] : [{ field: 'cpType', rule: 'in', val: cpType }]),
  ];
  const days = span && { chargeDay_begin: span.from, chargeDay_end: span.to };
  return `/order/charging-order?${String(new URLSearchParams({ ...others, ...party, ...days, [QUERY_PARAMS]: JSON.stringify(rows) }))}`;
};

/** Filters that both lists have. */
const SAME_FILTERS: ReadonlySet<string> = new Set(['tenantId', 'agentId', 'stationId', 'cpCode', 'custId']);

interface PartyOfTotal {
  readonly kind: string | undefined;
  readonly mainPartNo: string | undefined;
  readonly custId: string | undefined;
}

/** Empty without a filter by party; undefined where no filter of orders finds exactly those that have such a party. */
const partyOf = ({ kind, mainPartNo, custId }: PartyOfTotal): Readonly<Record<string, string>> | undefined => {
  if (kind === undefined && mainPartNo === undefined) return {};
  const [, name] = Object.entries(partyFilter).find(([value]) => value === kind) ?? [];
  if (name === undefined || (custId !== undefined && name !== 'custId')) return undefined;
  if (mainPartNo !== undefined) return custId === undefined || custId === mainPartNo ? { [name]: mainPartNo } : undefined;
  return custId === undefined ? undefined : { custId };
};
