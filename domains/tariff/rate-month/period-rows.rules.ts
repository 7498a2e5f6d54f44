import { SLOT_COUNT } from '#engines/time/slots.ts';
import { rateStage } from '../tariff.codes.ts';
import { paidRate } from './month-draft.rules.ts';
import { cannotSplit, change, endSlotOf } from './periods.rules.ts';
import type { PeriodEdit, Periods } from './periods.rules.ts';
import { slotOf, timeOf } from './rate-month.rules.ts';

/** A period as a table row. Its id is its position, since a period has no other stable identifier. */
export interface PeriodRow extends Pick<PeriodEdit, 'rateStage' | 'rate' | 'rateDiscount'> {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  /** The slots its end may be moved to. */
  readonly endFrom: number;
  readonly endTo: number;
  readonly hours: number;
  readonly paid: string;
  readonly noSplit: ReturnType<typeof cannotSplit>;
  readonly isOnly: boolean;
}

type EndRange = Pick<PeriodRow, 'endFrom' | 'endTo'>;

export const rowsOfPeriods = (periods: Periods): readonly PeriodRow[] =>
  periods.map((period, index) => {
    const { startSlot, rateStage: stage, rate, rateDiscount } = period;
    const end = endSlotOf(periods, index);
    return {
      id: String(index),
      start: timeOf(startSlot),
      end: timeOf(end),
      ...endRange(periods, index),
      hours: (end - startSlot) / 2,
      rateStage: stage,
      rate,
      rateDiscount,
      paid: paidRate(period) ?? '—',
      noSplit: cannotSplit(periods, index),
      isOnly: periods.length < 2,
    };
  });

/** After its own start and before the end of the next; the last one ends the day. */
const endRange = (periods: Periods, index: number): EndRange =>
  index === periods.length - 1
    ? { endFrom: SLOT_COUNT, endTo: SLOT_COUNT }
    : { endFrom: (periods[index]?.startSlot ?? 0) + 1, endTo: endSlotOf(periods, index + 1) - 1 };

export interface EndChoice {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** All half hours; those outside the range are shown but disabled. */
export const endChoices = ({ endFrom, endTo }: EndRange): readonly EndChoice[] =>
  Array.from({ length: SLOT_COUNT }, (_value, index) => ({
    value: timeOf(index + 1),
    label: timeOf(index + 1),
    disabled: index + 1 < endFrom || index + 1 > endTo,
  }));

/** Cells that the user changed, by row id. */
export interface RowChange {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The periods after cells were edited. End times that are not in ascending order are left unchanged; the same array is returned when
 * nothing differs.
 */
export const withCells = (periods: Periods, changes: readonly RowChange[]): Periods => {
  const withValues = changes.reduce((edited, { id, values }) => withTerms(edited, Number(id), values), periods);
  return withEnds(withValues, endsIn(changes)) ?? withValues;
};

/** Whether the changed ends still divide the day without gaps. */
export const isValidEnds = (periods: Periods, changes: readonly RowChange[]): boolean => withEnds(periods, endsIn(changes)) !== undefined;

const endsIn = (changes: readonly RowChange[]): ReadonlyMap<number, number> =>
  new Map(changes.flatMap(({ id, values: { end } }) => (typeof end === 'string' ? [[Number(id), slotOf(end)] as const] : [])));

const withEnds = (periods: Periods, ends: ReadonlyMap<number, number>): Periods | undefined => {
  if ((ends.get(periods.length - 1) ?? SLOT_COUNT) !== SLOT_COUNT) return undefined;
  const starts = periods.map(({ startSlot }, index) => (index === 0 ? 0 : (ends.get(index - 1) ?? startSlot)));
  if (starts.some((start, index) => start >= (starts[index + 1] ?? SLOT_COUNT))) return undefined;
  if (starts.every((start, index) => start === periods[index]?.startSlot)) return periods;
  return periods.map((period, index) => ({ ...period, startSlot: starts[index] ?? period.startSlot }));
};

const withTerms = (periods: Periods, index: number, values: RowChange['values']): Periods => {
  const period = periods[index];
  if (!period) return periods;
  const after = { ...period, ...termsIn(values, period) };
  const isSame = after.rate === period.rate && after.rateDiscount === period.rateDiscount && after.rateStage === period.rateStage;
  return isSame ? periods : change(periods, index, after);
};

const termsIn = (values: RowChange['values'], period: PeriodEdit): Partial<PeriodEdit> => {
  const stage = Object.values(rateStage.items).find(({ value }) => String(value) === textIn(values['rateStage']));
  return {
    ...(stage && { rateStage: stage.value }),
    ...('rate' in values && { rate: rateIn(values['rate'], period.rate) }),
    ...('rateDiscount' in values && { rateDiscount: discountIn(values['rateDiscount']) }),
  };
};

/** A price keeps the digits as typed: `0.30` does not become `0.3` when the cell loses the focus. */
const rateIn = (value: unknown, period: string): string =>
  typeof value === 'number' && period !== '' && Number(period) === value ? period : textIn(value);

const discountIn = (value: unknown): number | null => {
  const text = textIn(value);
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
};

const textIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
