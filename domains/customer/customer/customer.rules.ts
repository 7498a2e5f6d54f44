import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { custState } from './customer.codes.ts';
import type { CustomerRefusal } from './customer.labels.ts';

type State = CodeValue<typeof custState>;
const state = valuesOf(custState);

export interface CustomerFacts {
  readonly name: string;
  readonly state: State;
  /** Minor units. */
  readonly balanceCents: bigint;
  readonly owedCents: bigint;
  readonly currency: string;
  /** Cards and cars that are not void. */
  readonly cards: number;
  readonly cars: number;
}

/** A closed customer is read-only. */
export const checkOpen = ({ name, state: customerState }: Pick<CustomerFacts, 'name' | 'state'>): Verdict<true, CustomerRefusal> =>
  customerState === state.closed ? deny('customer.closed', { name }) : allow(true);

/** A closed customer stays closed. Closing requires an empty wallet, no debt, and no remaining card or car. */
export const changeState = (facts: CustomerFacts, wantedState: State): Verdict<State, CustomerRefusal> => {
  const openVerdict = checkOpen(facts);
  if (!openVerdict.ok) return openVerdict;
  if (wantedState !== state.closed) return allow(wantedState);
  const verdict = checkEmpty(facts);
  return verdict.ok ? allow(wantedState) : verdict;
};

/** Whether the customer can be removed without losing money. */
export const checkEmpty = ({ name, balanceCents, owedCents, currency, cards, cars }: CustomerFacts): Verdict<true, CustomerRefusal> => {
  if (balanceCents !== 0n) return deny('customer.hasMoney', { name, balance: formatScaled(balanceCents, 2), currency });
  if (owedCents !== 0n) return deny('customer.owes', { name, owed: formatScaled(owedCents, 2), currency });
  if (cards + cars > 0) return deny('customer.hasMembers', { name, cards, cars });
  return allow(true);
};
