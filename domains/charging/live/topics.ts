import { topic } from '#kit/resource/topic.ts';

/** The measurements of a gun while it charges. 0.1 V, 0.1 A, W, 0.1 Wh, minor units; null where the pile reports none. */
export interface LiveSample {
  readonly atMs: number;
  readonly voltageDv: number | null;
  readonly currentDa: number | null;
  readonly powerW: number | null;
  readonly soc: number | null;
  readonly bmsVoltageDv: number | null;
  readonly bmsCurrentDa: number | null;
  readonly energyDwh: number | null;
  readonly amountCents: number | null;
  readonly remainingMin: number | null;
}

/** News of an order: something about it has changed. */
export interface OrderNews {
  readonly chargingOrderNo: string;
  readonly changed: true;
}

/** `station:<stationId>`: a pile went online or offline, a gun changed its state or reported a sample, or an order changed. */
export type StationMessage = { readonly cpCode: string } & (
  | { readonly online: boolean }
  | { readonly gunNumber: number; readonly gunWorkStat: number }
  | ({ readonly gunNumber: number } & LiveSample)
  | ({ readonly gunNumber: number } & OrderNews)
);
export const stationTopic = topic<StationMessage>('station');

/** `gun:<cpCode>:<gunNumber>`. */
export type GunMessage = LiveSample | { readonly gunWorkStat: number; readonly atMs: number } | OrderNews;
export const gunTopic = topic<GunMessage>('gun');

/** `order:<chargingOrderNo>`. */
export type OrderMessage = LiveSample | OrderNews;
export const orderTopic = topic<OrderMessage>('order');
