import { orderState, settledOrderStates } from '#engines/order/codes.ts';
import { startResult as startResultCodes } from '#domains/device/resources.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import { refundOrderState } from '#engines/payment/codes.ts';
import type { MeterGap, RefundAnalysis, StartAnalysis, UnbilledAnalysis } from './operation.ts';

/** The parts of a board's query that also narrow the list of orders. */
export interface PlaceFilter {
  readonly stationId?: string | null;
  readonly cpType?: number | null;
}

/** Orders that run, or have ended and wait for their settlement. */
export const unsettledOrderStates: readonly number[] = [orderState.charging, orderState.starting, orderState.ended, orderState.abnormal];

/** Filters of the list of orders: those of the query, and rows of an advanced query. */
export const listQuery = (
  { stationId, cpType }: PlaceFilter,
  own: Readonly<Record<string, string>>,
  rows: readonly { readonly field: string; readonly rule: string; readonly val: string }[],
): Readonly<Record<string, string>> => {
  const ofType = cpType == null ? [] : [{ field: 'cpType', rule: 'eq', val: String(cpType) }];
  return { ...own, ...(stationId != null && { stationId }), [QUERY_PARAMS]: JSON.stringify([...rows, ...ofType]) };
};

/** The attempts that had a start result, or none, and delivered less than 0.1 kWh. Those without one have none of the results that others had. */
export const attemptsBehind = (
  { from, until, failures }: Pick<StartAnalysis, 'from' | 'until' | 'failures'>,
  startResult: number | null,
  query: PlaceFilter,
): Readonly<Record<string, string>> =>
  listQuery(query, { createTime_begin: from, createTime_end: until }, [
    startResult === null
      ? { field: 'startResult', rule: 'ne', val: [SUCCESS, ...failures.flatMap((failure) => failure.startResult ?? [])].join(',') }
      : { field: 'startResult', rule: 'eq', val: String(startResult) },
    { field: 'chargingElec', rule: 'lt', val: '0.1' },
    { field: 'orderState', rule: 'in', val: [orderState.ended, orderState.abnormal, ...settledOrderStates].join(',') },
  ]);

/** All attempts: the orders that were created between the instants and have ended. */
export const visitsBehind = ({ from, until }: Pick<StartAnalysis, 'from' | 'until'>, query: PlaceFilter): Readonly<Record<string, string>> =>
  listQuery(query, { createTime_begin: from, createTime_end: until }, [
    { field: 'orderState', rule: 'in', val: [orderState.ended, orderState.abnormal, ...settledOrderStates].join(',') },
  ]);

const SUCCESS = startResultCodes.items.success.value;

/** The settled orders whose meter counted more than their bill. */
export const gapBehind = ({ orderNos }: Pick<MeterGap, 'orderNos'>): Readonly<Record<string, string>> => ({ chargingOrderNo: orderNos.join(',') });

/** The refunds that reached their receivers, all or those of a kind. */
export const refundsBehind = (
  { from, until }: Pick<RefundAnalysis, 'from' | 'until'>,
  { stationId }: PlaceFilter,
  kind?: number,
): Readonly<Record<string, string>> => ({
  refundState: String(refundOrderState.succeeded),
  ...(kind !== undefined && { refundKind: String(kind) }),
  refundTime_begin: from,
  refundTime_end: until,
  ...(stationId != null && { stationId }),
});

/** The orders that delivered energy and have waited for their bill for a day. */
export const unbilledBehind = ({ before }: Pick<UnbilledAnalysis, 'before'>, query: PlaceFilter): Readonly<Record<string, string>> =>
  listQuery(query, { createTime_end: before }, [
    { field: 'orderState', rule: 'in', val: [orderState.ended, orderState.abnormal].join(',') },
    { field: 'chargingElec', rule: 'gt', val: '0' },
  ]);

/** The orders that are counted as running or waiting now. */
export const openBehind = (query: PlaceFilter): Readonly<Record<string, string>> =>
  listQuery(query, {}, [{ field: 'orderState', rule: 'in', val: unsettledOrderStates.join(',') }]);

/** The piles with these codes. */
export const pilesBehind = (codes: readonly string[]): Readonly<Record<string, string>> => ({
  [QUERY_PARAMS]: JSON.stringify([{ field: 'cpCode', rule: 'in', val: codes.join(',') }]),
});

/** The address of the list of orders under such filters. */
export const orderAddress = (filters: Readonly<Record<string, string>>): string => `/order/charging-order?${String(new URLSearchParams(filters))}`;
export const pileAddress = (filters: Readonly<Record<string, string>>): string => `/network/pile?${String(new URLSearchParams(filters))}`;
export const refundAddress = (filters: Readonly<Record<string, string>>): string => `/order/refund-order?${String(new URLSearchParams(filters))}`;
