import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { openCircuitVolts, taper } from './battery.ts';
import { carModels, type Car } from './car.ts';
import { advance, beginCharge, meterDwh, powerW, slotOf, type Charge, type Conditions, type ChargeGoal, type Outlet } from './charge.ts';
import { goalOf } from './goal.ts';
import { amountsOf, stagesOf, type PriceRule } from './price.ts';
import { bmsReadingOf, readingOf } from './reading.ts';

const START_MS = Date.UTC(2026, 10, 20, 4, 0, 0);
const outlets: readonly Outlet[] = [
  { kind: 'dc', maxW: 120_000, maxA: 250, maxV: 1_000, slewAPerS: 12 },
  { kind: 'dc', maxW: 60_000, maxA: 200, maxV: 750, slewAPerS: 12 },
  { kind: 'ac1', maxW: 7_000, maxA: 32, maxV: 0, slewAPerS: 12 },
  { kind: 'ac3', maxW: 22_000, maxA: 32, maxV: 0, slewAPerS: 12 },
];
const rule: PriceRule = {
  rateRuleNo: 'RR1',
  month: 11,
  slotStages: Array.from({ length: 48 }, (_, slot) => (slot < 16 ? 4 : slot < 22 ? 2 : slot < 36 ? 3 : slot < 42 ? 1 : 3)),
  stagePricesE4: [
    [14_000, 5_000, 0, 0],
    [11_000, 5_000, 0, 0],
    [7_000, 5_000, 0, 0],
    [3_500, 4_000, 100, 0],
  ],
  billMode: 1,
};

const anyCar = fc
  .record({ model: fc.constantFrom(...carModels), soc: fc.integer({ min: 1, max: 99 }) })
  .map(({ model, soc }): Car => ({ model, vin: 'LSVAA2BR0GN000001', socPercent: soc, batteryC: 20 }));
const anyCharge = fc.record({ outlet: fc.constantFrom(...outlets), car: anyCar, seed: fc.nat(), meterDwh: fc.integer({ min: 0, max: 10 ** 10 }) });
const conditions = (more: Partial<Conditions> = {}): Conditions => ({
  limitW: 200_000,
  goal: {},
  rule,
  dayShiftMs: 480 * 60_000,
  socSpeed: 1,
  stepMs: 1_000,
  ...more,
});
const begin = (facts: { outlet: Outlet; car: Car; seed: number; meterDwh: number }): Charge => beginCharge({ ...facts, startMs: START_MS });
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('a charge', () => {
  it('never gives more than the rated power in its time, adds up, and stays within its bounds', () => {
    fc.assert(
      fc.property(anyCharge, fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(1, 20), (facts, seconds, socSpeed) => {
        const charge = advance(begin(facts), START_MS + seconds * 1_000, conditions({ socSpeed }));
        const wattHours = charge.energyDwh / 10;
        expect(wattHours).toBeLessThanOrEqual((facts.outlet.maxW * seconds) / 3_600);
        expect(sum(charge.slotDwh)).toBe(charge.energyDwh);
        expect(sum(charge.slotMs)).toBe(charge.atMs - START_MS);
        expect(sum(stagesOf(rule, charge.slotDwh))).toBe(charge.energyDwh);
        expect(charge.car.socPercent).toBeGreaterThanOrEqual(facts.car.socPercent);
        expect(charge.car.socPercent).toBeLessThanOrEqual(100);
        expect(powerW(charge)).toBeLessThanOrEqual(facts.outlet.maxW + 1e-6);
        const { itemsE4, totalE4 } = amountsOf(rule, charge);
        expect(sum(itemsE4)).toBe(totalE4);
      }),
      { numRuns: 60 },
    );
  });

  it('does not depend on how often it is looked at, and is the same for the same seed', () => {
    fc.assert(
      fc.property(anyCharge, fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 20 }), (facts, waits) => {
        let watched = begin(facts);
        let atMs = START_MS;
        let meter = meterDwh(watched);
        for (const wait of waits) {
          atMs += wait;
          watched = advance(watched, atMs, conditions());
          expect(meterDwh(watched)).toBeGreaterThanOrEqual(meter);
          meter = meterDwh(watched);
        }
        expect(watched).toEqual(advance(begin(facts), atMs, conditions()));
      }),
      { numRuns: 60 },
    );
  });

  it('leaves its argument alone and survives JSON', () => {
    const charge = begin({ outlet: outlets[0]!, car: carOf(40), seed: 5, meterDwh: 100 });
    const before = structuredClone(charge);
    const later = advance(charge, START_MS + 60_000, conditions());
    expect(charge).toEqual(before);
    const restored: Charge = JSON.parse(JSON.stringify(later));
    expect(advance(restored, START_MS + 120_000, conditions())).toEqual(advance(charge, START_MS + 120_000, conditions()));
  });

  it('ramps up, holds its current and tapers above 80 %', () => {
    const at = (charge: Charge, seconds: number) => advance(charge, START_MS + seconds * 1_000, conditions());
    const charge = begin({ outlet: outlets[0]!, car: carOf(20), seed: 1, meterDwh: 0 });
    expect(at(charge, 5).amps).toBeLessThan(70);
    expect(at(charge, 60).amps).toBeGreaterThan(190);
    const full = begin({ outlet: outlets[0]!, car: carOf(95), seed: 1, meterDwh: 0 });
    expect(at(full, 60).amps).toBeLessThan(at(charge, 60).amps * 0.4);
    for (const each of [charge, full]) expect(at(each, 60).volts).toBeGreaterThan(openCircuitVolts(each.car.model, each.car.socPercent));
    for (let soc = 1; soc <= 100; soc += 1) expect(taper(soc)).toBeLessThanOrEqual(taper(soc - 1));
  });

  it('draws single-phase and three-phase currents of the car', () => {
    const single = advance(begin({ outlet: outlets[2]!, car: carOf(30), seed: 1, meterDwh: 0 }), START_MS + 60_000, conditions());
    expect(powerW(single)).toBeGreaterThan(6_800);
    expect(single.volts).toBeGreaterThan(225);
    const estate = advance(
      begin({ outlet: outlets[3]!, car: { ...carOf(30), model: carModels[2]! }, seed: 1, meterDwh: 0 }),
      START_MS + 60_000,
      conditions(),
    );
    expect(powerW(estate)).toBeGreaterThan(10_500);
    expect(powerW(estate)).toBeLessThan(11_300);
  });

  it('shares what the pile can spare', () => {
    const charge = advance(begin({ outlet: outlets[0]!, car: carOf(30), seed: 1, meterDwh: 0 }), START_MS + 120_000, conditions({ limitW: 30_000 }));
    expect(powerW(charge)).toBeLessThanOrEqual(30_000 + 1e-6);
    expect(powerW(charge)).toBeGreaterThan(29_000);
  });
});

