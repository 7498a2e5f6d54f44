import { SESSION_MAX_MS } from '../bounds.ts';
import { isDeliverable } from './energy.ts';
import type { Strategy } from './strategy.ts';
import { strategyType } from '../codes.ts';

/** The four messages of the checks before a remote start. */
export type ComparisonCode = 'start.mismatch' | 'start.exceeds' | 'start.notGreater' | 'start.below';

/** What is compared; the name ends in the unit, and the client adds the texts. */
export type MeasureName =
  | 'gunNumber'
  | 'gunCount'
  | 'firstGun'
  | 'tenantId'
  | 'pileTenantId'
  | 'currency'
  | 'pileCurrency'
  | 'vin'
  | 'boundVin'
  | 'rateRuleNo'
  | 'shownRateRuleNo'
  | 'amountCents'
  | 'availableCents'
  | 'accountMinAmountCents'
  | 'energyDwh'
  | 'longestEnergyDwh'
  | 'targetSoc'
  | 'currentSoc'
  | 'maxSoc'
  | 'durationMs'
  | 'longestDurationMs'
  | 'untilMs'
  | 'nowMs'
  | 'latestMs'
  | 'nothing';
export interface Measure {
  readonly name: MeasureName;
  readonly value: string | number | bigint;
}

/** A failed check with the two values that were compared. */
export interface Comparison {
  readonly code: ComparisonCode;
  readonly first: Measure;
  readonly second: Measure;
}

/** The values of a remote start request by an operator or user, with the values they are compared with. Null: unknown or not set. */
export interface RemoteStart {
  readonly nowMs: number;
  readonly gunNumber: number;
  readonly gunCount: number;
  readonly tenantId: string;
  readonly pileTenantId: string;
  readonly currency: string;
  readonly pileCurrency: string;
  readonly vin: string | null;
  /** The VIN reported by the car at the gun, or bound to the gun. */
  readonly boundVin: string | null;
  /** The rate rule whose prices the person was shown, and the pile's current one. */
  readonly shownRateRuleNo: string | null;
  readonly rateRuleNo: string;
  readonly strategy: Strategy;
  readonly availableCents: bigint;
  readonly accountMinAmountCents: bigint;
  readonly ratedPowerW: number;
  readonly currentSoc: number | null;
  readonly chargingMaxSoc: number | null;
}

/** Every failed check, the most important first; empty when the start may be requested. */
export const remoteStartProblems = (start: RemoteStart): readonly Comparison[] =>
  [...identityChecks(start), ...moneyChecks(start), ...strategyChecks(start)].filter((problem) => problem !== null);

type CheckResult = Comparison | null;

const identityChecks = (start: RemoteStart): readonly CheckResult[] => [
  mustNotBeBelow(['gunNumber', start.gunNumber], ['firstGun', 1]),
  mustNotBeAbove(['gunNumber', start.gunNumber], ['gunCount', start.gunCount]),
  mustBeEqual(['tenantId', start.tenantId], ['pileTenantId', start.pileTenantId]),
  mustBeEqual(['currency', start.currency], ['pileCurrency', start.pileCurrency]),
  start.vin === null || start.boundVin === null ? null : mustBeEqual(['vin', start.vin], ['boundVin', start.boundVin]),
  start.shownRateRuleNo === null ? null : mustBeEqual(['shownRateRuleNo', start.shownRateRuleNo], ['rateRuleNo', start.rateRuleNo]),
];

const moneyChecks = ({ strategy, availableCents, accountMinAmountCents }: RemoteStart): readonly CheckResult[] => {
  if (strategy.type !== strategyType.byAmount)
    return [mustNotBeBelow(['availableCents', availableCents], ['accountMinAmountCents', accountMinAmountCents])];
  const amount = ['amountCents', strategy.capCents] as const;
  return [
    mustBeAbove(amount, ['nothing', 0n]),
    mustNotBeBelow(amount, ['accountMinAmountCents', accountMinAmountCents]),
    mustNotBeAbove(amount, ['availableCents', availableCents]),
  ];
};

const strategyChecks = (start: RemoteStart): readonly CheckResult[] => {
  const { strategy, nowMs, ratedPowerW, currentSoc, chargingMaxSoc } = start;
  switch (strategy.type) {
    case strategyType.byEnergy: {
      const longestEnergyDwh = Math.trunc((ratedPowerW * SESSION_MAX_MS) / 360_000);
      const fits = isDeliverable({ energyDwh: strategy.energyDwh, ratedPowerW, forMs: SESSION_MAX_MS });
      return [
        mustBeAbove(['energyDwh', strategy.energyDwh], ['nothing', 0]),
        fits ? null : fail('start.exceeds', ['energyDwh', strategy.energyDwh], ['longestEnergyDwh', longestEnergyDwh]),
      ];
    }
    case strategyType.bySoc: {
      const target = ['targetSoc', strategy.soc] as const;
      return [
        currentSoc === null ? null : mustBeAbove(target, ['currentSoc', currentSoc]),
        mustNotBeAbove(target, ['maxSoc', chargingMaxSoc ?? 100]),
      ];
    }
    case strategyType.byDuration:
      return [
        mustBeAbove(['durationMs', strategy.durationMs], ['nothing', 0]),
        mustNotBeAbove(['durationMs', strategy.durationMs], ['longestDurationMs', SESSION_MAX_MS]),
      ];
    case strategyType.byTime:
      return [
        mustBeAbove(['untilMs', strategy.untilMs], ['nowMs', nowMs]),
        mustNotBeAbove(['untilMs', strategy.untilMs], ['latestMs', nowMs + SESSION_MAX_MS]),
      ];
    default:
      return [];
  }
};

type NamedMeasure = readonly [MeasureName, string | number | bigint];
type Amount = readonly [MeasureName, number | bigint];

const fail = (code: ComparisonCode, [firstName, first]: NamedMeasure, [secondName, second]: NamedMeasure): Comparison => ({
  code,
  first: { name: firstName, value: first },
  second: { name: secondName, value: second },
});
const mustBeEqual = (a: NamedMeasure, b: NamedMeasure): CheckResult => (a[1] === b[1] ? null : fail('start.mismatch', a, b));
const mustNotBeAbove = (a: Amount, b: Amount): CheckResult => (a[1] > b[1] ? fail('start.exceeds', a, b) : null);
const mustBeAbove = (a: Amount, b: Amount): CheckResult => (a[1] > b[1] ? null : fail('start.notGreater', a, b));
const mustNotBeBelow = (a: Amount, b: Amount): CheckResult => (a[1] < b[1] ? fail('start.below', a, b) : null);
