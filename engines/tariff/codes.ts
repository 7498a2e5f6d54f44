/** Code tables of the tariff. */

/** What a fee is for (fee item type). */
export const rateType = { electricity: 1, service: 2, other1: 3, other2: 4 } as const;
export type RateType = (typeof rateType)[keyof typeof rateType];
export const RATE_TYPES: readonly RateType[] = Object.values(rateType);

/** The stages that have names. A tariff may use any integer up to MAX_RATE_STAGE: some grids have a deep valley as the fifth stage. */
export const rateStage = { none: 0, tip: 1, peak: 2, flat: 3, valley: 4 } as const;
export const MAX_RATE_STAGE = 15;

export const billMode = { byEnergy: 1, byHour: 2 } as const;
export type BillMode = (typeof billMode)[keyof typeof billMode];

export const couponForm = { discount: 1, deduction: 2 } as const;
