/**
 * Integers with a unit in their type. A branded value is a bigint, so arithmetic works, but its result is a bare bigint; the author applies the unit
 * again to state that the result has it. Nothing is checked at run time.
 */
declare const unit: unique symbol;

/** Minor units of a currency: 0.01 yuan, 1 yen. `minorDigits` gives the number of digits. */
export type Cents = bigint & { readonly [unit]: 'cents' };
/** 0.1 Wh = 0.0001 kWh, the resolution of meters and of the 48 slots. */
export type EnergyDwh = bigint & { readonly [unit]: 'dwh' };
/** 0.00001 of a currency unit per kWh, or per hour where the fee item is billed by hour. */
export type PriceE5 = bigint & { readonly [unit]: 'priceE5' };

export const cents = (value: bigint): Cents => {
  assertCents(value);
  return value;
};

/** @throws RangeError when a number is not an integer. */
export const energyDwh = (value: bigint | number): EnergyDwh => {
  const whole = BigInt(value);
  assertDwh(whole);
  return whole;
};

/** @throws RangeError when a number is not an integer. */
export const priceE5 = (value: bigint | number): PriceE5 => {
  const whole = BigInt(value);
  assertPrice(whole);
  return whole;
};

function assertCents(_value: bigint): asserts _value is Cents {}
function assertDwh(_value: bigint): asserts _value is EnergyDwh {}
function assertPrice(_value: bigint): asserts _value is PriceE5 {}
