/** Two things are alike when both have the same key. */
export interface Likeness<One, Other> {
  readonly of: (one: One) => string;
  readonly ofOther: (other: Other) => string;
}

interface Pair<One, Other> {
  readonly one?: One;
  readonly other?: Other;
}

/** Both lists in their order, in pairs of alike things: as many pairs as possible by the first likeness, and between those by the next ones. */
export const aligned = <One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  [likeness, ...rest]: readonly Likeness<One, Other>[],
): readonly Pair<One, Other>[] => {
  if (!likeness) return [...ones.map((one) => ({ one })), ...others.map((other) => ({ other }))];
  const keys = ones.map(likeness.of);
  const otherKeys = others.map(likeness.ofOther);
  const pairs: Pair<One, Other>[] = [];
  let [begun, otherBegun] = [0, 0];
  for (const [at, place] of [...longestCommon(keys, otherKeys), [ones.length, others.length] as const]) {
    pairs.push(...aligned(ones.slice(begun, at), others.slice(otherBegun, place), rest));
    const [one, other] = [ones[at], others[place]];
    if (one !== undefined && other !== undefined) pairs.push({ one, other });
    [begun, otherBegun] = [at + 1, place + 1];
  }
  return pairs;
};

/** The places of the longest common subsequence of keys. */
const longestCommon = (keys: readonly string[], others: readonly string[]): readonly (readonly [number, number])[] => {
  const most = Array.from({ length: keys.length + 1 }, () => Array.from({ length: others.length + 1 }, () => 0));
  const mostAt = (at: number, place: number): number => most[at]?.[place] ?? 0;
  for (let at = keys.length - 1; at >= 0; at -= 1)
    for (let place = others.length - 1; place >= 0; place -= 1) {
      const row = most[at];
      if (row) row[place] = keys[at] === others[place] ? mostAt(at + 1, place + 1) + 1 : Math.max(mostAt(at + 1, place), mostAt(at, place + 1));
    }
  const places: (readonly [number, number])[] = [];
  for (let [at, place] = [0, 0]; at < keys.length && place < others.length;) {
    if (keys[at] === others[place]) places.push([at++, place++]);
    else if (mostAt(at + 1, place) >= mostAt(at, place + 1)) at += 1;
    else place += 1;
  }
  return places;
};
