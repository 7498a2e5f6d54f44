import { minorDigits } from './currency.ts';
import { formatDecimal, parseDecimal, type DecimalRefusal } from './decimal.ts';
import { done, refused, type Outcome } from './outcome.ts';
import { cents, energyDwh, priceE5, type Cents, type EnergyDwh, type PriceE5 } from './units.ts';

const ENERGY_DIGITS = 4;
const PRICE_DIGITS = 5;

export type AmountRefusal = DecimalRefusal | 'currency.unknown';

/** `parseAmount('12.30', 'CNY')` is 1230n. Negative amounts are parsed; the caller decides whether they are allowed. */
export const parseAmount = (text: string, currency: string): Outcome<Cents, AmountRefusal> => {
  const digits = minorDigits(currency);
  if (digits === undefined) return refused('currency.unknown');
  const parsed = parseDecimal(text, digits);
  return parsed.ok ? done(cents(parsed.value)) : parsed;
};

/**
 * `formatAmount(1230n, 'CNY')` is '12.30', `formatAmount(120n, 'JPY')` is '120'.
 * @throws RangeError for a currency that `minorDigits` does not know: such an amount cannot exist.
 */
export const formatAmount = (amount: bigint, currency: string): string => {
  const digits = minorDigits(currency);
  if (digits === undefined) throw new RangeError(`unknown currency ${currency}`);
  return formatDecimal(amount, digits);
};

/** kWh: `parseEnergy('3.5')` is 35000n of 0.1 Wh. */
export const parseEnergy = (text: string): Outcome<EnergyDwh, DecimalRefusal> => {
  const parsed = parseDecimal(text, ENERGY_DIGITS);
  return parsed.ok ? done(energyDwh(parsed.value)) : parsed;
};

/** kWh with four digits. */
export const formatEnergy = (energy: bigint): string => formatDecimal(energy, ENERGY_DIGITS);

/** Currency units for a kWh or an hour: `parsePrice('0.6')` is 60000n. */
export const parsePrice = (text: string): Outcome<PriceE5, DecimalRefusal> => {
  const parsed = parseDecimal(text, PRICE_DIGITS);
  return parsed.ok ? done(priceE5(parsed.value)) : parsed;
};

/** Currency units for a kWh or an hour, with five digits. */
export const formatPrice = (price: bigint): string => formatDecimal(price, PRICE_DIGITS);
