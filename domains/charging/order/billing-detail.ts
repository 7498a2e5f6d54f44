/** How an order's amount came about, computed anew on the spot. Amounts and quantities are decimal texts. */
export interface BillingDetail {
  /** Null: there is something to show. Else why there is not, in the viewer's language. */
  readonly because: string | null;
  readonly currency: string;
  readonly calculation: Calculation | null;
  /** Null while nothing is booked. */
  readonly booked: BookedAmounts | null;
  /** Whether the calculation gives what was booked; null while nothing is booked or can be computed. */
  readonly isEqual: boolean | null;
}

export interface Calculation {
  readonly rateRuleNo: string;
  readonly zone: string;
  /** 1 to 12: the month whose prices count, that of the start. */
  readonly month: number;
  readonly startTime: string;
  /** Where the split by half hours came from; `booked`: as it was billed, since the samples say otherwise by now. */
  readonly basis: 'samples' | 'deviceSlots' | 'startStop' | 'booked';
  /** The longest stretch without a sample, where one is longer than a half hour; else 0. */
  readonly longestGapMs: number;
  readonly vipLevelName: string | null;
  readonly energy: string;
  readonly items: readonly BillingItem[];
  readonly fees: readonly FeeLine[];
  readonly stages: readonly StageLine[];
  readonly totals: AmountLine;
  /** From the exact sum to what is to be paid, in the order of computing; what changes nothing is left out. */
  readonly steps: readonly StepLine[];
  /** The 48 half hours of the day. */
  readonly halfHours: readonly HalfHourLine[];
  /** What the strategy lets it cost at most, null without one. */
  readonly capAmount: string | null;
}

/** One fee item type in one stage. */
export interface BillingItem {
  readonly rateType: number;
  readonly rateType_dictText: string;
  readonly rateStage: number;
  readonly rateStage_dictText: string;
  /** Percent to pay by the tariff; null where its periods differ. */
  readonly rateDiscount: number | null;
  /** What the customer pays for it. */
  readonly rateAmount: string;
  /** All of its periods at list price, exact to nine digits. */
  readonly listAmount: string;
  readonly vipLevelName: string | null;
  /** Percent to pay by the VIP level. */
  readonly vipDiscount: number;
  readonly expenseDetails: readonly ExpenseLine[];
  readonly amounts: AmountLine;
}

/** Consumption in one period of the day. */
export interface ExpenseLine {
  readonly startTime: string;
  readonly endTime: string;
  /** kWh, or hours where the fee is by the hour. */
  readonly quantity: string;
  readonly unit: 'kWh' | 'h';
  readonly rate: string;
  readonly rateDiscount: number;
  /** Quantity x price, exact to nine digits. */
  readonly listAmount: string;
  /** The same after the tariff's discount. */
  readonly tariffAmount: string;
}

export interface StepLine {
  readonly step: 'orderAmount' | 'tariffOffer' | 'vipOffer' | 'coupon' | 'cap';
  /** The exact sum to nine digits, which is rounded half up, once; null where amounts that are rounded already are compared. */
  readonly exact: string | null;
  readonly takenOff: string;
  readonly remains: string;
}

export interface HalfHourLine {
  readonly startTime: string;
  readonly endTime: string;
  /** kWh. */
  readonly energy: string;
  /** The stage that electricity is in. */
  readonly rateStage: number;
  readonly rateStage_dictText: string;
  /** All fees, exact to nine digits: at list price, and after the tariff's discount. */
  readonly listAmount: string;
  readonly tariffAmount: string;
}

export const amountNames = [
  'orderAmount',
  'tariffOffer',
  'vipOffer',
  'couponCreditAmount',
  'overrunAmount',
  'billingAmount',
] as const satisfies readonly (keyof AmountLine)[];

/** orderAmount = billingAmount + the four others. */
export interface AmountLine {
  readonly orderAmount: string;
  readonly tariffOffer: string;
  readonly vipOffer: string;
  readonly couponCreditAmount: string;
  readonly overrunAmount: string;
  readonly billingAmount: string;
}
export interface FeeLine extends AmountLine {
  readonly rateType: number;
  readonly rateType_dictText: string;
}
export interface StageLine extends AmountLine {
  readonly rateStage: number;
  readonly rateStage_dictText: string;
  readonly energy: string;
}

export interface BookedAmounts extends AmountLine {
  readonly elecAmount: string;
  readonly srvAmount: string;
  readonly other1Amount: string;
  readonly other2Amount: string;
  readonly shortfallAmount: string;
  readonly settleMethod: number;
  readonly billingTime: string;
  /** By hand: who, with whom, and why. */
  readonly by: string | null;
  readonly secondBy: string | null;
  readonly reason: string | null;
}
