/**
 * Splits a total among parts in proportion to their weights, by largest remainder: every part gets the integer part of its exact
 * share, and the rest goes unit by unit to the largest remainders, a tie to the earlier part. Callers order parts by fee item type
 * and then by stage, so ties go to the lower fee item type and then to the lower stage.
 *
 * The shares add up to `total`, each is within one of its exact share, and a weight of zero gets nothing. `total` and all weights
 * must be >= 0, and some weight > 0 unless `total` is 0. @throws RangeError otherwise.
 */
export const splitByWeight = (total: bigint, weights: readonly bigint[]): bigint[] => {
  let whole = 0n;
  for (const weight of weights) whole += weight;
  if (total === 0n) return weights.map(() => 0n);
  if (whole <= 0n || total < 0n) throw new RangeError('nothing to share, or nobody to share it');

  const shares: bigint[] = [];
  const remainders: bigint[] = [];
  let rest = total;
  for (const weight of weights) {
    const exact = total * weight;
    const share = exact / whole;
    shares.push(share);
    remainders.push(exact - share * whole);
    rest -= share;
  }
  for (; rest > 0n; rest -= 1n) {
    const index = largest(remainders);
    shares[index] = (shares[index] ?? 0n) + 1n;
    remainders[index] = -1n;
  }
  return shares;
};

/**
 * Like `splitByWeight`, but no part exceeds its room. A part that would exceed it gets its room, and the excess is shared among the others by weight;
 * when no weighted part has room left, by room. `total` must not exceed the sum of the rooms.
 *
 * The limit is needed because a cell whose exact amount is 0.4 cents is displayed as 0, so a discount of that amount has to be taken from another
 * cell. @throws RangeError when `total` does not fit.
 */
export const splitWithin = ({ total, weights, rooms }: { total: bigint; weights: readonly bigint[]; rooms: readonly bigint[] }): bigint[] => {
  const shares: bigint[] = weights.map(() => 0n);
  let rest = total;
  // Every round either ends the loop or fills at least one part completely.
  for (let round = 0; rest > 0n && round <= 2 * weights.length; round += 1) {
    const freeRooms = rooms.map((room, index) => room - (shares[index] ?? 0n));
    const openWeights = weights.map((weight, index) => ((freeRooms[index] ?? 0n) > 0n ? weight : 0n));
    const parts = splitByWeight(rest, openWeights.some((weight) => weight > 0n) ? openWeights : freeRooms);
    for (const [index, part] of parts.entries()) {
      const room = freeRooms[index] ?? 0n;
      const capped = part < room ? part : room;
      shares[index] = (shares[index] ?? 0n) + capped;
      rest -= capped;
    }
  }
  if (rest !== 0n) throw new RangeError('the total is larger than all rooms together');
  return shares;
};

const largest = (values: readonly bigint[]): number => {
  let place = 0;
  let best = -1n;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? -1n;
    if (value <= best) continue;
    best = value;
    place = index;
  }
  return place;
};
