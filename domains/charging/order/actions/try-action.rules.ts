import { admit } from '#engines/order/admit.ts';
import type { OrderEvent } from '#engines/order/admit.ts';
import { flagPolicies } from '#engines/order/flags.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import type { Situation } from '#engines/order/situation.ts';
import { mainPartType, orderState } from '#engines/order/codes.ts';
import { refused } from '#engines/order/verdict.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import type { OrderAction } from '../order-detail.ts';

/** What is known beside facts and situation when an action is tried. */
export interface ActionContext {
  readonly gunChargingHeardMs: number | null;
  readonly hasOpenInvoice: boolean;
}

/**
 * What the engine would say to an action now, tried without doing it. What a person still types (a reason, amounts) and who
 * confirms is taken as given.
 */
export const tryAction = (
  facts: OrderFacts,
  action: OrderAction,
  { situation, known }: { readonly situation: Situation; readonly known: ActionContext },
): Verdict => {
  const view = project(facts);
  if (action === 'cancelReservation' && view.state !== orderState.reserving && view.state !== orderState.initial) return refused('order.wrongState');
  if (action === 'clearFlag') {
    const flag = view.openFlags.find((open) => flagPolicies[open].clearable) ?? view.openFlags[0];
    return flag === undefined ? refused('order.flagNotOpen') : admit(facts, { ...hand, kind: 'clearFlag', flag }, situation);
  }
  if (action === 'adjust') {
    const basis = view.adjustDueBasis;
    return basis === null
      ? refused('order.adjustmentNotDue')
      : admit(facts, { ...hand, kind: 'adjusted', basis, outcome: 'declined', differenceCents: null }, situation);
  }
  if (action === 'adoptRecord') {
    const [digest] = view.conflictDigests;
    return digest === undefined ? refused('order.noOtherRecord') : admit(facts, { ...hand, kind: 'adoptRecord', digest }, situation);
  }
  return admit(facts, eventOf(action, known), situation);
};

const hand = { by: '?', secondBy: '??', reason: '?' } as const;
const nothing = { elecCents: 0n, srvCents: 0n, other1Cents: 0n, other2Cents: 0n, totalCents: 0n } as const;

const eventOf = (
  action: Exclude<OrderAction, 'clearFlag' | 'adjust' | 'adoptRecord'>,
  { gunChargingHeardMs, hasOpenInvoice }: ActionContext,
): OrderEvent => {
  switch (action) {
    case 'remoteStop':
      return { kind: 'stop', cause: 'operator', by: hand.by };
    case 'cancelReservation':
      return { kind: 'cancel', cause: 'operator', by: hand.by };
    case 'manualEnd':
      return { ...hand, kind: 'manualEnd', gunChargingHeardMs, provisionalCents: 0n, secondPersonAboveCents: 0n };
    case 'manualSettle':
      return { ...hand, kind: 'manualSettle', amounts: nothing, recomputedCents: 0n };
    case 'assignParty':
      return { ...hand, kind: 'assignParty', party: { mainPartType: mainPartType.phoneUser, mainPartId: '0' } };
    case 'delete':
      return { kind: 'delete', by: hand.by, hasOpenInvoice };
  }
};
