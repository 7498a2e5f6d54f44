import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cyclesOf, wayTo } from './graph.ts';
import type { Graph } from './graph.ts';

const NODES = 7;
const graphs = fc
  .array(fc.uniqueArray(fc.nat(NODES - 1), { maxLength: 3 }), { minLength: NODES, maxLength: NODES })
  .map((all): Graph => new Map(all.map((next, name) => [String(name), next.map(String)])));

/** What can be reached from a name in one step or more. */
const reached = (graph: Graph, from: string): ReadonlySet<string> => {
  const found = new Set(graph.get(from));
  for (const name of found) for (const next of graph.get(name) ?? []) found.add(next);
  return found;
};

test('names are in one group exactly when each reaches the other', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const groups = cyclesOf(graph);
      for (const one of graph.keys())
        for (const other of graph.keys()) {
          const isTogether = groups.some((group) => group.includes(one) && group.includes(other));
          expect(isTogether).toBe(reached(graph, one).has(other) && reached(graph, other).has(one));
        }
    }),
  );
});

test('a way consists of steps of the graph, ends at the first forbidden name, and is found when there is one', () => {
  fc.assert(
    fc.property(graphs, fc.nat(NODES - 1), (graph, end) => {
      const way = wayTo(graph, '0', (name) => name === String(end));
      expect(way !== undefined).toBe(end !== 0 && reached(graph, '0').has(String(end)));
      for (const [index, step] of (way ?? []).entries()) expect(graph.get(way?.[index - 1] ?? '0')).toContain(step);
      expect(way?.at(-1) ?? String(end)).toBe(String(end));
    }),
  );
});
