import { finalRefundStates } from '#engines/payment/codes.ts';
import type { CallOutcome, RefundView } from '#engines/payment/payment.ts';
import { afterRefundAsked, afterRefundQueried, refundStepOf } from '#engines/payment/prepaid.ts';
import { inSystem } from '#kit/db/index.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { orderWork } from '../order/lifecycle/order-work.server.ts';
import { withProvider } from '#domains/money/server.ts';
import { notifyPath } from '../prepaid-order/payment-services.server.ts';
import type { PaymentAccount, PaymentDeps } from '../prepaid-order/payment-services.server.ts';
import { readPrepaid } from '../prepaid-order/prepaid-row.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';
import { applyRefund } from './apply-refund.server.ts';
import { readRefund } from './refund-row.server.ts';
import type { RefundRow } from './refund-row.server.ts';

interface LoadedRefund extends PaymentAccount {
  readonly refund: RefundRow;
  readonly prepaid: PrepaidRow;
}

/** One call about a refund, always with the number that is stored. One that only a person can move is asked about when somebody wakes it. */
export const stepRefund = async (deps: PaymentDeps, refundId: string, claimedAt: Date): Promise<void> => {
  const loaded = await load(deps, refundId);
  if (!loaded || finalRefundStates.includes(loaded.refund.state)) return;
  const { refund } = loaded;
  const asks = refundStepOf(refund.state) === 'ask';
  const outcome = asks ? await ask(deps, loaded) : await query(deps, loaded);
  const move = asks ? afterRefundAsked(refund, required(outcome)) : afterRefundQueried(refund, outcome);
  const view = outcome.kind === 'done' ? outcome.value : undefined;
  const applied = { move, claimedAt, tradeRefundNo: view?.tradeRefundNo ?? null, refundedAt: view?.refundedAt ?? null };
  await inSystem(deps.database, (tx) => applyRefund(orderWork(deps, tx, 'worker:payment'), refundId, applied), { idempotent: true });
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
      return { refund, prepaid, ...found };
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
