/** Amounts by bill cell; equal indexes in two lists mean the same cell. */
export type Parts = readonly bigint[];

export const sumOf = (parts: Parts): bigint => {
  let sum = 0n;
  for (const part of parts) sum += part;
  return sum;
};

export const minus = (from: Parts, taken: Parts): bigint[] => {
  const differences: bigint[] = [];
  for (let index = 0; index < from.length; index += 1) differences.push((from[index] ?? 0n) - (taken[index] ?? 0n));
  return differences;
};
