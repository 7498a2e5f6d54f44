import type { CarModel } from '../model/car.ts';
import type { Surroundings } from './demand.ts';

/** A station of the past. */
export interface PastStation {
  readonly stationId: string;
  readonly tenantId: string;
  readonly zone: string;
  /** A part of the tenant's network in which the same drivers charge. */
  readonly area: string;
  readonly surroundings: Surroundings;
  readonly weight: number;
}

/** A gun at which cars charged. */
export interface PastGun {
  readonly stationId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly kind: 'dc' | 'ac1' | 'ac3';
  readonly protocol: 'native' | 'v1.0' | 'ocpp16';
  /** What it can give. */
  readonly maxW: number;
  /** What its meter shows at the end of the past, 0.1 Wh. */
  readonly lastMeterDwh: number;
}

/** Who charges. */
export interface PastDriver {
  /** Unique among all drivers. */
  readonly key: string;
  readonly tenantId: string;
  /** Where it charges. */
  readonly area: string;
  readonly by: 'card' | 'phone' | 'car' | 'company';
  /** Empty where the car does not report it to be found by. */
  readonly vin: string;
  readonly model: CarModel;
  /** How often it charges, relative to the others. */
  readonly weight: number;
  /** A company charges several cars at a time. */
  readonly isShared: boolean;
}

export interface PastNetwork {
  readonly stations: readonly PastStation[];
  readonly guns: readonly PastGun[];
  readonly drivers: readonly PastDriver[];
}

/** 120,000 to 200,000 kWh by the pile's code: more than any gun of the demo gives in the past, so no meter begins below zero. */
export const demoMeterDwh = (cpCode: string): number => {
  let mixed = 7;
  for (let at = 0; at < cpCode.length; at += 1) mixed = (mixed * 31 + cpCode.charCodeAt(at)) % 80_001;
  return (120_000 + mixed) * 10_000;
};
