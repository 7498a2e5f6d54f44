import { orderEnd, soFar } from '../view/end.ts';
import type { OrderFact, Progress } from '../facts.ts';
import { nextHold, type HoldState } from '../rules/hold.ts';
import { limitReached } from '../rules/limits.ts';
import { merge, factOf, type OrderFacts } from '../merge.ts';
import type { ChargingMoney, Situation } from '../situation.ts';
import { partyOf } from '../view/party.ts';
import { recordRefusedMs } from '../view/flags.ts';
import { orderStart } from '../view/start.ts';
import { capCentsOf } from '../rules/strategy.ts';
import type { OrderEffect } from '../verdict.ts';

/** What the limits and the hold of a running order require now: a larger hold, or a stop. Nothing once the pile has reported the end. */
export const limitFacts = (
  facts: OrderFacts,
  progress: Progress | null,
  { nowMs, money }: Situation,
): { readonly facts: readonly OrderFact[]; readonly effects: readonly OrderEffect[] } => {
  const withProgress = progress === null ? facts : merge(facts, [progress]);
  const start = orderStart(withProgress);
  if (start === null || orderEnd(withProgress) !== null || recordRefusedMs(withProgress) !== null) return { facts: [], effects: [] };
  const { strategy } = facts.created;
  const { energyDwh } = soFar(withProgress);
  const soc = factOf(withProgress, 'progress')?.soc ?? null;
  const cause = limitReached(
    strategy,
    { startAtMs: start.startAtMs, energyDwh, soc, accruedCents: money?.accruedCents ?? null, leadCents: money?.leadCents ?? 0n },
    nowMs,
  );
  const stops: OrderFact[] = cause === null ? [] : [{ kind: 'stopRequested', cause, by: null, atMs: nowMs }];
  const endByMs = factOf(withProgress, 'gunPromised')?.endByMs ?? null;
  if (endByMs !== null && nowMs >= endByMs) stops.push({ kind: 'stopRequested', cause: 'gunReserved', by: null, atMs: nowMs });
  // An order without a payer has no balance that could run out.
  if (money === null || partyOf(withProgress) === null) return { facts: stops, effects: [] };
  const step = nextHold(holdStateOf(money, capCentsOf(strategy)));
  if (step.kind === 'enough') return { facts: stops, effects: [] };
  if (step.kind === 'exhausted') stops.push({ kind: 'stopRequested', cause: 'lowBalance', by: null, atMs: nowMs });
  return { facts: stops, effects: step.toCents > money.heldCents ? [{ do: 'hold', toCents: step.toCents }] : [] };
};

/** A limit counts what an order costs; a hold only covers what its account will pay of that. */
const holdStateOf = ({ points, ...money }: ChargingMoney, capCents: bigint | null): HoldState => ({
  ...money,
  accruedCents: money.accruedCents - (points?.paidCents ?? 0n),
  capCents: capCents === null ? null : capCents - (points?.sureCents ?? 0n),
});
