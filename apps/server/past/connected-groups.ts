/** Divides items into groups: two that share a key are in the same group, and so is whatever shares a key with one of them. Each group keeps their order. */
export const connectedGroups = <Item>(items: readonly Item[], keysOf: (item: Item) => Iterable<string>): readonly (readonly Item[])[] => {
  let groups: readonly { readonly keys: ReadonlySet<string>; readonly items: ReadonlySet<Item> }[] = [];
  for (const item of items) {
    const keys = new Set(keysOf(item));
    const bound = groups.filter((group) => [...keys].some((key) => group.keys.has(key)));
    const joined = {
      keys: new Set([...bound.flatMap((group) => [...group.keys]), ...keys]),
      items: new Set([...bound.flatMap((group) => [...group.items]), item]),
    };
    groups = [...groups.filter((group) => !bound.includes(group)), joined];
  }
  return groups.map((group) => items.filter((item) => group.items.has(item)));
};
