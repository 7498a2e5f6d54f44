import { readInstant } from './instant.ts';
import type { MeterValue, SampledValue } from './messages.ts';

/** One set of readings of one instant, in the platform's units. A value that the station did not send, or sent unreadably, is absent. */
export interface MeterReading {
  readonly atMs: number;
  readonly meterDwh?: number;
  readonly powerW?: number;
  readonly currentDa?: number;
  readonly voltageDv?: number;
  readonly soc?: number;
  readonly gunTempC?: number;
}

/** The reliability of a reading's place: the whole outlet takes precedence over the sum of its phases, which takes precedence over another place. */
type Rank = 0 | 1 | 2 | 3;
interface PhaseTotals {
  rank: Rank;
  sum: number;
  max: number;
  count: number;
}
type Quantity = 'meterDwh' | 'powerW' | 'currentDa' | 'voltageDv' | 'soc' | 'gunTempC';
type ReadingTotals = { [Q in Quantity]?: PhaseTotals };

/** The readings of a message, grouped by instant, without sets that contain no value of interest. Never throws. */
export const readingsOf = (values: readonly MeterValue[], arrivedMs: number): readonly MeterReading[] => {
  const sets = new Map<number, ReadingTotals>();
  for (const value of values) {
    const { atMs } = readInstant(value.timestamp, arrivedMs);
    const set = sets.get(atMs) ?? {};
    sets.set(atMs, set);
    for (const sampled of value.sampledValue) gather(set, sampled);
  }
  const found: MeterReading[] = [];
  for (const [atMs, set] of sets) {
    const readings = settle(atMs, set);
    if (readings) found.push(readings);
  }
  return found;
};

/** A Wh reading as 0.1 Wh; undefined when no meter can show it (negative, not finite, too large). */
export const dwhOfWh = (wh: number): number | undefined => {
  const dwh = Math.round(wh * 10);
  return dwh >= 0 && Number.isSafeInteger(dwh) ? dwh : undefined;
};

const gather = (set: ReadingTotals, sampled: SampledValue): void => {
  if (sampled.format === 'SignedData') return;
  const value = typeof sampled.value === 'number' ? sampled.value : sampled.value.trim() === '' ? Number.NaN : Number(sampled.value);
  if (!Number.isFinite(value)) return;
  const unit = sampled.unit ?? '';
  switch (sampled.measurand ?? 'Energy.Active.Import.Register') {
    case 'Energy.Active.Import.Register':
      return add({ set, sampled, quantity: 'meterDwh' }, dwhOfWh(isKilo(unit) ? value * 1000 : value));
    case 'Power.Active.Import':
      return add({ set, sampled, quantity: 'powerW' }, bounded(isKilo(unit) ? value * 1000 : value));
    case 'Current.Import':
      return add({ set, sampled, quantity: 'currentDa' }, bounded(value * 10));
    case 'Voltage':
      return add({ set, sampled, quantity: 'voltageDv' }, bounded((isKilo(unit) ? value * 1000 : value) * 10));
    case 'SoC':
      return value >= 0 && value <= 100 ? add({ set, sampled, quantity: 'soc' }, Math.round(value)) : undefined;
    case 'Temperature':
      return add({ set, sampled, quantity: 'gunTempC' }, celsius(value, unit));
    default:
      return undefined;
  }
};

const isKilo = (unit: string): boolean => unit.charCodeAt(0) === 107 || unit.charCodeAt(0) === 75;

/** Power, current and voltage: small negative noise at rest counts as zero; a value beyond 32 bits is no measurement. */
const bounded = (value: number): number | undefined => (value > 2_147_483_647 ? undefined : Math.max(0, Math.round(value)));

const celsius = (value: number, unit: string): number | undefined => {
  const degrees = unit === 'K' ? value - 273.15 : unit === 'Fahrenheit' ? ((value - 32) * 5) / 9 : value;
  return degrees >= -60 && degrees <= 300 ? Math.round(degrees) : undefined;
};

const add = ({ set, quantity, sampled }: { set: ReadingTotals; quantity: Quantity; sampled: SampledValue }, value: number | undefined): void => {
  if (value === undefined) return;
  const rank = rankOf(quantity, sampled);
  if (rank === 0) return;
  const have = set[quantity];
  if (!have || rank > have.rank) set[quantity] = { rank, sum: value, max: value, count: 1 };
  else if (rank === have.rank) {
    // The same whole reading twice in one set: the later one replaces the earlier one and is not added to it.
    if (rank === 3) set[quantity] = { rank, sum: value, max: value, count: 1 };
    else Object.assign(have, { sum: have.sum + value, max: Math.max(have.max, value), count: have.count + 1 });
  }
};

const rankOf = (quantity: Quantity, { phase, location }: SampledValue): Rank => {
  const elsewhere = location === 'Inlet' || location === 'EV' || location === 'Body';
  // The state of charge may be measured in the car; a temperature or a meter there does not belong to the gun.
  if (elsewhere && quantity !== 'soc') return quantity === 'gunTempC' || phase ? 0 : 1;
  if (!phase) return 3;
  if (phase === 'N') return 0;
  const lineToLine = phase === 'L1-L2' || phase === 'L2-L3' || phase === 'L3-L1';
  return lineToLine ? (quantity === 'voltageDv' ? 1 : 0) : 2;
};

const settle = (atMs: number, set: ReadingTotals): MeterReading | undefined => {
  const { meterDwh, powerW, currentDa, voltageDv, soc, gunTempC } = set;
  if (!meterDwh && !powerW && !currentDa && !voltageDv && !soc && !gunTempC) return undefined;
  return {
    atMs,
    ...(meterDwh && { meterDwh: meterDwh.rank === 1 ? meterDwh.max : meterDwh.sum }),
    ...(powerW && { powerW: powerW.rank === 1 ? powerW.max : powerW.sum }),
    ...(currentDa && { currentDa: currentDa.max }),
    ...(voltageDv && { voltageDv: Math.round(voltageDv.sum / voltageDv.count) }),
    ...(soc && { soc: soc.max }),
    ...(gunTempC && { gunTempC: gunTempC.max }),
  };
};
