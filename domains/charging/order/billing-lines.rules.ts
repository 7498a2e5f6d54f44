import { formatDecimal } from '#engines/money/decimal.ts';
import type { Bill, BillCell } from '#engines/tariff/bill.ts';
import { billMode } from '#engines/tariff/codes.ts';
import { formatFine } from '#engines/tariff/fine.ts';
import { FULL_PERCENT } from '#engines/tariff/schedule.ts';
import type { BillStep } from '#engines/tariff/steps.ts';
import type { CellAmounts } from '#engines/tariff/totals.ts';
import type { AmountLine, BillingItem, ExpenseLine } from './billing-detail.ts';

export interface Naming {
  /** Decimals of the currency. */
  readonly digits: number;
  readonly rateType: (value: number) => string;
  readonly rateStage: (value: number) => string;
  readonly vipLevelName: string | null;
}

type PeriodStep = Extract<BillStep, { readonly kind: 'period' }>;
const isPeriod = (step: BillStep): step is PeriodStep => step.kind === 'period';

/** A line for each fee item type in each stage, with the periods it is made of. What has no price is no line. */
export const itemsOf = (bill: Bill, steps: readonly BillStep[], naming: Naming): readonly BillingItem[] => {
  const periods = steps.filter(isPeriod).filter((step) => step.priceE5 > 0n);
  const priced = bill.cells.filter((cell) => cell.listFine > 0n);
  return priced.map((cell) =>
    itemOf(
      cell,
      periods.filter((step) => step.rateType === cell.rateType && step.rateStage === cell.rateStage),
      naming,
    ),
  );
};

const itemOf = (cell: BillCell, periods: readonly PeriodStep[], naming: Naming): BillingItem => {
  const discounts = new Set(periods.map((step) => step.rateDiscount));
  const [discount = FULL_PERCENT] = discounts;
  return {
    rateType: cell.rateType,
    rateType_dictText: naming.rateType(cell.rateType),
    rateStage: cell.rateStage,
    rateStage_dictText: naming.rateStage(cell.rateStage),
    rateDiscount: discounts.size > 1 ? null : discount,
    rateAmount: formatDecimal(cell.netCents, naming.digits),
    vipLevelName: naming.vipLevelName,
    vipDiscount: periods[0]?.vipDiscount ?? FULL_PERCENT,
    expenseDetails: periods.map(expenseOf),
    amounts: amountLine(cell, naming.digits),
  };
};

/** Amounts of a cell or of a sum of cells, as decimal texts. */
export const amountLine = (cells: CellAmounts, digits: number): AmountLine => ({
  orderAmount: formatDecimal(cells.grossCents, digits),
  tariffOffer: formatDecimal(cells.tariffOfferCents, digits),
  vipOffer: formatDecimal(cells.vipOfferCents, digits),
  couponCreditAmount: formatDecimal(cells.couponCreditCents, digits),
  overrunAmount: formatDecimal(cells.overrunCents, digits),
  billingAmount: formatDecimal(cells.netCents, digits),
});

const SECONDS_PER_HOUR = 3_600n;

const expenseOf = (step: PeriodStep): ExpenseLine => {
  const byHour = step.billMode === billMode.byHour;
  return {
    startTime: timeOf(step.startSlot),
    endTime: timeOf(step.endSlot),
    // Hours to four digits, for people; the amount is exact.
    quantity: byHour ? formatDecimal((step.quantity * 10_000n + SECONDS_PER_HOUR / 2n) / SECONDS_PER_HOUR, 4) : formatDecimal(step.quantity, 4),
    unit: byHour ? 'h' : 'kWh',
    rate: formatDecimal(step.priceE5, 5),
    rateDiscount: step.rateDiscount,
    listAmount: formatFine(step.listFine),
    tariffAmount: formatFine(step.tariffFine),
  };
};

/** Half hour 17 begins at `08:30`; 48 is `24:00`. */
const timeOf = (slot: number): string => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
