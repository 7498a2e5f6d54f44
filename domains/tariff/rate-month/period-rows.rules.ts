import { rateStage } from '../tariff.codes.ts';
import { paidRate } from './month-draft.rules.ts';
import { cellsOf, withEditedEnds } from '#engines/time/day-periods.ts';
import type { PeriodCells, RowChange } from '#engines/time/day-periods.ts';
import { change } from './periods.rules.ts';
import type { PeriodEdit, Periods } from './periods.rules.ts';

/** A period as a table row. */
export interface PeriodRow extends PeriodCells, Pick<PeriodEdit, 'rateStage' | 'rate' | 'rateDiscount'> {
  readonly paid: string;
}

export const rowsOfPeriods = (periods: Periods): readonly PeriodRow[] =>
  periods.map((period, index) => {
    const { rateStage: stage, rate, rateDiscount } = period;
    return { ...cellsOf(periods, index), rateStage: stage, rate, rateDiscount, paid: paidRate(period) ?? '—' };
  });

/**
 * The periods after cells were edited. End times that are not in ascending order are left unchanged; the same array is returned when
 * nothing differs.
 */
export const withCells = (periods: Periods, changes: readonly RowChange[]): Periods => {
  const withValues = changes.reduce((edited, { id, values }) => withTerms(edited, Number(id), values), periods);
  return withEditedEnds(withValues, changes);
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
