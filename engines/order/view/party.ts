import type { Party } from '../codes.ts';
import { factOf, type OrderFacts } from '../merge.ts';

/** Who pays: the party the order was created with, otherwise the one an operator assigned. */
export const partyOf = (facts: OrderFacts): Party | null => {
  const assigned = factOf(facts, 'partyAssigned');
  if (facts.created.party !== null || assigned === undefined) return facts.created.party;
  return { mainPartType: assigned.mainPartType, mainPartId: assigned.mainPartId };
};
