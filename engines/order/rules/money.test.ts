import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountProblem, compareWithDevice } from './amounts.ts';
import { costCents, holdAtStart, nextHold } from './hold.ts';
import { limitReached, timeLimitMs } from './limits.ts';
import { capCentsOf, lacksCar, strategyOf, strategyValE2 } from './strategy.ts';

const MIN = 60_000;

describe('a strategy on the wire', () => {
  it.each([
    [1, 0, { type: 1 }],
    [2, 2550, { type: 2, capCents: 2550n }],
    [3, 1234, { type: 3, energyDwh: 123_400 }],
    [4, 8000, { type: 4, soc: 80 }],
    [5, 9000, { type: 5, durationMs: 90 * MIN }],
    [7, 5, { type: 7 }],
    [9, 0, { type: 9 }],
  ] as const)('type %i with %i', (strategyType, value, strategy) => {
    expect(strategyOf({ strategyType, strategyValE2: value })).toEqual(strategy);
    expect(strategyValE2(strategy)).toBe(strategyType === 7 ? 0 : value);
  });

  it.each([
    [0, 1, 'strategy.unknown'],
    [8, 1, 'strategy.unknown'],
    [2.5, 1, 'strategy.unknown'],
    [10, 1, 'strategy.unknown'],
    [2, 0, 'strategy.valueMissing'],
    [3, -1, 'strategy.valueMissing'],
    [5, 0.5, 'strategy.valueMissing'],
    [6, 100, 'strategy.valueMissing'],
    [4, 10_100, 'strategy.socOutOfRange'],
    [4, 8050, 'strategy.socOutOfRange'],
  ] as const)('type %d with %d is refused', (strategyType, value, refusal) => {
    expect(strategyOf({ strategyType, strategyValE2: value })).toBe(refusal);
  });

  it('by scheduled time takes the instant the caller placed', () => {
    expect(strategyOf({ strategyType: 6, strategyValE2: 0, untilMs: 77 })).toEqual({ type: 6, untilMs: 77 });
    expect([capCentsOf({ type: 2, capCents: 5n }), capCentsOf({ type: 6, untilMs: 1 })]).toEqual([5n, null]);
  });
});

describe('the strategy by VIN', () => {
  it.each([
    { lacks: false, strategy: { type: 7 }, payer: 'CAR', atGun: 'CAR' },
    { lacks: false, strategy: { type: 7 }, payer: 'CAR', atGun: undefined },
    { lacks: true, strategy: { type: 7 }, payer: 'CAR', atGun: 'OTHER' },
    { lacks: true, strategy: { type: 7 }, payer: null, atGun: undefined },
    { lacks: true, strategy: { type: 7 }, payer: null, atGun: 'CAR' },
    { lacks: false, strategy: { type: 1 }, payer: null, atGun: 'CAR' },
    { lacks: false, strategy: { type: 9 }, payer: 'CAR', atGun: 'OTHER' },
  ] as const)('lacks its car: $lacks, with $strategy of payer $payer at a gun with $atGun', ({ lacks, strategy, payer, atGun }) => {
    expect(lacksCar(strategy, payer, atGun)).toBe(lacks);
  });
});

describe('limits during charging', () => {
  const progress = { startAtMs: 0, energyDwh: 50_000, soc: 60, accruedCents: 900n, leadCents: 20n };
  it.each([
    ['amountReached', { type: 2, capCents: 920n }, MIN],
    [null, { type: 2, capCents: 921n }, MIN],
    ['energyReached', { type: 3, energyDwh: 50_000 }, MIN],
    [null, { type: 3, energyDwh: 50_001 }, MIN],
    ['socReached', { type: 4, soc: 60 }, MIN],
    [null, { type: 4, soc: 61 }, MIN],
    ['durationReached', { type: 5, durationMs: MIN }, MIN],
    [null, { type: 5, durationMs: MIN + 1 }, MIN],
    ['scheduleReached', { type: 6, untilMs: MIN }, MIN],
    [null, { type: 6, untilMs: MIN + 1 }, MIN],
    [null, { type: 1 }, MIN],
    [null, { type: 7 }, MIN],
    ['dayLimit', { type: 9 }, 24 * 60 * MIN - 10 * MIN],
    ['dayLimit', { type: 2, capCents: 99_999n }, 24 * 60 * MIN],
  ] as const)('%s, case %#', (cause, strategy, nowMs) => {
    expect(limitReached(strategy, progress, nowMs)).toBe(cause);
  });

  it('do not guess: unknown SOC and unknown cost reach nothing', () => {
    expect(limitReached({ type: 4, soc: 1 }, { ...progress, soc: null }, MIN)).toBeNull();
    expect(limitReached({ type: 2, capCents: 1n }, { ...progress, accruedCents: null }, MIN)).toBeNull();
  });

  it('of time have an instant', () => {
    expect([timeLimitMs({ type: 5, durationMs: 7 }, 10), timeLimitMs({ type: 6, untilMs: 30 }, 10), timeLimitMs({ type: 1 }, 10)]).toEqual([
      17,
      30,
      10 + 24 * 60 * MIN - 10 * MIN,
    ]);
  });
});

