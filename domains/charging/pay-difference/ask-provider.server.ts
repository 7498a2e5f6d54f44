import { sql } from 'kysely';
import type { CallOutcome, PaymentView, RefundView } from '#engines/payment/payment.ts';
import { yuanText } from '#engines/payment/yuan.ts';
import { withProvider } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { BillDay } from '../pay-bill-day/bill-day-row.server.ts';
import { entryKind } from '../pay-bill-day/pay-bill-day.codes.ts';
import { paymentTopic } from '../prepaid-order/payment-services.server.ts';
import type { PaymentAccount, PaymentDeps } from '../prepaid-order/payment-services.server.ts';
import { wakePayment, wakeRefund } from '../prepaid-order/wake-payment.server.ts';

/** The questions of one step; the next step asks the rest. */
const ASKED_MAX = 20;

interface AskedDifference {
  readonly id: bigint;
  readonly entryKind: number;
  readonly entryNo: string;
  readonly payNo: string;
  readonly tradeRef: string | null;
}

/**
 * Asks the provider about the differences of a day that people want to know about. The answer is noted; a payment or refund of ours that is still open is
 * looked at again by its own worker, which alone moves it. Returns how many were asked about.
 */
export const answerAsked = async (deps: PaymentDeps, { payBillDayId, payConfId }: BillDay): Promise<number> => {
  const { database, payments, clock } = deps;
  const { asked, found } = await inSystem(database, async (tx) => {
    const { rows } = await sql<AskedDifference>`select d.pay_difference_id as id, d.entry_kind, d.entry_no, d.pay_no, p.trade_ref
      from pay_difference d left join prepaid_order p on p.bill_id = d.pay_no and p.pay_conf_id = d.pay_conf_id
      where d.pay_bill_day_id = ${payBillDayId} and d.ask_time is not null and d.provider_answer is null order by d.pay_difference_id limit ${ASKED_MAX}`.execute(
      tx,
    );
    return { asked: rows, found: rows.length > 0 ? await payments.openAccount(tx, payConfId) : undefined };
  });
  if (!found) return 0;
  for (const difference of asked) {
    const answer = await askAbout(deps, found, difference);
    const { entryNo, payNo } = difference;
    await inSystem(database, async (tx) => {
      await sql`update pay_difference set provider_answer = ${answer.slice(0, ANSWER_MAX)}, update_time = now() where pay_difference_id = ${difference.id}`.execute(
        tx,
      );
      const now = clock();
      if (difference.entryKind === entryKind.items.payment.value) await wakePayment(tx, { payConfId, payNo, now });
      else await wakeRefund(tx, { payConfId, refundNo: entryNo, now });
      tx.wake(paymentTopic);
    });
  }
  return asked.length;
};

const ANSWER_MAX = 255;

const askAbout = async ({ payments }: PaymentDeps, { account }: PaymentAccount, asked: AskedDifference): Promise<string> => {
  const { payNo, tradeRef, entryNo: refundNo } = asked;
  if (asked.entryKind === entryKind.items.payment.value)
    return answerText(
      await withProvider<CallOutcome<PaymentView>>(payments.providers, account, (provider, own) => provider.query(own, { payNo, tradeRef })),
    );
  return answerText(
    await withProvider<CallOutcome<RefundView | undefined>>(payments.providers, account, (provider, own) =>
      provider.queryRefund(own, { payNo, tradeRef, refundNo }),
    ),
  );
};

/** The answer as people read it: the provider's state, amount and number. */
const answerText = (outcome: CallOutcome<PaymentView | RefundView | undefined>): string => {
  if (outcome.kind === 'unknown') return `? ${outcome.code}`;
  if (outcome.kind === 'refused') return `${outcome.code} ${outcome.message}`.trim();
  const view = outcome.value;
  if (!view) return '-';
  const tradeNo = 'refundNo' in view ? view.tradeRefundNo : view.tradeNo;
  return [view.state, view.amountCents === undefined ? '' : yuanText(view.amountCents), tradeNo ?? ''].filter(Boolean).join(' ');
};
