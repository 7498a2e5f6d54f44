import { cellMaxVolts, demandOf, openCircuitVolts } from './battery.ts';
import { meterDwh, powerW, type Charge, type Conditions } from './charge.ts';
import { noiseAt } from './random.ts';
import { amountsOf } from './price.ts';

/** The measurements of a pile at one moment, in the integer units of engines/protocol/device.ts. */
export interface CarReading {
  readonly atMs: number;
  readonly voltageDv: number;
  readonly currentDa: number;
  readonly powerW: number;
  /** 1 to 100. */
  readonly soc: number;
  readonly energyDwh: number;
  readonly meterDwh: number;
  readonly amountE4: number;
  readonly remainingMin: number;
  readonly positiveC: number;
  readonly negativeC: number;
}

/** What the battery reports while it charges; DC only. */
export interface BmsReading {
  readonly demandVoltageDv: number;
  readonly demandCurrentDa: number;
  readonly mode: 1 | 2;
  readonly voltageDv: number;
  readonly currentDa: number;
  /** Of the highest cell, 0.01 V. */
  readonly cellMaxCv: number;
  readonly cellMaxGroup: number;
  readonly maxC: number;
  readonly minC: number;
}

export const readingOf = (charge: Charge, conditions: Pick<Conditions, 'goal' | 'rule' | 'socSpeed'>): CarReading => ({
  atMs: charge.atMs,
  voltageDv: Math.round(charge.volts * 10),
  currentDa: Math.round(charge.amps * 10),
  powerW: Math.round(powerW(charge)),
  soc: socOf(charge.car.socPercent),
  energyDwh: charge.energyDwh,
  meterDwh: meterDwh(charge),
  amountE4: amountsOf(conditions.rule, charge).totalE4,
  remainingMin: remainingMin(charge, conditions),
  positiveC: Math.round(charge.gunC),
  negativeC: Math.round(charge.gunC - 1),
});

export const bmsReadingOf = (charge: Charge): BmsReading => {
  const { car, volts, amps } = charge;
  const demand = demandOf(car.model, car.socPercent);
  const cell = Math.min(cellMaxVolts(car.model), openCircuitVolts(car.model, car.socPercent) / car.model.cells + 0.01 + amps * 0.0002);
  return {
    demandVoltageDv: Math.round(demand.volts * 10),
    demandCurrentDa: Math.round(demand.amps * 10),
    mode: demand.mode,
    voltageDv: Math.round(volts * 10),
    currentDa: Math.round(amps * 10),
    cellMaxCv: Math.round(cell * 100),
    cellMaxGroup: Math.floor(noiseAt(charge.seed, -1) * 8),
    maxC: Math.round(car.batteryC + 2),
    minC: Math.round(car.batteryC - 1),
  };
};

/** A whole percent from 1 to 100, as the protocol requires. */
export const socOf = (percent: number): number => Math.min(100, Math.max(1, Math.floor(percent)));

const MINUTES_MAX = 5_999;
const remainingMin = (charge: Charge, { goal, socSpeed }: Pick<Conditions, 'goal' | 'socSpeed'>): number => {
  if (charge.ended !== null) return 0;
  const watts = powerW(charge);
  const { car } = charge;
  const toSoc = Math.max(0, (goal.soc ?? 100) - car.socPercent);
  const byBattery = (toSoc * car.model.capacityWh) / 100 / socSpeed;
  const byEnergy = goal.energyDwh === undefined ? Infinity : (goal.energyDwh - charge.energyDwh) / 10;
  const byTime = goal.untilMs === undefined ? Infinity : (goal.untilMs - charge.atMs) / 60_000;
  const minutes = watts < 100 ? MINUTES_MAX : (Math.min(byBattery, byEnergy) * 60) / watts;
  return Math.min(MINUTES_MAX, Math.ceil(Math.min(minutes, byTime)));
};
