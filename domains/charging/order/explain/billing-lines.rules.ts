import { formatDecimal } from '#engines/money/decimal.ts';
import type { Bill, BillCell } from '#engines/tariff/bill.ts';
import { billMode } from '#engines/tariff/codes.ts';
import { formatFine } from '#engines/tariff/fine.ts';
import type { HalfHour } from '#engines/tariff/half-hours.ts';
import { FULL_PERCENT } from '#engines/tariff/schedule.ts';
import type { BillStep } from '#engines/tariff/steps.ts';
import type { CellAmounts } from '#engines/tariff/totals.ts';
import type { AmountLine, BillingItem, ExpenseLine, HalfHourLine, StepLine } from '../billing-detail.ts';

export interface LineNames {
  /** Decimals of the currency. */
  readonly digits: number;
  readonly rateType: (value: number) => string;
  readonly rateStage: (value: number) => string;
  readonly vipLevelName: string | null;
}

type PeriodStep = Extract<BillStep, { readonly kind: 'period' }>;
const isPeriod = (step: BillStep): step is PeriodStep => step.kind === 'period';

/** A line for each fee type in each stage, with the periods it consists of. Without a price there is no line. */
export const itemsOf = (bill: Bill, steps: readonly BillStep[], names: LineNames): readonly BillingItem[] => {
  const periods = steps.filter(isPeriod).filter((step) => step.priceE5 > 0n);
  const priced = bill.cells.filter((cell) => cell.listFine > 0n);
  return priced.map((cell) =>
    itemOf(
      cell,
      periods.filter((step) => step.rateType === cell.rateType && step.rateStage === cell.rateStage),
      names,
    ),
  );
};

const itemOf = (cell: BillCell, periods: readonly PeriodStep[], names: LineNames): BillingItem => {
  const discounts = new Set(periods.map((step) => step.rateDiscount));
  const [discount = FULL_PERCENT] = discounts;
  return {
    rateType: cell.rateType,
    rateType_dictText: names.rateType(cell.rateType),
    rateStage: cell.rateStage,
    rateStage_dictText: names.rateStage(cell.rateStage),
    rateDiscount: discounts.size > 1 ? null : discount,
    rateAmount: formatDecimal(cell.netCents, names.digits),
    listAmount: formatFine(cell.listFine),
    vipLevelName: names.vipLevelName,
    vipDiscount: periods[0]?.vipDiscount ?? FULL_PERCENT,
    expenseDetails: periods.map(expenseOf),
    amounts: amountLine(cell, names.digits),
  };
};

/** Amounts of a cell or of a sum of cells, as decimal texts. */
export const amountLine = (cells: CellAmounts, digits: number): AmountLine => ({
  orderAmount: formatDecimal(cells.grossCents, digits),
  tariffOffer: formatDecimal(cells.tariffOfferCents, digits),
  vipOffer: formatDecimal(cells.vipOfferCents, digits),
  cardCreditAmount: formatDecimal(cells.cardCreditCents, digits),
  couponCreditAmount: formatDecimal(cells.couponCreditCents, digits),
  overrunAmount: formatDecimal(cells.overrunCents, digits),
  pointCreditAmount: formatDecimal(cells.pointCreditCents, digits),
  billingAmount: formatDecimal(cells.netCents, digits),
});

const SECONDS_PER_HOUR = 3_600n;

const expenseOf = (step: PeriodStep): ExpenseLine => {
  const byHour = step.billMode === billMode.byHour;
  return {
    startTime: timeOf(step.startSlot),
    endTime: timeOf(step.endSlot),
    // Hours are rounded to four digits for display; the amount is exact.
    quantity: byHour ? formatDecimal((step.quantity * 10_000n + SECONDS_PER_HOUR / 2n) / SECONDS_PER_HOUR, 4) : formatDecimal(step.quantity, 4),
    unit: byHour ? 'h' : 'kWh',
    rate: formatDecimal(step.priceE5, 5),
    rateDiscount: step.rateDiscount,
    listAmount: formatFine(step.listFine),
    tariffAmount: formatFine(step.tariffFine),
  };
};

type DeductionStep = Exclude<BillStep, { readonly kind: 'tariff' | 'period' | 'total' }>;
const isDeduction = (step: BillStep): step is DeductionStep => step.kind !== 'tariff' && step.kind !== 'period' && step.kind !== 'total';

/** The deductions from the sum of all lines, step by step. A discount that is not given is left out. */
export const stepLinesOf = (steps: readonly BillStep[], digits: number): readonly StepLine[] => {
  let [remainsCents, lastFine] = [0n, -1n];
  return steps.filter(isDeduction).flatMap((step) => {
    const fine = exactOf(step);
    if (fine === lastFine) return [];
    lastFine = fine ?? lastFine;
    const takenCents = step.kind === 'orderAmount' ? 0n : step.resultCents;
    remainsCents = step.kind === 'orderAmount' ? step.resultCents : remainsCents - takenCents;
    return [
      {
        step: step.kind,
        exact: fine === null ? null : formatFine(fine),
        takenOff: formatDecimal(takenCents, digits),
        remains: formatDecimal(remainsCents, digits),
      },
    ];
  });
};

/** The exact sum that a step rounds; null where the step compares amounts that are rounded already. */
const exactOf = (step: DeductionStep): bigint | null => {
  if (step.kind === 'orderAmount') return step.fine;
  return 'afterFine' in step ? step.afterFine : null;
};

/** The 48 half hours of the day. */
export const halfHourLinesOf = (halfHours: readonly HalfHour[], { rateStage }: LineNames): readonly HalfHourLine[] =>
  halfHours.map((halfHour) => ({
    startTime: timeOf(halfHour.slot),
    endTime: timeOf(halfHour.slot + 1),
    energy: formatDecimal(halfHour.dwh, 4),
    rateStage: halfHour.rateStage,
    rateStage_dictText: rateStage(halfHour.rateStage),
    listAmount: formatFine(halfHour.listFine),
    tariffAmount: formatFine(halfHour.tariffFine),
  }));

/** Half hour 17 begins at `08:30`; 48 is `24:00`. */
const timeOf = (slot: number): string => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
