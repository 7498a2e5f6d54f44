import { stopReason, type StopReason } from '#engines/protocol/stop-reasons.ts';
import { demandOf, openCircuitVolts, taper } from './battery.ts';
import type { Car } from './car.ts';
import { noiseAt } from './random.ts';
import { amountsOf, DWH_PER_KWH, kwhPriceE4, type PriceRule } from './price.ts';

/** The limits of a gun. */
export interface Outlet {
  readonly kind: 'dc' | 'ac1' | 'ac3';
  readonly maxW: number;
  /** DC: of the cable. AC: of each phase. */
  readonly maxA: number;
  /** DC only. */
  readonly maxV: number;
  /** How fast the current can rise. */
  readonly slewAPerS: number;
}

/** One charge of one car. It is a plain value, so that a pile can store it for a power cut. */
export interface Charge {
  readonly outlet: Outlet;
  readonly car: Car;
  readonly seed: number;
  readonly startMs: number;
  readonly atMs: number;
  readonly startSoc: number;
  readonly startMeterDwh: number;
  /** The energy of this charge in whole 0.1 Wh; the meter shows its start value plus this. */
  readonly energyDwh: number;
  /** The rest that is less than 0.1 Wh. */
  readonly carryDwh: number;
  readonly volts: number;
  /** AC: of all phases together, so that volts times amperes is the power. */
  readonly amps: number;
  readonly gunC: number;
  readonly slotDwh: readonly number[];
  readonly slotMs: readonly number[];
  /** Why it ended by itself; null while it continues. */
  readonly ended: StopReason | null;
}

/** The limits at which a charge ends by itself; the first one that is reached counts. */
export interface ChargeGoal {
  readonly energyDwh?: number;
  readonly amountE4?: number;
  readonly balanceE4?: number;
  readonly soc?: number;
  readonly untilMs?: number;
}

export interface Conditions {
  /** The power that the pile can give this gun now. */
  readonly limitW: number;
  readonly goal: ChargeGoal;
  readonly rule: PriceRule | null;
  /** Added to an instant it gives the pile's local time, for the half hours of the station's day. */
  readonly dayShiftMs: number;
  /** Divides the capacity of the battery, so that the state of charge moves while somebody watches. Energy stays real. */
  readonly socSpeed: number;
  readonly stepMs: number;
}

export const AMBIENT_C = 24;
const SLOTS = 48;
const SLOT_MS = 1_800_000;
const DAY_MS = SLOTS * SLOT_MS;
/** W times ms in 0.1 Wh. */
const WATT_MS_PER_DWH = 360_000;
const RIPPLE = 0.006;
const GRID_VOLTS = 230;
/** The share of the energy that reaches the battery. */
const EFFICIENCY = { dc: 0.97, ac1: 0.9, ac3: 0.9 } as const;
const WARMING_MS = 420_000;
const WARMING_C = 38;

export const beginCharge = (start: {
  readonly outlet: Outlet;
  readonly car: Car;
  readonly seed: number;
  readonly startMs: number;
  readonly meterDwh: number;
}): Charge => {
  const { outlet, car, seed, startMs, meterDwh } = start;
  return {
    outlet,
    car,
    seed,
    startMs,
    atMs: startMs,
    startSoc: car.socPercent,
    startMeterDwh: meterDwh,
    energyDwh: 0,
    carryDwh: 0,
    volts: outlet.kind === 'dc' ? openCircuitVolts(car.model, car.socPercent) : GRID_VOLTS,
    amps: 0,
    gunC: AMBIENT_C,
    slotDwh: Array.from({ length: SLOTS }, () => 0),
    slotMs: Array.from({ length: SLOTS }, () => 0),
    ended: null,
  };
};

/**
 * The charge at `toMs`, calculated in whole steps of time, so that the result does not depend on how often it is calculated. It does not change after
 * its end.
 */
export const advance = (charge: Charge, toMs: number, conditions: Conditions): Charge => {
  if (charge.ended !== null || charge.atMs + conditions.stepMs > toMs) return charge;
  const next = { ...charge, slotDwh: [...charge.slotDwh], slotMs: [...charge.slotMs] };
  while (next.ended === null && next.atMs + conditions.stepMs <= toMs) Object.assign(next, step(next, conditions));
  return next;
};

export const meterDwh = (charge: Charge): number => charge.startMeterDwh + charge.energyDwh;
export const powerW = (charge: Charge): number => charge.volts * charge.amps;

type RunningCharge = Charge & { readonly slotDwh: number[]; readonly slotMs: number[] };

