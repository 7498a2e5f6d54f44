import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import type { AnyResource } from '#kit/resource/resource.ts';

/** Sums of some periods; energy in kWh and amounts as decimal texts. */
export interface DataFigures {
  readonly chargingCount: number;
  readonly chargingCapacity: string;
  readonly orderAmount: string;
  readonly chargingAmount: string;
}

/** The sums of a list in one currency. */
export interface DataSums extends DataFigures {
  readonly currency: string;
  /** Of as many periods before, with their days, under the same filter otherwise; null where the list has no first or no last day. */
  readonly before: (DataFigures & { readonly from: string; readonly to: string }) | null;
}

/** The sums of a list of statistics, under its filter, by currency. */
export const dataSums = (noun: AnyResource) =>
  endpoint({
    method: 'GET',
    path: `${noun.path}/sums`,
    allow: `${noun.name}:list`,
    input: {},
    listOf: noun,
    output: opaque<readonly DataSums[]>(),
  });
