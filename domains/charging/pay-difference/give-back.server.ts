import { sql } from 'kysely';
import { finalRefundStates, refundOrderState } from '#engines/payment/codes.ts';
import type { RefundOrderState } from '#engines/payment/codes.ts';
import type { CallOutcome, RefundView } from '#engines/payment/payment.ts';
import { afterRefundAsked, afterRefundQueried, refundStepOf } from '#engines/payment/prepaid.ts';
import type { RefundMove } from '#engines/payment/prepaid.ts';
import { accounts, openAccounts, post, withProvider } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { notifyPath } from '../prepaid-order/payment-services.server.ts';
import type { PaymentAccount, PaymentDeps } from '../prepaid-order/payment-services.server.ts';

/** A row that a worker has taken is taken again after this time, if the worker has died meanwhile. */
const LEASE_MS = 60_000;
const CLAIM_MAX = 20;
const RESULT_LETTERS_MAX = 255;

interface GivenBack {
  readonly id: bigint;
  readonly tenantId: bigint;
  readonly payConfId: bigint;
  readonly payNo: string;
  readonly tradeNo: string | null;
  readonly refundNo: string;
  readonly state: RefundOrderState;
  readonly amountCents: bigint;
  readonly callCount: number;
  readonly currency: string;
}

/** One call about each payment that is given back and is due; always with the stored number. */
export const stepGiveBacks = async (deps: PaymentDeps): Promise<void> => {
  for (const given of await claim(deps)) await step(deps, given);
};

const states: readonly RefundOrderState[] = Object.values(refundOrderState);

const claim = ({ database, clock }: PaymentDeps): Promise<readonly GivenBack[]> =>
  inSystem(database, async (tx) => {
    const now = clock();
    const { rows } = await sql<
      Omit<GivenBack, 'state' | 'refundNo' | 'amountCents'> & { refundNo: string | null; amountCents: bigint | null; state: number | null }
    >`update pay_difference
      set next_step_at = ${new Date(now.getTime() + LEASE_MS)}, give_back_count = give_back_count + 1 where pay_difference_id in (
        select pay_difference_id from pay_difference where next_step_at <= ${now} order by next_step_at limit ${CLAIM_MAX} for update skip locked)
      returning pay_difference_id as id, tenant_id, pay_conf_id, pay_no, trade_no, give_back_no as refund_no, give_back_state as state, bill_amount as amount_cents,
        give_back_count as call_count, currency`.execute(tx);
    return rows.flatMap(({ refundNo, amountCents, state: code, ...row }) => {
      const state = states.find((one) => one === code);
      return refundNo === null || amountCents === null || state === undefined ? [] : [{ ...row, refundNo, amountCents, state }];
    });
  });

type Outcome = CallOutcome<RefundView | undefined>;

const step = async (deps: PaymentDeps, given: GivenBack): Promise<void> => {
  const { database, payments } = deps;
  const found = await inSystem(database, (tx) => payments.openAccount(tx, String(given.payConfId)));
  if (!found) throw new Error(`the pay configuration ${given.payConfId} of a difference has gone`);
  const asks = refundStepOf(given.state) === 'ask';
  const outcome = await call(deps, found, { given, asks });
  const move = asks ? afterRefundAsked(given, asked(outcome)) : afterRefundQueried(given, outcome);
  await inSystem(database, (tx) => apply(tx, { given, move, now: deps.clock() }), { idempotent: true });
};

const call = (
  { payments }: PaymentDeps,
  { account }: PaymentAccount,
  { given, asks }: { readonly given: GivenBack; readonly asks: boolean },
): Promise<Outcome> =>
  withProvider<Outcome>(payments.providers, account, (provider, own) => {
    const key = { payNo: given.payNo, tradeRef: given.tradeNo, refundNo: given.refundNo };
    if (!asks) return provider.queryRefund(own, key);
    return provider.refund(own, {
      ...key,
      amountCents: given.amountCents,
      totalCents: given.amountCents,
      currency: given.currency,
      reason: given.refundNo,
      notifyUrl: `${payments.publicUrl()}${BASE_PATH}${notifyPath(account.kind, String(given.payConfId))}`,
    });
  });

/** An answer to a request always has a refund. */
const asked = (outcome: Outcome): CallOutcome<RefundView> => {
  if (outcome.kind !== 'done') return outcome;
  if (!outcome.value) throw new Error('a provider accepted a refund without saying which');
  return { kind: 'done', value: outcome.value };
};

/** Stores how far it is; once it is paid, D money to be clarified, C provider. */
const apply = async (
  tx: Tx,
  { given, move: { state, inMs, result }, now }: { readonly given: GivenBack; readonly move: RefundMove; readonly now: Date },
): Promise<void> => {
  const { rows } = await sql<{
    state: number | null;
  }>`select give_back_state as state from pay_difference where pay_difference_id = ${given.id} for update`.execute(tx);
  // A copy of the answer, or one that comes late, changes nothing.
  if (finalRefundStates.some((final) => final === rows[0]?.state)) return;
  const succeeded = state === refundOrderState.succeeded;
  await sql`update pay_difference set give_back_state = ${state}, give_back_result = ${result.slice(0, RESULT_LETTERS_MAX)}, give_back_time = ${succeeded ? now : null}::timestamptz,
    next_step_at = ${inMs === null ? null : new Date(now.getTime() + inMs)}::timestamptz, update_time = now(), version = version + 1
    where pay_difference_id = ${given.id}`.execute(tx);
  if (!succeeded) return;
  const books = { tenantId: given.tenantId, currency: given.currency, actor: 'worker:payBill' };
  const [debit = 0n, credit = 0n] = await openAccounts(tx, books, [accounts.unidentified(), accounts.provider(String(given.payConfId))]);
  await post(tx, books, {
    kind: 'bill_back',
    source: { type: 'pay_difference', id: String(given.id) },
    lines: [{ debit, credit, amountCents: given.amountCents }],
  });
};