/** One step. Adds the energy to its half hour in place and returns what else changes. */
const step = (charge: RunningCharge, conditions: Conditions): Partial<Charge> => {
  const { outlet, car } = charge;
  const { stepMs, goal, socSpeed } = conditions;
  const flow = flowOf(charge, conditions);
  const slot = slotOf(charge.atMs, conditions.dayShiftMs);
  const raw = (flow.volts * flow.amps * stepMs) / WATT_MS_PER_DWH + charge.carryDwh;
  const full = Math.floor(raw);
  const limit = energyLimit(charge, conditions, slot);
  const deliveredDwh = Math.min(full, limit.dwh);
  charge.slotDwh[slot] = (charge.slotDwh[slot] ?? 0) + deliveredDwh;
  charge.slotMs[slot] = (charge.slotMs[slot] ?? 0) + stepMs;
  const storedWh = ((raw - charge.carryDwh) / 10) * EFFICIENCY[outlet.kind];
  const socPercent = Math.min(100, car.socPercent + (storedWh * socSpeed * 100) / car.model.capacityWh);
  const atMs = charge.atMs + stepMs;
  const targetC = AMBIENT_C + WARMING_C * (flow.amps / (outlet.maxA * phasesOf(charge))) ** 2;
  return {
    ...flow,
    atMs,
    energyDwh: charge.energyDwh + deliveredDwh,
    carryDwh: raw - full,
    gunC: charge.gunC + ((targetC - charge.gunC) * stepMs) / WARMING_MS,
    car: { ...car, socPercent, batteryC: car.batteryC + (socPercent - car.socPercent) * 0.12 },
    ended: full >= limit.dwh ? limit.reason : endOf({ socPercent, atMs }, goal),
  };
};

const endOf = ({ socPercent, atMs }: { readonly socPercent: number; readonly atMs: number }, goal: ChargeGoal): StopReason | null => {
  if (socPercent >= (goal.soc ?? 100)) return stopReason.socReached;
  return goal.untilMs !== undefined && atMs >= goal.untilMs ? stopReason.durationReached : null;
};

/** The energy until a limit in energy or money is reached, and the reason for the end there. */
const energyLimit = (charge: Charge, { goal, rule }: Conditions, slot: number): { readonly dwh: number; readonly reason: StopReason } => {
  let limit: { dwh: number; reason: StopReason } = { dwh: Number.MAX_SAFE_INTEGER, reason: stopReason.energyReached };
  if (goal.energyDwh !== undefined) limit = { dwh: goal.energyDwh - charge.energyDwh, reason: stopReason.energyReached };
  const price = kwhPriceE4(rule, slot);
  if (price === 0 || (goal.amountE4 === undefined && goal.balanceE4 === undefined)) return limit;
  const spentE4 = amountsOf(rule, charge).totalE4;
  for (const [limitE4, reason] of [
    [goal.amountE4, stopReason.amountReached],
    [goal.balanceE4, stopReason.lowBalance],
  ] as const) {
    if (limitE4 === undefined) continue;
    const dwh = Math.max(0, Math.floor(((limitE4 - spentE4) * DWH_PER_KWH) / price));
    if (dwh < limit.dwh) limit = { dwh, reason };
  }
  return limit;
};

type Flow = Pick<Charge, 'volts' | 'amps'>;

/** Volts and amperes of the next step; their product never exceeds the power that the pile can give. */
const flowOf = (charge: Charge, conditions: Conditions): Flow => {
  const { outlet, atMs, startMs, seed } = charge;
  const count = Math.round((atMs - startMs) / conditions.stepMs);
  const ripple = 1 - RIPPLE * noiseAt(seed, count);
  const limitW = Math.min(conditions.limitW, outlet.maxW);
  const demanded = outlet.kind === 'dc' ? demandedDc(charge, limitW) : demandedAc(charge);
  const slew = (outlet.slewAPerS * conditions.stepMs) / 1_000;
  const amps = Math.max(0, Math.min(demanded.amps, charge.amps + slew)) * ripple;
  const volts = outlet.kind === 'dc' ? demanded.volts + (amps * charge.car.model.milliohm) / 1_000 : demanded.volts;
  return { volts, amps: Math.min(amps, limitW / volts) };
};

const demandedDc = ({ car, outlet }: Charge, limitW: number): Flow => {
  const volts = openCircuitVolts(car.model, car.socPercent);
  if (volts > outlet.maxV) return { volts, amps: 0 };
  return { volts, amps: Math.min(demandOf(car.model, car.socPercent).amps, outlet.maxA, limitW / volts) };
};

const demandedAc = (charge: Charge): Flow => {
  const { car, outlet, seed, atMs, startMs } = charge;
  // The voltage of the grid varies slowly: one value for each half minute.
  const volts = GRID_VOLTS + 4 * (noiseAt(seed ^ 1, Math.floor((atMs - startMs) / 30_000)) - 0.5);
  // An on-board charger keeps its power almost to the end.
  const share = car.socPercent < 97 ? 1 : taper(80 + ((car.socPercent - 97) * 20) / 3);
  return { volts, amps: phasesOf(charge) * Math.min(outlet.maxA, car.model.acMaxA) * share };
};

const phasesOf = ({ outlet, car }: Pick<Charge, 'outlet' | 'car'>): number => (outlet.kind === 'ac3' ? car.model.acPhases : 1);

/** The half hour of the station's day, 0 to 47. */
export const slotOf = (atMs: number, dayShiftMs: number): number => {
  const local = (atMs + dayShiftMs) % DAY_MS;
  return Math.floor((local < 0 ? local + DAY_MS : local) / SLOT_MS);
};
