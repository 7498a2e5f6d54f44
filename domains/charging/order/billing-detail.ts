/** How the amount of an order was calculated; it is calculated again on request. Amounts and quantities are decimal texts. */
export interface BillingDetail {
  /** Why there is nothing to show, in the viewer's language; null if there is something. */
  readonly because: string | null;
  readonly currency: string;
  readonly calculation: Calculation | null;
  /** Null while nothing is booked. */
  readonly booked: BookedAmounts | null;
  /** Whether the calculation equals what was booked; null while nothing is booked or can be calculated. */
  readonly isEqual: boolean | null;
}

export interface Calculation {
  readonly rateRuleNo: string;
  readonly zone: string;
  /** 1 to 12: the month whose prices apply, that of the start. */
  readonly month: number;
  readonly startTime: string;
  /** Where the split by half hours comes from. `booked`: it is the split that was billed, because the samples give another one by now. */
  readonly basis: 'samples' | 'deviceSlots' | 'startStop' | 'booked';
  /** The longest time without a sample, if it is longer than half an hour; otherwise 0. */
  readonly longestGapMs: number;
  readonly vipLevelName: string | null;
  readonly energy: string;
  readonly items: readonly BillingItem[];
  readonly fees: readonly FeeLine[];
  readonly stages: readonly StageLine[];
  readonly totals: AmountLine;
  /** From the exact sum to the amount to be paid, in the order of calculation. Steps that change nothing are left out. */
  readonly steps: readonly StepLine[];
  /** The 48 half hours of the day. */
  readonly halfHours: readonly HalfHourLine[];
  /** The cost limit of the charging strategy; null without one. */
  readonly capAmount: string | null;
}

/** One fee item type in one stage. */
export interface BillingItem {
  readonly rateType: number;
  readonly rateType_dictText: string;
  readonly rateStage: number;
  readonly rateStage_dictText: string;
  /** Percent of the price that the tariff charges; null where its periods differ. */
  readonly rateDiscount: number | null;
  /** What the customer pays for it. */
  readonly rateAmount: string;
  /** All of its periods at list price, exact to nine digits. */
  readonly listAmount: string;
  readonly vipLevelName: string | null;
  /** Percent of the price that the VIP level charges. */
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
  readonly step: 'orderAmount' | 'tariffOffer' | 'vipOffer' | 'card' | 'coupon' | 'cap' | 'points';
  /** The exact sum to nine digits, which is rounded half up, once; null where the step compares amounts that are rounded already. */
  readonly exact: string | null;
  readonly takenOff: string;
  readonly remains: string;
}

export interface HalfHourLine {
  readonly startTime: string;
  readonly endTime: string;
  /** kWh. */
  readonly energy: string;
  /** The rate stage of electricity. */
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
  'cardCreditAmount',
  'couponCreditAmount',
  'overrunAmount',
  'pointCreditAmount',
  'billingAmount',
] as const satisfies readonly (keyof AmountLine)[];

/** orderAmount = billingAmount + the six others. */
export interface AmountLine {
  readonly orderAmount: string;
  readonly tariffOffer: string;
  readonly vipOffer: string;
  readonly cardCreditAmount: string;
  readonly couponCreditAmount: string;
  readonly overrunAmount: string;
  readonly pointCreditAmount: string;
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
  /** Of a manual settlement: who settled, who confirmed, and why. */
  readonly by: string | null;
  readonly secondBy: string | null;
  readonly reason: string | null;
}
