/** Exact rational numbers for the oracle. Denominators are positive and not reduced. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

export const ZERO: Fraction = { n: 0n, d: 1n };
export const fraction = (n: bigint, d: bigint): Fraction => ({ n, d });
export const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
export const dividedBy = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d, d: a.d * b.n });

export const add = (a: Fraction, b: Fraction): Fraction => {
  if (a.n === 0n) return b;
  if (b.n === 0n) return a;
  if (a.d === b.d) return { n: a.n + b.n, d: a.d };
  if (a.d % b.d === 0n) return { n: a.n + b.n * (a.d / b.d), d: a.d };
  const common = gcd(a.d, b.d);
  return { n: a.n * (b.d / common) + b.n * (a.d / common), d: (a.d / common) * b.d };
};

export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, { n: -b.n, d: b.d });
export const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
};

/** The largest integer not above a fraction >= 0. */
export const floor = (a: Fraction): bigint => a.n / a.d;
export const sum = (parts: readonly Fraction[]): Fraction => parts.reduce(add, ZERO);

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
