import { formatDecimal } from '#engines/money/decimal.ts';
import { halfUp } from '#engines/money/round.ts';
import { cents, type Cents } from '#engines/money/units.ts';
import { billMode, type BillMode } from './codes.ts';

/**
 * The unit in which every raw amount is a whole number: 1e-9 of a currency unit (energy x price), divided by 9 for the hours
 * (price x seconds / 3600 = price x seconds x 25/9 of 1e-9) and twice by 100 for the tariff's and the VIP's percent.
 */
const FINE_PER_UNIT = 90_000_000_000_000n;

/** The product quantity x price x percent x percent in fine units, with quantity in 0.1 Wh or in seconds. */
const FINE_PER_PRODUCT: Readonly<Record<BillMode, bigint>> = { [billMode.byEnergy]: 9n, [billMode.byHour]: 25n };

/** `product` is quantity x price x rate discount % x VIP discount %. */
export const fineOf = (product: bigint, mode: BillMode): bigint => product * FINE_PER_PRODUCT[mode];

/** Rounds to minor units, half up; with two digits, one minor unit is 9e11 fine units. */
export const fineToCents = (fine: bigint, digits: number): Cents => cents(halfUp(fine, FINE_PER_UNIT / 10n ** BigInt(digits)));

/** An exact amount in currency units for people, rounded half up to nine digits: '1.234567890'. */
export const formatFine = (fine: bigint): string => formatDecimal(halfUp(fine, FINE_PER_UNIT / 1_000_000_000n), 9);
