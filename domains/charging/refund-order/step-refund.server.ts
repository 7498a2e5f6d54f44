import { finalRefundStates, refundMendStat, refundOrderState } from '#engines/payment/codes.ts';
import { callRefused } from '#engines/payment/payment.ts';
import type { CallOutcome, RefundView } from '#engines/payment/payment.ts';
import { afterRefundAsked, afterRefundMended, afterRefundQueried, mayMend, refundStepOf } from '#engines/payment/prepaid.ts';
import type { RefundMove } from '#engines/payment/prepaid.ts';
import { inSystem } from '#kit/db/index.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { orderWork } from '../order/lifecycle/order-work.server.ts';
import { withProvider } from '#domains/money/server.ts';
import { notifyPath } from '../prepaid-order/payment-services.server.ts';
import type { PaymentAccount, PaymentDeps } from '../prepaid-order/payment-services.server.ts';
import { readPrepaid } from '../prepaid-order/prepaid-row.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';
import { applyRefund } from './apply-refund.server.ts';
import { openMendOf, receiverOf } from './refund-mend.server.ts';
import type { OpenMend } from './refund-mend.server.ts';
import { readRefund } from './refund-row.server.ts';
import type { RefundRow } from './refund-row.server.ts';

interface LoadedRefund extends PaymentAccount {
  readonly refund: RefundRow;
  readonly prepaid: PrepaidRow;
  readonly mend: OpenMend | undefined;
}

/** One call about a refund, always with the number that is stored. One that only a person can move is asked about when somebody wakes it. */
export const stepRefund = async (deps: PaymentDeps, refundId: string, claimedAt: Date): Promise<void> => {
  const loaded = await load(deps, refundId);
  if (!loaded || finalRefundStates.includes(loaded.refund.state)) return;
  const { outcome, move, mended } = await call(deps, loaded);
  const view = outcome.kind === 'done' ? outcome.value : undefined;
  const applied = { move, mended, claimedAt, tradeRefundNo: view?.tradeRefundNo ?? null, refundedAt: view?.refundedAt ?? null };
  await inSystem(deps.database, (tx) => applyRefund(orderWork(deps, tx, 'worker:payment'), refundId, applied), { idempotent: true });
};

interface RefundCall {
  readonly outcome: Outcome;
  readonly move: RefundMove;
  /** How the agreed attempt to mend the refund has ended; undefined while there is none, or while it may be repeated. */
  readonly mended: typeof refundMendStat.taken | typeof refundMendStat.refused | undefined;
}

const call = async (deps: PaymentDeps, loaded: LoadedRefund): Promise<RefundCall> => {
  const { refund, mend } = loaded;
  if (refundStepOf(refund.state) === 'ask') {
    const outcome = await ask(deps, loaded);
    return { outcome, move: afterRefundAsked(refund, required(outcome)), mended: undefined };
  }
  const outcome = await query(deps, loaded);
  const view = outcome.kind === 'done' ? outcome.value : undefined;
  const isAgreed = refund.state === refundOrderState.abnormal && mend?.stat === refundMendStat.agreed;
  if (isAgreed && view?.tradeRefundNo !== undefined && mayMend(refund, view))
    return mendAt(deps, loaded, { mend, tradeRefundNo: view.tradeRefundNo });
  // It was mended otherwise, or by a call whose answer was lost.
  return { outcome, move: afterRefundQueried(refund, outcome), mended: isAgreed && outcome.kind === 'done' ? refundMendStat.taken : undefined };
};

const mendAt = async (
  { payments }: PaymentDeps,
  { refund, account }: LoadedRefund,
  { mend, tradeRefundNo }: { readonly mend: OpenMend; readonly tradeRefundNo: string },
): Promise<RefundCall> => {
  const outcome = await withProvider<CallOutcome<RefundView>>(
    payments.providers,
    account,
    (provider, own) =>
      provider.mendRefund?.(own, { refundNo: refund.refundNo, tradeRefundNo, receiver: receiverOf(mend, payments.openReceiver) }) ??
      Promise.resolve(callRefused('noSuchCall', '')),
  );
  const mended = { done: refundMendStat.taken, refused: refundMendStat.refused, unknown: undefined }[outcome.kind];
  return { outcome, move: afterRefundMended(refund, outcome), mended };
};

const load = ({ database, payments }: PaymentDeps, refundId: string): Promise<LoadedRefund | undefined> =>
  inSystem(
    database,
    async (tx) => {
      const refund = await readRefund(tx, refundId);
      const prepaid = refund?.prePayOrderId == null ? undefined : await readPrepaid(tx, refund.prePayOrderId);
      if (!refund || !prepaid) return undefined;
      const found = await payments.openAccount(tx, prepaid.payConfId);
      if (!found) throw new Error(`the pay configuration ${prepaid.payConfId} of refund ${refund.refundNo} has gone`);
      const mend = refund.state === refundOrderState.abnormal ? await openMendOf(tx, refundId) : undefined;
      return { refund, prepaid, mend, ...found };
    },
    { readOnly: true },
  );

type Outcome = CallOutcome<RefundView | undefined>;

const ask = ({ payments }: PaymentDeps, { refund, prepaid, account }: LoadedRefund): Promise<Outcome> =>
  withProvider<Outcome>(payments.providers, account, (provider, own) =>
    provider.refund(own, {
      payNo: prepaid.billId,
      tradeRef: prepaid.tradeRef,
      refundNo: refund.refundNo,
      amountCents: refund.amountCents,
      totalCents: prepaid.paidCents,
      currency: prepaid.currency,
      reason: refund.refundNo,
      notifyUrl: `${payments.publicUrl()}${BASE_PATH}${notifyPath(account.kind, prepaid.payConfId)}`,
    }),
  );

const query = ({ payments }: PaymentDeps, { refund, prepaid, account }: LoadedRefund): Promise<Outcome> =>
  withProvider<Outcome>(payments.providers, account, (provider, own) =>
    provider.queryRefund(own, { payNo: prepaid.billId, tradeRef: prepaid.tradeRef, refundNo: refund.refundNo }),
  );

/** An answer to a request always has a refund. */
const required = (outcome: Outcome): CallOutcome<RefundView> => {
  if (outcome.kind !== 'done') return outcome;
  if (!outcome.value) throw new Error('a provider accepted a refund without saying which');
  return { kind: 'done', value: outcome.value };
};
