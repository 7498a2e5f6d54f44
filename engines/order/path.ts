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
  if (before === null) return firstPath(added);
  const steps: StatePair[] = [];
  let facts = before;
  let view = project(before);
  for (const fact of added) {
    const next = merge(facts, [fact]);
    if (next === facts) continue;
    const nextView = project(next);
    steps.push(...pairsBetween(view, nextView));
    facts = next;
    view = nextView;
  }
  return steps;
};

const firstPath = (added: readonly OrderFact[]): readonly StatePair[] => {
  const first = added[0];
  const allFacts = orderFactsOf(added);
  if (!first || !allFacts) return [];
  const to = project(allFacts).state;
  if (to !== orderState.initial && isAllowed(null, to)) return [{ from: null, to }];
  const createdOnly = orderFactsOf([first]);
  return createdOnly === null ? [] : [{ from: null, to: orderState.initial }, ...statePath(createdOnly, added.slice(1))];
};

/** An end that is flagged at once passes through state 3, because only an ended order can be refused settlement. */
const pairsBetween = (before: OrderView, after: OrderView): readonly StatePair[] => {
  if (before.state === after.state) return [];
  if (isAllowed(before.state, after.state)) return [{ from: before.state, to: after.state }];
  return [
    { from: before.state, to: after.rank },
    { from: after.rank, to: after.state },
  ];
};
