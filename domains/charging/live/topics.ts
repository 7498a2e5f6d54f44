import type { BmsPush } from '#domains/device/resources.ts';
import type { GunStatusPush } from '#domains/network/resources.ts';
import { topic } from '#kit/resource/topic.ts';

/** The measurements of a gun while it charges. 0.1 V, 0.1 A, W, 0.1 Wh, minor units, °C; null where the pile reports none. */
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
  readonly positiveTempC: number | null;
  readonly negativeTempC: number | null;
}

/** News of an order: something about it has changed. */
export interface OrderNews {
  readonly chargingOrderNo: string;
  readonly changed: true;
}

/**
 * `station:<stationId>`: a pile went online or offline or changed its state or fault, a gun changed its state, reported other measurements, a sample or the car before its charge,
 * or an order changed.
 */
export type StationMessage = { readonly cpCode: string } & (
  | { readonly online: boolean }
  | { readonly cpWorkStat: number; readonly cpFaultType: number | null }
  | ({ readonly gunNumber: number; readonly gunWorkStat?: number } & GunStatusPush)
  | ({ readonly gunNumber: number } & LiveSample)
  | { readonly gunNumber: number; readonly carReported: true }
  | ({ readonly gunNumber: number } & OrderNews)
);
export const stationTopic = topic<StationMessage>('station');

/** `gun:<cpCode>:<gunNumber>`. */
export type GunMessage = LiveSample | ({ readonly gunNumber: number; readonly gunWorkStat: number } & GunStatusPush) | BmsPush | OrderNews;
export const gunTopic = topic<GunMessage>('gun');

/** `order:<chargingOrderNo>`. */
export type OrderMessage = LiveSample | OrderNews;
export const orderTopic = topic<OrderMessage>('order');

/** `pile:<cpCode>`: each status report of the pile, with its own details by name. */
export interface PileMessage {
  readonly atMs: number;
  readonly details: Readonly<Record<string, string | number>>;
}
export const pileTopic = topic<PileMessage>('pile');
