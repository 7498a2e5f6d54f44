import { minorDigits } from '#engines/money/currency.ts';
import { done, refused, type Outcome } from '#engines/money/outcome.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import { isZone } from '#engines/time/zone.ts';
import { billMode as billModes, MAX_RATE_STAGE, RATE_TYPES, type RateType } from './codes.ts';
import {
  FULL_PERCENT,
  MAX_PERIODS,
  MAX_PRICE_E5,
  MONTHS_PER_YEAR,
  type TariffDraft,
  type TariffFee,
  type TariffMonth,
  type TariffPeriod,
  type TariffSnapshot,
} from './schedule.ts';

/** The faults of a schedule. A gap is possible only before the first period, since each period lasts until the next. */
export const scheduleFaults = [
  'tariff.rateRuleNoMissing',
  'tariff.zoneUnknown',
  'tariff.currencyUnknown',
  'tariff.monthUnknown',
  'tariff.monthMissing',
  'tariff.monthTwice',
  'tariff.feeUnknown',
  'tariff.feeMissing',
  'tariff.feeTwice',
  'tariff.billModeUnknown',
  'tariff.periodsMissing',
  'tariff.periodsTooMany',
  'tariff.gapBeforeFirstPeriod',
  'tariff.slotOutOfDay',
  'tariff.periodsOverlap',
  'tariff.periodsOutOfOrder',
  'tariff.stageOutOfRange',
  'tariff.discountOutOfRange',
  'tariff.priceNegative',
  'tariff.priceTooHigh',
] as const;
export type ScheduleFault = (typeof scheduleFaults)[number];

export interface ScheduleRefusal {
  readonly fault: ScheduleFault;
  /** 1 to 12; absent when the whole rule is at fault. */
  readonly month?: number;
  readonly rateType?: number;
  /** Position in the list of periods, from 0. */
  readonly period?: number;
}

/**
 * A complete, consistent, frozen copy of a schedule with months and fees in order, or all of its faults. Only the result of this function can be used
 * for billing.
 */
export const validateSchedule = (draft: TariffDraft): Outcome<TariffSnapshot, readonly ScheduleRefusal[]> => {
  const faults: ScheduleRefusal[] = [];
  if (draft.rateRuleNo === '') faults.push({ fault: 'tariff.rateRuleNoMissing' });
  if (!isZone(draft.zone)) faults.push({ fault: 'tariff.zoneUnknown' });
  if (minorDigits(draft.currency) === undefined) faults.push({ fault: 'tariff.currencyUnknown' });
  faults.push(...monthFaults(draft.months));
  if (faults.length > 0) return refused(faults);

  const snapshot = frozenCopy(draft);
  assertChecked(snapshot);
  return done(snapshot);
};

/** The faults in the periods of one fee, for a form that edits one month at a time. */
export const validateFee = (fee: TariffFee): readonly ScheduleRefusal[] => {
  const where = { rateType: fee.rateType };
  const faults: ScheduleRefusal[] = [];
  if (!BILL_MODES.has(fee.billMode)) faults.push({ fault: 'tariff.billModeUnknown', ...where });
  if (fee.periods.length === 0) faults.push({ fault: 'tariff.periodsMissing', ...where });
  if (fee.periods.length > MAX_PERIODS) return [...faults, { fault: 'tariff.periodsTooMany', ...where }];
  let previous: TariffPeriod | undefined;
  for (const [index, period] of fee.periods.entries()) {
    for (const fault of [...placeFaults(period, previous), ...valueFaults(period)]) faults.push({ fault, ...where, period: index });
    previous = period;
  }
  return faults;
};

const BILL_MODES: ReadonlySet<number> = new Set(Object.values(billModes));
const KNOWN_RATE_TYPES: ReadonlySet<number> = new Set(RATE_TYPES);

const monthFaults = (months: readonly TariffMonth[]): ScheduleRefusal[] => {
  const faults: ScheduleRefusal[] = [];
  const seen = new Set<number>();
  for (const { month, fees } of months) {
    if (!isWhole(month, 1, MONTHS_PER_YEAR)) faults.push({ fault: 'tariff.monthUnknown', month });
    else if (seen.has(month)) faults.push({ fault: 'tariff.monthTwice', month });
    else for (const fault of feeFaults(fees)) faults.push({ ...fault, month });
    seen.add(month);
  }
  for (let month = 1; month <= MONTHS_PER_YEAR; month += 1) if (!seen.has(month)) faults.push({ fault: 'tariff.monthMissing', month });
  return faults;
};

const feeFaults = (fees: readonly TariffFee[]): ScheduleRefusal[] => {
  const faults: ScheduleRefusal[] = [];
  const seen = new Set<RateType>();
  for (const fee of fees) {
    const { rateType } = fee;
    if (!KNOWN_RATE_TYPES.has(rateType)) faults.push({ fault: 'tariff.feeUnknown', rateType });
    else if (seen.has(rateType)) faults.push({ fault: 'tariff.feeTwice', rateType });
    else faults.push(...validateFee(fee));
    seen.add(rateType);
  }
  for (const rateType of RATE_TYPES) if (!seen.has(rateType)) faults.push({ fault: 'tariff.feeMissing', rateType });
  return faults;
};

const placeFaults = ({ startSlot }: TariffPeriod, previous: TariffPeriod | undefined): ScheduleFault[] => {
  if (!isWhole(startSlot, 0, SLOT_COUNT - 1)) return ['tariff.slotOutOfDay'];
  if (!previous) return startSlot === 0 ? [] : ['tariff.gapBeforeFirstPeriod'];
  if (startSlot === previous.startSlot) return ['tariff.periodsOverlap'];
  return startSlot < previous.startSlot ? ['tariff.periodsOutOfOrder'] : [];
};

const valueFaults = ({ rateStage, rateDiscount, priceE5 }: TariffPeriod): ScheduleFault[] => {
  const faults: ScheduleFault[] = [];
  if (!isWhole(rateStage, 0, MAX_RATE_STAGE)) faults.push('tariff.stageOutOfRange');
  if (!isWhole(rateDiscount, 0, FULL_PERCENT)) faults.push('tariff.discountOutOfRange');
  if (priceE5 < 0n) faults.push('tariff.priceNegative');
  if (priceE5 > MAX_PRICE_E5) faults.push('tariff.priceTooHigh');
  return faults;
};

const isWhole = (value: number, min: number, max: number): boolean => Number.isInteger(value) && value >= min && value <= max;

const frozenCopy = ({ rateRuleNo, zone, currency, months }: TariffDraft): TariffDraft =>
  Object.freeze({
    rateRuleNo,
    zone,
    currency,
    months: Object.freeze([...months].sort((a, b) => a.month - b.month).map(frozenMonth)),
  });

const frozenMonth = ({ month, fees }: TariffMonth): TariffMonth =>
  Object.freeze({ month, fees: Object.freeze([...fees].sort((a, b) => a.rateType - b.rateType).map(frozenFee)) });

const frozenFee = ({ rateType, billMode, periods }: TariffFee): TariffFee =>
  Object.freeze({ rateType, billMode, periods: Object.freeze(periods.map((period) => Object.freeze({ ...period }))) });

function assertChecked(_draft: TariffDraft): asserts _draft is TariffSnapshot {}
