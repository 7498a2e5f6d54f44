/**
 * The quotient as a whole number, an exact half going away from zero. The one rounding rule of the system; where it is used
 * and how often is design/money.md 3.4.
 * @throws RangeError when `divisor` is not positive.
 */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => {
  if (divisor <= 0n) throw new RangeError('halfUp needs a positive divisor');
  const twice = divisor * 2n;
  return dividend < 0n ? -((divisor - 2n * dividend) / twice) : (2n * dividend + divisor) / twice;
};
