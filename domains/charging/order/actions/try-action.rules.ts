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

/** The context of an action besides facts and situation. */
export interface ActionContext {
  readonly gunChargingHeardMs: number | null;
  readonly hasOpenInvoice: boolean;
}

/**
 * The engine's verdict on an action if it were performed now. What a person still has to enter (a reason, amounts), and who confirms it, is assumed.
 */
export const tryAction = (
  facts: OrderFacts,
  action: OrderAction,
  { situation, context }: { readonly situation: Situation; readonly context: ActionContext },
): Verdict => {
  const view = project(facts);
  if (action === 'cancelReservation' && view.state !== orderState.reserving && view.state !== orderState.initial) return refused('order.wrongState');
  if (action === 'clearFlag') {
    const flag = view.openFlags.find((open) => flagPolicies[open].clearable) ?? view.openFlags[0];
    return flag === undefined ? refused('order.flagNotOpen') : admit(facts, { ...assumedEntry, kind: 'clearFlag', flag }, situation);
  }
  if (action === 'adjust') {
    const basis = view.adjustDueBasis;
    return basis === null
      ? refused('order.adjustmentNotDue')
      : admit(facts, { ...assumedEntry, kind: 'adjusted', basis, outcome: 'declined', differenceCents: null }, situation);
  }
  if (action === 'adoptRecord') {
    const [digest] = view.conflictDigests;
    return digest === undefined ? refused('order.noOtherRecord') : admit(facts, { ...assumedEntry, kind: 'adoptRecord', digest }, situation);
  }
  if (action === 'goodwill') {
    const paidCents = view.settled?.totalCents ?? 0n;
    const refund = { refundId: '?', purpose: 'goodwill', amountCents: 1n, paidCents, billedCents: paidCents } as const;
    return admit(facts, { ...refund, kind: 'requestRefund' }, situation);
  }
  return admit(facts, eventOf(action, context), situation);
};

const assumedEntry = { by: '?', secondBy: '??', reason: '?' } as const;
const zeroAmounts = { elecCents: 0n, srvCents: 0n, other1Cents: 0n, other2Cents: 0n, totalCents: 0n } as const;

const eventOf = (
  action: Exclude<OrderAction, 'clearFlag' | 'adjust' | 'adoptRecord' | 'goodwill'>,
  { gunChargingHeardMs, hasOpenInvoice }: ActionContext,
): OrderEvent => {
  switch (action) {
    case 'remoteStop':
      return { kind: 'stop', cause: 'operator', by: assumedEntry.by };
    case 'cancelReservation':
      return { kind: 'cancel', cause: 'operator', by: assumedEntry.by };
    case 'manualEnd':
      return { ...assumedEntry, kind: 'manualEnd', gunChargingHeardMs, provisionalCents: 0n, secondPersonAboveCents: 0n };
    case 'manualSettle':
      return { ...assumedEntry, kind: 'manualSettle', amounts: zeroAmounts, recomputedCents: 0n };
    case 'assignParty':
      return { ...assumedEntry, kind: 'assignParty', party: { mainPartType: mainPartType.phoneUser, mainPartId: '0' } };
    case 'delete':
      return { kind: 'delete', by: assumedEntry.by, hasOpenInvoice };
  }
};
