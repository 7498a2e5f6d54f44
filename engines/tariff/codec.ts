import { refused, type Outcome } from '#engines/money/outcome.ts';
import { priceE5 } from '#engines/money/units.ts';
import { type BillMode, billMode as billModes, RATE_TYPES, type RateType } from './codes.ts';
import { type TariffDraft, type TariffFee, type TariffMonth, type TariffPeriod, type TariffSnapshot } from './schedule.ts';
import { validateSchedule, type ScheduleRefusal } from './validate.ts';

/**
 * The stored form of a snapshot: the same shape with prices as strings of digits, since JSON has no bigint.
 * `decodeSnapshot(JSON.parse(JSON.stringify(encodeSnapshot(x))))` is `x` again, and equal snapshots give equal text.
 */
export const encodeSnapshot = ({ rateRuleNo, zone, currency, months }: TariffSnapshot): EncodedSnapshot => ({
  rateRuleNo,
  zone,
  currency,
  months: months.map(({ month, fees }) => ({
    month,
    fees: fees.map(({ rateType, billMode, periods }) => ({
      rateType,
      billMode,
      periods: periods.map((period) => ({
        startSlot: period.startSlot,
        rateStage: period.rateStage,
        rateDiscount: period.rateDiscount,
        priceE5: String(period.priceE5),
      })),
    })),
  })),
});

/** Decodes the result of `encodeSnapshot` and validates it again. `malformed` when the shape is wrong. */
export const decodeSnapshot = (stored: unknown): Outcome<TariffSnapshot, 'malformed' | readonly ScheduleRefusal[]> => {
  const draft = readDraft(stored);
  return draft ? validateSchedule(draft) : refused('malformed');
};

export interface EncodedSnapshot {
  readonly rateRuleNo: string;
  readonly zone: string;
  readonly currency: string;
  readonly months: readonly { readonly month: number; readonly fees: readonly EncodedFee[] }[];
}
interface EncodedFee {
  readonly rateType: RateType;
  readonly billMode: BillMode;
  readonly periods: readonly (Omit<TariffPeriod, 'priceE5'> & { readonly priceE5: string })[];
}

type Reader<T> = (value: unknown) => T | undefined;

const readDraft: Reader<TariffDraft> = (value) => {
  if (!isObject(value)) return undefined;
  const { rateRuleNo, zone, currency } = value;
  const months = readAll(value['months'], readMonth);
  if (typeof rateRuleNo !== 'string' || typeof zone !== 'string' || typeof currency !== 'string' || !months) return undefined;
  return { rateRuleNo, zone, currency, months };
};

const readMonth: Reader<TariffMonth> = (value) => {
  if (!isObject(value) || typeof value['month'] !== 'number') return undefined;
  const fees = readAll(value['fees'], readFee);
  return fees && { month: value['month'], fees };
};

const readFee: Reader<TariffFee> = (value) => {
  if (!isObject(value)) return undefined;
  const rateType = RATE_TYPES.find((known) => known === value['rateType']);
  const billMode = BILL_MODES.find((known) => known === value['billMode']);
  const periods = readAll(value['periods'], readPeriod);
  return rateType && billMode && periods && { rateType, billMode, periods };
};

const readPeriod: Reader<TariffPeriod> = (value) => {
  if (!isObject(value)) return undefined;
  const { startSlot, rateStage, rateDiscount, priceE5: price } = value;
  if (typeof startSlot !== 'number' || typeof rateStage !== 'number' || typeof rateDiscount !== 'number') return undefined;
  if (typeof price !== 'string' || !PRICE_DIGITS.test(price)) return undefined;
  return { startSlot, rateStage, rateDiscount, priceE5: priceE5(BigInt(price)) };
};

const BILL_MODES: readonly BillMode[] = Object.values(billModes);
const PRICE_DIGITS = /^[0-9]{1,18}$/;

const readAll = <T>(value: unknown, read: Reader<T>): readonly T[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const list: T[] = [];
  for (const item of value) {
    const parsed = read(item);
    if (parsed === undefined) return undefined;
    list.push(parsed);
  }
  return list;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
