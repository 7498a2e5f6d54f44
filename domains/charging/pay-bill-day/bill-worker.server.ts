import { sql } from 'kysely';
import { billDayBounds, billRetryMs, dayAfter, isBillComplete, isBillOverdue } from '#engines/payment/bill-days.ts';
import type { CallOutcome } from '#engines/payment/payment.ts';
import { withProvider } from '#domains/money/server.ts';
import type { ReadBill } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { stepGiveBacks } from '../pay-difference/give-back.server.ts';
import { answerAsked } from '../pay-difference/ask-provider.server.ts';
import { reportMissingBill } from '../pay-difference/report-differences.server.ts';
import type { PaymentDeps } from '../prepaid-order/payment-services.server.ts';
import { billTopic } from './bill-days.server.ts';
import { lockBillDay } from './bill-day-row.server.ts';
import type { BillDay } from './bill-day-row.server.ts';
import { dropLines, writeLines } from './bill-lines.server.ts';
import { compareDay } from './compare-day.server.ts';
import { countOwn } from './own-entries.server.ts';

const POLL_INTERVAL_MS = 10_000;
/** A day that a worker has taken is taken again after this time, if the worker has died meanwhile. */
const LEASE_MS = 30 * 60_000;
/** After the provider was asked about a difference, its answer has moved the payment within this time. */
const COMPARE_AFTER_ASKING_MS = 30_000;

/** Fetches the bills of providers and compares them, one day at a time. The table is the queue, and a step that died is done again. */
export const startBillWorker = (deps: PaymentDeps): PollingWorker =>
  startPollingWorker(deps, {
    topic: billTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'a bill could not be compared',
    work: async () => {
      await stepGiveBacks(deps);
      const payBillDayId = await claimDay(deps);
      if (payBillDayId === undefined) return false;
      await stepDay(deps, payBillDayId);
      return true;
    },
  });

const claimDay = ({ database, clock }: PaymentDeps): Promise<string | undefined> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{
      id: bigint;
    }>`update pay_bill_day set next_step_at = ${new Date(clock().getTime() + LEASE_MS)} where pay_bill_day_id = (
      select pay_bill_day_id from pay_bill_day where next_step_at <= ${clock()} order by next_step_at, pay_bill_day_id limit 1 for update skip locked)
      returning pay_bill_day_id as id`.execute(tx);
    return rows[0] && String(rows[0].id);
  });

/** Gets the bill if it is not here, asks the provider what people want to know, and compares. */
const stepDay = async (deps: PaymentDeps, payBillDayId: string): Promise<void> => {
  const { database, clock } = deps;
  const day = await inSystem(database, (tx) => lockBillDay(tx, payBillDayId));
  if (!day) return;
  if (!day.isFetched && !(await fetchBill(deps, day))) return;
  const asked = await answerAsked(deps, day);
  const now = clock();
  await inSystem(database, async (tx) => {
    await allowLongWork(tx);
    const locked = await lockBillDay(tx, payBillDayId);
    if (!locked?.isFetched) return;
    await compareDay(tx, locked, now);
    const nextAt = asked > 0 ? new Date(now.getTime() + COMPARE_AFTER_ASKING_MS) : null;
    await sql`update pay_bill_day set next_step_at = ${nextAt} where pay_bill_day_id = ${payBillDayId}`.execute(tx);
  });
};

/** A day of a million lines takes a minute. */
const allowLongWork = (tx: Tx) =>
  sql.raw(`set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min'`).execute(tx);

/** False: the bill is not there yet, and is asked for again later. */
const fetchBill = async (deps: PaymentDeps, day: BillDay): Promise<boolean> => {
  const { database, payments, clock } = deps;
  const found = await inSystem(database, (tx) => payments.openAccount(tx, day.payConfId));
  if (!found) throw new Error(`the pay configuration ${day.payConfId} of a bill has gone`);
  let written = 0;
  const outcome = await withProvider<CallOutcome<ReadBill>>(payments.providers, found.account, (provider, own) =>
    provider.dayBill(own, day.billDay, async (lines) => {
      await inSystem(database, async (tx) => {
        // The lines of an earlier attempt are replaced when the first new ones are here.
        if (written === 0) await dropLines(tx, day);
        await writeLines(tx, day, { from: written, lines });
      });
      written += lines.length;
    }),
  );
  const now = clock();
  const bounds = billDayBounds(day.provider, day.billDay);
  return inSystem(database, async (tx) => {
    await allowLongWork(tx);
    const own = await countOwn(tx, { payConfId: day.payConfId, from: new Date(bounds.fromMs), to: new Date(bounds.toMs) });
    const isHere =
      outcome.kind === 'done' &&
      isBillComplete({ lineCount: written, ownCount: own }, { kind: day.provider, day: day.billDay, nowMs: now.getTime() });
    if (!isHere) {
      await noteFailure(tx, day, { problem: problemOf(outcome), now });
      return false;
    }
    if (written === 0) await dropLines(tx, day);
    const { hash } = outcome.value;
    await sql`update pay_bill_day set fetch_time = ${now}, wants_bill = false, bill_hash = ${hash}, problem = null, try_count = try_count + 1 where pay_bill_day_id = ${day.payBillDayId}`.execute(
      tx,
    );
    // What the neighbours miss may stand in this bill.
    await sql`update pay_bill_day set next_step_at = ${now} where pay_conf_id = ${day.payConfId} and next_step_at is null and difference_count > 0
      and bill_day between ${day.billDay}::date - 1 and ${dayAfter(day.billDay)}::date and pay_bill_day_id <> ${day.payBillDayId}`.execute(tx);
    await reportMissingBill(tx, day.payConfId, now);
    return true;
  });
};

const PROBLEM_MAX = 120;
const problemOf = (outcome: CallOutcome<ReadBill>): string => {
  if (outcome.kind === 'done') return 'empty';
  return (outcome.kind === 'refused' ? `${outcome.code} ${outcome.message}`.trim() : outcome.code).slice(0, PROBLEM_MAX);
};

const noteFailure = async (tx: Tx, day: BillDay, { problem, now }: { readonly problem: string; readonly now: Date }): Promise<void> => {
  const nextAt = new Date(now.getTime() + billRetryMs(day.tryCount + 1));
  await sql`update pay_bill_day set try_count = try_count + 1, problem = ${problem}, next_step_at = ${nextAt}, update_time = now() where pay_bill_day_id = ${day.payBillDayId}`.execute(
    tx,
  );
  if (isBillOverdue(day.provider, day.billDay, now.getTime())) await reportMissingBill(tx, day.payConfId, now);
};