describe('a hold', () => {
  const terms = { strategy: { type: 1 } as const, accountMinAmountCents: 2000n, availableCents: 5000n, prepaidCents: null };
  it('at the start is the strategy amount, else the minimum; nothing for what is paid ahead', () => {
    expect(holdAtStart(terms)).toEqual({ cents: 2000n });
    expect(holdAtStart({ ...terms, strategy: { type: 2, capCents: 3000n } })).toEqual({ cents: 3000n });
    expect(holdAtStart({ ...terms, accountMinAmountCents: 0n })).toEqual({ cents: 100n });
    expect(holdAtStart({ ...terms, prepaidCents: 1n, availableCents: 0n })).toEqual({ cents: 0n });
    expect(holdAtStart({ ...terms, availableCents: 1999n })).toEqual({ missingCents: 1n });
  });

  it('runs ahead of consumption, within the account and the cap', () => {
    const state = { heldCents: 2000n, accruedCents: 1500n, aheadCents: 500n, availableCents: 3000n, capCents: null };
    expect(nextHold(state)).toEqual({ kind: 'enough' });
    expect(nextHold({ ...state, accruedCents: 1501n })).toEqual({ kind: 'enlarge', toCents: 2501n });
    expect(nextHold({ ...state, accruedCents: 4400n })).toEqual({ kind: 'enlarge', toCents: 5000n });
    expect(nextHold({ ...state, accruedCents: 4501n })).toEqual({ kind: 'exhausted', toCents: 5000n });
    expect(nextHold({ ...state, accruedCents: 4501n, capCents: 2000n })).toEqual({ kind: 'enough' });
    expect(nextHold({ ...state, accruedCents: 1501n, capCents: 2200n })).toEqual({ kind: 'enlarge', toCents: 2200n });
  });

  it('never exceeds what is there, never shrinks, and stops before it is used up', () => {
    const cents = fc.bigInt({ min: 0n, max: 10_000n });
    const state = fc.record({
      heldCents: cents,
      accruedCents: cents,
      aheadCents: cents,
      availableCents: cents,
      capCents: fc.option(cents, { nil: null }),
    });
    fc.assert(
      fc.property(state, ({ heldCents, accruedCents, aheadCents, availableCents, capCents }) => {
        const step = nextHold({ heldCents, accruedCents, aheadCents, availableCents, capCents });
        const neededCents = capCents !== null && accruedCents + aheadCents > capCents ? capCents : accruedCents + aheadCents;
        const toCents = step.kind === 'enough' ? heldCents : step.toCents;
        expect(toCents >= heldCents && toCents <= heldCents + availableCents).toBe(true);
        expect(step.kind === 'exhausted').toBe(heldCents + availableCents < neededCents);
        expect(step.kind === 'exhausted' || toCents >= neededCents).toBe(true);
      }),
    );
  });

  it('is reckoned from power, price and time, rounded up', () => {
    // 60 kW for 5 minutes is 5 kWh; at 1.20000 that is 6.00.
    expect(costCents({ powerW: 60_000, priceE5: 120_000n, forMs: 5 * MIN, minorDigits: 2 })).toBe(600n);
    expect(costCents({ powerW: 60_000, priceE5: 120_000n, forMs: 5 * MIN, minorDigits: 0 })).toBe(6n);
    expect(costCents({ powerW: 1, priceE5: 1n, forMs: 1, minorDigits: 2 })).toBe(1n);
    expect(costCents({ powerW: 0, priceE5: 1n, forMs: 1, minorDigits: 2 })).toBe(0n);
  });
});

describe('amounts by hand', () => {
  const amounts = { elecCents: 600n, srvCents: 300n, other1Cents: 100n, other2Cents: 0n, totalCents: 1000n };
  const bounds = { capCents: null, recomputedCents: 1000n, hasSecondPerson: false };
  it.each([
    [{}, {}, null],
    [{ elecCents: -1n, totalCents: 399n }, {}, { refusal: 'amount.negative', args: { field: 'elecCents', cents: -1n } }],
    [{ totalCents: -5n }, {}, { refusal: 'amount.negative', args: { field: 'totalCents', cents: -5n } }],
    [{ totalCents: 1001n }, {}, { refusal: 'amount.totalMismatch', args: { totalCents: 1001n, sumCents: 1000n } }],
    [{}, { capCents: 999n }, { refusal: 'amount.aboveStrategy', args: { totalCents: 1000n, capCents: 999n } }],
    [{}, { capCents: 999n, hasSecondPerson: true }, { refusal: 'amount.aboveStrategy', args: { totalCents: 1000n, capCents: 999n } }],
    [{}, { capCents: 1000n }, null],
    [{}, { recomputedCents: 909n }, { refusal: 'amount.aboveRecomputed', args: { totalCents: 1000n, mostCents: 999n } }],
    [{}, { recomputedCents: 910n }, null],
    [{}, { recomputedCents: 1n, hasSecondPerson: true }, null],
    [{}, { recomputedCents: null }, { refusal: 'order.secondPersonNeeded', args: { totalCents: 1000n } }],
    [{ elecCents: 0n, srvCents: 0n, other1Cents: 0n, totalCents: 0n }, { recomputedCents: null }, null],
  ] as const)('case %#', (more, bound, problem) => {
    expect(amountProblem({ ...amounts, ...more }, { ...bounds, ...bound })).toEqual(problem);
  });
});

describe("the pile's own total", () => {
  it.each([
    [1000n, 100_000n, 2, 'same'],
    [1000n, 100_100n, 2, 'same'],
    [1000n, 99_900n, 2, 'same'],
    [1000n, 100_500n, 2, 'soft'],
    [1000n, 100_501n, 2, 'differs'],
    [1000n, 99_499n, 2, 'differs'],
    [0n, 101n, 2, 'differs'],
    [1000n, 10_010_000n, 0, 'same'],
    [1000n, 10_050_001n, 0, 'differs'],
  ] as const)('ours %i, theirs %i with %i digits: %s', (...[ours, deviceE4, minorDigits, verdict]) => {
    expect(compareWithDevice(ours, { deviceE4, minorDigits })).toBe(verdict);
  });
});
