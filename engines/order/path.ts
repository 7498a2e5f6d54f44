import { orderState } from './codes.ts';
import type { OrderFact } from './facts.ts';
import { orderFactsOf, merge, type OrderFacts } from './merge.ts';
import { isAllowed, type StatePair } from './transitions.ts';
import { project, type OrderView } from './view.ts';

/**
 * The changes of the displayed state that new facts cause, in order, one allowed transition each; empty when the state stays. A
 * store writes them one by one, so that the database guard checks every step. `before` is null for a new order.
 */
export const statePath = (before: OrderFacts | null, added: readonly OrderFact[]): readonly StatePair[] => {
  if (before === null) return birthPath(added);
  const steps: StatePair[] = [];
  let facts = before;
  let view = project(before);
  for (const fact of added) {
    const next = merge(facts, [fact]);
    if (next === facts) continue;
    const seen = project(next);
    steps.push(...between(view, seen));
    facts = next;
    view = seen;
  }
  return steps;
};

const birthPath = (added: readonly OrderFact[]): readonly StatePair[] => {
  const first = added[0];
  const whole = orderFactsOf(added);
  if (!first || !whole) return [];
  const to = project(whole).state;
  if (to !== orderState.initial && isAllowed(null, to)) return [{ from: null, to }];
  const bare = orderFactsOf([first]);
  return bare === null ? [] : [{ from: null, to: orderState.initial }, ...statePath(bare, added.slice(1))];
};

/** An end that is flagged at once passes through state 3, because only an ended order can be refused settlement. */
const between = (before: OrderView, after: OrderView): readonly StatePair[] => {
  if (before.state === after.state) return [];
  if (isAllowed(before.state, after.state)) return [{ from: before.state, to: after.state }];
  return [
    { from: before.state, to: after.rank },
    { from: after.rank, to: after.state },
  ];
};
