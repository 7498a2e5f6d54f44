import { sql } from 'kysely';
import { openPrepayStates, receivedPrepayStates } from '#engines/payment/codes.ts';
import { mustClose } from '#engines/payment/prepaid.ts';
import { sellPaidCard } from '#domains/marketing/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { orderWork } from '../order/lifecycle/order-work.server.ts';
import { stepRefund } from '../refund-order/step-refund.server.ts';
import { returnRest } from '../refund-order/return-rest.server.ts';
import { applyAnswer, applyClose } from './answer.server.ts';
import { beginPaidCharge } from './begin-charge.server.ts';
import { withProvider } from '#domains/money/server.ts';
import type { PayAccount } from '#domains/money/server.ts';
import { merchantNoOf, paymentTopic } from './payment-services.server.ts';
import type { PaymentDeps } from './payment-services.server.ts';
import { readPrepaid } from './prepaid-row.server.ts';
import type { PrepaidRow } from './prepaid-row.server.ts';

const POLL_INTERVAL_MS = 1_000;
/** The most rows of each kind that one poll takes. */
const POLL_MAX = 100;
/** A row that a worker has taken is taken again after this time, if the worker has died meanwhile. Longer than the longest call. */
const LEASE_MS = 60_000;
/** Calls wait for other machines, so many run at the same time. */
const CONCURRENCY = 16;

/**
 * Asks providers about payments and refunds. The tables are the queue: a row is claimed by moving its time forward, the call is made outside of any
 * transaction with numbers that are stored already, and its result is applied in another one. A worker that dies in between loses nothing: the row
 * comes again, and the same call with the same numbers does the same thing once.
 */
export const startPaymentWorker = (deps: PaymentDeps): PollingWorker =>
  startPollingWorker(deps, {
    topic: paymentTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'payments could not be looked at',
    work: async () => {
      const claimedAt = deps.clock();
      const { payments, refunds } = await claimDue(deps, claimedAt);
      const tasks = [...payments.map((id) => () => stepPayment(deps, id, claimedAt)), ...refunds.map((id) => () => stepRefund(deps, id, claimedAt))];
      await inParallel(tasks, (error) => deps.log.error({ err: error }, 'a payment or refund could not be worked on'));
      return payments.length === POLL_MAX || refunds.length === POLL_MAX;
    },
  });

const claimDue = (deps: PaymentDeps, now: Date): Promise<{ readonly payments: readonly string[]; readonly refunds: readonly string[] }> =>
  inSystem(deps.database, async (tx) => {
    const until = new Date(now.getTime() + LEASE_MS);
    const { rows } = await sql<{
      paymentId: bigint | null;
      refundId: bigint | null;
    }>`with payments as (update prepaid_order set next_step_at = ${until}
        where pre_pay_order_id in (select pre_pay_order_id from prepaid_order where next_step_at <= ${now} order by next_step_at limit ${POLL_MAX} for update skip locked)
        returning pre_pay_order_id),
      refunds as (update refund_order set next_step_at = ${until}, refund_count = refund_count + 1
        where refund_id in (select refund_id from refund_order where next_step_at <= ${now} order by next_step_at limit ${POLL_MAX} for update skip locked)
        returning refund_id)
      select pre_pay_order_id as payment_id, null::bigint as refund_id from payments union all select null, refund_id from refunds`.execute(tx);
    return {
      payments: rows.flatMap(({ paymentId }) => (paymentId === null ? [] : [String(paymentId)])),
      refunds: rows.flatMap(({ refundId }) => (refundId === null ? [] : [String(refundId)])),
    };
  });

/** An error of one task is logged, and its row comes again when its lease ends. */
const inParallel = async (tasks: readonly (() => Promise<void>)[], onError: (error: unknown) => void): Promise<void> => {
  const remaining = [...tasks];
  await Promise.all(
    Array.from({ length: Math.min(CONCURRENCY, tasks.length) }, async () => {
      for (let task = remaining.shift(); task !== undefined; task = remaining.shift()) await task().catch(onError);
    }),
  );
};

/** One step of a prepaid order: a question or a close while it is open, and the charge or the refund of what was received. */
const stepPayment = async (deps: PaymentDeps, prePayOrderId: string, claimedAt: Date): Promise<void> => {
  const loaded = await inSystem(deps.database, (tx) => loadStep(deps, tx, prePayOrderId), { readOnly: true });
  if (!loaded) return;
  const row = loaded.account ? await askProvider(deps, loaded.row, { account: loaded.account, claimedAt }) : loaded.row;
  if (!row || !receivedPrepayStates.includes(row.payState)) return;
  if (row.walletOf !== null) {
    await inSystem(deps.database, (tx) => restInWallet(tx, prePayOrderId, deps.clock()), { idempotent: true });
    return;
  }
  // The charge has a transaction of its own, so that an error in it cannot undo the payment.
  const hasBegun = await inSystem(deps.database, (tx) => beginPaidCharge(orderWork(deps, tx, 'worker:payment'), prePayOrderId), { idempotent: true });
  // A charge that has just begun leaves no rest.
  if (hasBegun) return;
  await inSystem(deps.database, (tx) => returnRest(orderWork(deps, tx, 'worker:payment'), prePayOrderId), { idempotent: true });
};

/**
 * Money that has filled a wallet buys the privilege card that it was paid for, and then waits for nothing: it goes back only when its driver wants that. The
 * sale has a transaction of its own, so that an error in it cannot undo the payment.
 */
const restInWallet = async (tx: Tx, prePayOrderId: string, now: Date): Promise<void> => {
  await sellPaidCard(tx, prePayOrderId, now);
  await sql`update prepaid_order set next_step_at = null where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
};

interface LoadedStep {
  readonly row: PrepaidRow;
  /** Of a payment whose result is open. */
  readonly account: PayAccount | undefined;
}

const loadStep = async ({ payments }: PaymentDeps, tx: Tx, prePayOrderId: string): Promise<LoadedStep | undefined> => {
  const row = await readPrepaid(tx, prePayOrderId);
  if (!row || !openPrepayStates.includes(row.payState)) return row && { row, account: undefined };
  const found = await payments.openAccount(tx, row.payConfId);
  if (!found) throw new Error(`the pay configuration ${row.payConfId} of payment ${row.billId} has gone`);
  return { row, account: found.account };
};

interface ProviderQuestion {
  readonly account: PayAccount;
  readonly claimedAt: Date;
}

const askProvider = async (deps: PaymentDeps, row: PrepaidRow, { account, claimedAt }: ProviderQuestion): Promise<PrepaidRow | undefined> => {
  const { database, payments, clock } = deps;
  const { prePayOrderId, billId: payNo, tradeRef } = row;
  const payment = { payNo, tradeRef };
  const answer = await withProvider(payments.providers, account, (provider, own) => provider.query(own, payment));
  const merchantNo = merchantNoOf(account);
  const asked = await inSystem(database, (tx) => applyAnswer(tx, prePayOrderId, { outcome: answer, merchantNo, claimedAt, now: clock() }), {
    idempotent: true,
  });
  if (!asked || answer.kind !== 'done' || !mustClose(asked.payState, asked, clock().getTime())) return asked;
  const closed = await withProvider(payments.providers, account, (provider, own) => provider.close(own, payment));
  await inSystem(database, (tx) => applyClose(tx, prePayOrderId, { outcome: closed, claimedAt, now: clock() }), { idempotent: true });
  return undefined;
};