describe('the end', () => {
  const run = (goal: ChargeGoal, { soc = 50, socSpeed = 1 } = {}): Charge =>
    advance(begin({ outlet: outlets[0]!, car: carOf(soc), seed: 3, meterDwh: 0 }), START_MS + 4 * 3_600_000, conditions({ goal, socSpeed }));

  it('comes at exactly the energy asked for', () => {
    expect(run({ energyDwh: 12_345 })).toMatchObject({ energyDwh: 12_345, ended: stopReason.energyReached });
  });
  it('comes at the amount, never above it', () => {
    const charge = run({ amountE4: 50_000 });
    expect(charge.ended).toBe(stopReason.amountReached);
    expect(amountsOf(rule, charge).totalE4).toBeLessThanOrEqual(50_000);
    expect(amountsOf(rule, charge).totalE4).toBeGreaterThan(49_990);
  });
  it('comes when the account is empty, before a larger amount', () => {
    expect(run({ amountE4: 50_000, balanceE4: 20_000 }).ended).toBe(stopReason.lowBalance);
  });
  it('comes at a state of charge, at a time, and when the battery is full', () => {
    expect(run({ soc: 55 })).toMatchObject({ ended: stopReason.socReached });
    expect(run({ untilMs: START_MS + 90_000 })).toMatchObject({ ended: stopReason.durationReached, atMs: START_MS + 90_000 });
    const full = run({}, { soc: 90, socSpeed: 10 });
    expect(full.ended).toBe(stopReason.socReached);
    expect(full.car.socPercent).toBe(100);
  });
});

describe('what a pile says', () => {
  it('reads its goals off the wire', () => {
    const with0 = { balanceCents: 0, maxAmountCents: 0 };
    const at = { startMs: START_MS, maxSoc: 100 };
    expect(goalOf({ strategyType: 3, strategyValE2: 250, ...with0 }, at)).toEqual({ soc: 100, energyDwh: 25_000 });
    expect(goalOf({ strategyType: 5, strategyValE2: 300, ...with0 }, at)).toEqual({ soc: 100, untilMs: START_MS + 180_000 });
    expect(goalOf({ strategyType: 4, strategyValE2: 8_000, ...with0 }, { ...at, maxSoc: 70 })).toEqual({ soc: 70 });
    expect(goalOf({ strategyType: 2, strategyValE2: 500, balanceCents: 900, maxAmountCents: 400 }, at)).toEqual({
      soc: 100,
      amountE4: 40_000,
      balanceE4: 90_000,
    });
  });

  it('is whole numbers of the platform, with sense between them', () => {
    const charge = advance(begin({ outlet: outlets[0]!, car: carOf(40), seed: 3, meterDwh: 7 }), START_MS + 300_000, conditions());
    const reading = readingOf(charge, conditions());
    for (const value of [...Object.values(reading), ...Object.values(bmsReadingOf(charge))]) expect(Number.isSafeInteger(value)).toBe(true);
    expect(Math.abs((reading.voltageDv * reading.currentDa) / 100 - reading.powerW)).toBeLessThan(50);
    expect(reading.remainingMin).toBeGreaterThan(10);
    expect(reading.remainingMin).toBeLessThan(60);
    expect(bmsReadingOf(charge).demandCurrentDa).toBeGreaterThanOrEqual(reading.currentDa);
  });

  it('knows the half hour of its station', () => {
    expect(slotOf(Date.UTC(2026, 0, 1, 16, 10), 480 * 60_000)).toBe(0);
    expect(slotOf(Date.UTC(2026, 0, 1, 0, 0), -60 * 60_000)).toBe(46);
  });
});

function carOf(socPercent: number): Car {
  return { model: carModels[1]!, vin: 'LSVAA2BR0GN000001', socPercent, batteryC: 20 };
}
