/** Amounts per bill cell; equal positions in two lists belong to the same cell. */
export type Parts = readonly bigint[];

export const sumOf = (parts: Parts): bigint => {
  let sum = 0n;
  for (const part of parts) sum += part;
  return sum;
};

export const minus = (from: Parts, taken: Parts): bigint[] => {
  const left: bigint[] = [];
  for (let place = 0; place < from.length; place += 1) left.push((from[place] ?? 0n) - (taken[place] ?? 0n));
  return left;
};
