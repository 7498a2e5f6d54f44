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
  let left = total;
  for (const weight of weights) {
    const exact = total * weight;
    const share = exact / whole;
    shares.push(share);
    remainders.push(exact - share * whole);
    left -= share;
  }
  for (; left > 0n; left -= 1n) {
    const place = largest(remainders);
    shares[place] = (shares[place] ?? 0n) + 1n;
    remainders[place] = -1n;
  }
  return shares;
};

/**
 * Like `splitByWeight`, but no part gets more than its room. A part that would exceed it gets its room, and the excess is shared
 * among the others by weight; when no weighted part has room left, by room. `total` must not exceed the sum of the rooms.
 *
 * The limit is needed because a cell whose exact amount is 0.4 cents shows 0, so a discount of all of it has to come off another
 * cell. @throws RangeError when `total` does not fit.
 */
export const splitWithin = ({ total, weights, rooms }: { total: bigint; weights: readonly bigint[]; rooms: readonly bigint[] }): bigint[] => {
  const shares: bigint[] = weights.map(() => 0n);
  let left = total;
  // Every round either ends the loop or fills at least one part completely.
  for (let round = 0; left > 0n && round <= 2 * weights.length; round += 1) {
    const open = rooms.map((room, place) => room - (shares[place] ?? 0n));
    const wanted = weights.map((weight, place) => ((open[place] ?? 0n) > 0n ? weight : 0n));
    const parts = splitByWeight(left, wanted.some((weight) => weight > 0n) ? wanted : open);
    for (const [place, part] of parts.entries()) {
      const room = open[place] ?? 0n;
      const given = part < room ? part : room;
      shares[place] = (shares[place] ?? 0n) + given;
      left -= given;
    }
  }
  if (left !== 0n) throw new RangeError('the total is larger than all rooms together');
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
