import { amountProblem } from '../rules/amounts.ts';
import { orderState } from '../codes.ts';
import type { FeeAmounts, OrderFact, SettledFact } from '../facts.ts';
import type { OrderFacts } from '../merge.ts';
import { capCentsOf } from '../rules/strategy.ts';
import { differsSoftly, settleDoubt, type BilledAmounts } from '../rules/settle.ts';
import type { Situation } from '../situation.ts';
import { refused, type Verdict } from '../verdict.ts';
import { project } from '../view.ts';
import { resolve } from './resolve.ts';
import { manualActionRefusal, type ManualAction } from './manual.ts';

export interface Settle {
  readonly kind: 'settle';
  /** Null when the order has no tariff for its computation. */
  readonly billed: BilledAmounts | null;
}

/** Transition rows 15 and 16. The verdict's fact and `bookSettlement` belong in one transaction. */
export const admitSettle = (facts: OrderFacts, { billed }: Settle, situation: Situation): Verdict => {
  const view = project(facts);
  const { nowMs: atMs } = situation;
  if (view.settled !== null) return refused('order.alreadySettled');
  if (view.end === null) return refused('order.notEnded');
  if (view.state !== orderState.ended) return refused('settle.flagged', { args: { flag: view.abnormalReason ?? '' } });
  const doubt = settleDoubt(facts, view, billed);
  if (doubt !== null || billed === null) {
    const { flag, detail } = doubt ?? { flag: 'noTariff', detail: '' };
    const opened = resolve(facts, [{ kind: 'flagOpened', flag, sinceMs: view.end.stopAtMs, detail, atMs }], { situation });
    return refused(`settle.${flag}`, { facts: opened.facts, effects: opened.effects });
  }
  const soft: readonly OrderFact[] = differsSoftly(facts, billed)
    ? [{ kind: 'flagOpened', flag: 'moneyDiffers', sinceMs: view.end.stopAtMs, detail: '', atMs }]
    : [];
  const { basis } = view.end;
  const { amounts } = billed;
  const settled: SettledFact = { kind: 'settled', method: 'auto', basis, by: null, secondBy: null, reason: null, atMs, ...amounts };
  return resolve(facts, [...soft, settled], { situation, extra: [{ do: 'bookSettlement', amounts, basis, method: 'auto' }] });
};

export interface ManualSettle extends ManualAction {
  readonly kind: 'manualSettle';
  readonly amounts: FeeAmounts;
  /** The amount computed with the platform's tariff; null when it cannot be computed. */
  readonly recomputedCents: bigint | null;
}

/** Transition row 17. It uses the same journal key as an automatic settlement, so that only one of the two can be booked. */
export const admitManualSettle = (facts: OrderFacts, action: ManualSettle, situation: Situation): Verdict => {
  const view = project(facts);
  const { amounts, recomputedCents, by, secondBy, reason } = action;
  if (view.settled !== null) return refused('order.alreadySettled');
  if (view.end === null) return refused('order.notEnded');
  if (view.state !== orderState.abnormal) return refused('order.wrongState');
  const refusal = manualActionRefusal(action);
  if (refusal) return refused(refusal);
  const problem = amountProblem(amounts, { capCents: capCentsOf(view.terms.strategy), recomputedCents, hasSecondPerson: secondBy !== null });
  if (problem) return refused(problem.refusal, { args: problem.args });
  if (view.party === null && amounts.totalCents > 0n) return refused('order.partyUnknown');
  const { basis } = view.end;
  const settled: SettledFact = { kind: 'settled', method: 'manual', basis, by, secondBy, reason, atMs: situation.nowMs, ...amounts };
  return resolve(facts, [settled], { situation, extra: [{ do: 'bookSettlement', amounts, basis, method: 'manual' }] });
};
