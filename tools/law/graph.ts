/** The names that each name needs. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * The groups of names that need each other, each with the names in the order of the graph. A name that needs itself is a group of one.
 *
 * The algorithm is that of R. Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.
 */
export const cyclesOf = (graph: Graph): readonly (readonly string[])[] => {
  const [indexes, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  const enter = (name: string): { readonly name: string; readonly next: Iterator<string> } => {
    indexes.set(name, indexes.size);
    lowest.set(name, indexes.size - 1);
    stack.push(name);
    onStack.add(name);
    return { name, next: (graph.get(name) ?? []).values() };
  };
  const lower = (name: string, index: number): void => void lowest.set(name, Math.min(lowest.get(name) ?? index, index));
  const leave = (name: string): void => {
    if (lowest.get(name) !== indexes.get(name)) return;
    const members = stack.splice(stack.lastIndexOf(name));
    for (const member of members) onStack.delete(member);
    if (members.length > 1 || graph.get(name)?.includes(name)) cycles.push(members);
  };
  for (const root of graph.keys()) {
    const calls = indexes.has(root) ? [] : [enter(root)];
    for (let call = calls.at(-1); call; call = calls.at(-1)) {
      const { done, value } = call.next.next();
      if (done) {
        leave(call.name);
        calls.pop();
        const caller = calls.at(-1)?.name;
        if (caller !== undefined) lower(caller, lowest.get(call.name) ?? 0);
      } else if (!indexes.has(value)) calls.push(enter(value));
      else if (onStack.has(value)) lower(call.name, indexes.get(value) ?? 0);
    }
  }
  return cycles;
};

/** The shortest way from a name to one that is forbidden for it, without the name itself; undefined when there is none. */
export const wayTo = (graph: Graph, from: string, isForbidden: (name: string) => boolean): readonly string[] | undefined => {
  const reachedBy = new Map<string, string | undefined>([[from, undefined]]);
  for (const name of reachedBy.keys()) {
    if (name !== from && isForbidden(name)) {
      const way: string[] = [];
      for (let step: string | undefined = name; step !== undefined && step !== from; step = reachedBy.get(step)) way.unshift(step);
      return way;
    }
    for (const next of graph.get(name) ?? []) if (!reachedBy.has(next)) reachedBy.set(next, name);
  }
  return undefined;
};
