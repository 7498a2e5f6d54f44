import { describe, expect, it } from 'vitest';
import { remoteStartProblems, type RemoteStart } from './start-comparison.ts';

const MIN = 60_000;
const good: RemoteStart = {
  nowMs: 1_000_000,
  gunNumber: 1,
  gunCount: 2,
  tenantId: 't1',
  pileTenantId: 't1',
  currency: 'CNY',
  pileCurrency: 'CNY',
  vin: null,
  boundVin: null,
  shownRateRuleNo: null,
  rateRuleNo: 'R1',
  strategy: { type: 1 },
  availableCents: 5000n,
  accountMinAmountCents: 1000n,
  ratedPowerW: 60_000,
  currentSoc: 40,
  chargingMaxSoc: 95,
};
const told = (more: Partial<RemoteStart>) =>
  remoteStartProblems({ ...good, ...more }).map(({ code, first, second }) => [code, first.name, first.value, second.name, second.value]);
const dayMs = 24 * 60 * MIN - 10 * MIN;

describe('a remote start', () => {
  it('that fits has no problem', () => {
    for (const strategy of [
      { type: 1 },
      { type: 2, capCents: 5000n },
      { type: 2, capCents: 1000n },
      { type: 3, energyDwh: 1 },
      { type: 4, soc: 95 },
      { type: 4, soc: 41 },
      { type: 5, durationMs: dayMs },
      { type: 6, untilMs: 1_000_001 },
      { type: 7 },
      { type: 9 },
    ] as const)
      expect(told({ strategy })).toEqual([]);
    expect(
      told({ gunNumber: 2, vin: 'LVIN', boundVin: 'LVIN', shownRateRuleNo: 'R1', availableCents: 1000n, currentSoc: null, chargingMaxSoc: null }),
    ).toEqual([]);
  });

  it.each([
    ['mismatch', { tenantId: 't2' }, ['start.mismatch', 'tenantId', 't2', 'pileTenantId', 't1']],
    ['mismatch', { currency: 'EUR' }, ['start.mismatch', 'currency', 'EUR', 'pileCurrency', 'CNY']],
    ['mismatch', { vin: 'A', boundVin: 'B' }, ['start.mismatch', 'vin', 'A', 'boundVin', 'B']],
    ['mismatch', { shownRateRuleNo: 'R0' }, ['start.mismatch', 'shownRateRuleNo', 'R0', 'rateRuleNo', 'R1']],
    ['exceeds', { gunNumber: 3 }, ['start.exceeds', 'gunNumber', 3, 'gunCount', 2]],
    ['exceeds', { strategy: { type: 2, capCents: 5001n } }, ['start.exceeds', 'amountCents', 5001n, 'availableCents', 5000n]],
    ['exceeds', { strategy: { type: 4, soc: 96 } }, ['start.exceeds', 'targetSoc', 96, 'maxSoc', 95]],
    ['exceeds', { strategy: { type: 5, durationMs: dayMs + 1 } }, ['start.exceeds', 'durationMs', dayMs + 1, 'longestDurationMs', dayMs]],
    [
      'exceeds',
      { strategy: { type: 6, untilMs: 1_000_001 + dayMs } },
      ['start.exceeds', 'untilMs', 1_000_001 + dayMs, 'latestMs', 1_000_000 + dayMs],
    ],
    ['exceeds', { strategy: { type: 3, energyDwh: 16_000_000 } }, ['start.exceeds', 'energyDwh', 16_000_000, 'longestEnergyDwh', 14_300_000]],
    ['not greater', { strategy: { type: 4, soc: 40 } }, ['start.notGreater', 'targetSoc', 40, 'currentSoc', 40]],
    ['not greater', { strategy: { type: 6, untilMs: 1_000_000 } }, ['start.notGreater', 'untilMs', 1_000_000, 'nowMs', 1_000_000]],
    ['not greater', { strategy: { type: 5, durationMs: 0 } }, ['start.notGreater', 'durationMs', 0, 'nothing', 0]],
    ['not greater', { strategy: { type: 3, energyDwh: 0 } }, ['start.notGreater', 'energyDwh', 0, 'nothing', 0]],
    ['below', { gunNumber: 0 }, ['start.below', 'gunNumber', 0, 'firstGun', 1]],
    ['below', { availableCents: 999n }, ['start.below', 'availableCents', 999n, 'accountMinAmountCents', 1000n]],
    ['below', { strategy: { type: 2, capCents: 999n } }, ['start.below', 'amountCents', 999n, 'accountMinAmountCents', 1000n]],
  ] as const)('%s, case %#', (_name, more, problem) => {
    expect(told(more)).toEqual([problem]);
  });

  it('tells every problem, identity first', () => {
    expect(told({ gunNumber: 0, tenantId: 't2', strategy: { type: 2, capCents: 0n } }).map(([code]) => code)).toEqual([
      'start.below',
      'start.mismatch',
      'start.notGreater',
      'start.below',
    ]);
  });
});
