/**
 * The quotient as an integer, an exact half rounded away from zero. This is the only rounding rule of the system.
 * @throws RangeError when `divisor` is not positive.
 */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => {
  if (divisor <= 0n) throw new RangeError('halfUp needs a positive divisor');
  const twice = divisor * 2n;
  return dividend < 0n ? -((divisor - 2n * dividend) / twice) : (2n * dividend + divisor) / twice;
};
