import { sql } from 'kysely';
import { billDayBounds } from '#engines/payment/bill-days.ts';
import { addLine, addMissing, judgeLine, judgeMissing, noSums } from '#engines/payment/reconcile.ts';
import type { BillDifference, DaySums } from '#engines/payment/reconcile.ts';
import type { Tx } from '#kit/db/index.ts';
import { reportOpenDifferences } from '../pay-difference/report-differences.server.ts';
import { endUnseen, saveDifferences, writeDayState } from '../pay-difference/save-difference.server.ts';
import type { FoundDifference } from '../pay-difference/save-difference.server.ts';
import { billState } from './pay-bill-day.codes.ts';
import type { BillDay } from './bill-day-row.server.ts';
import { linesWithOwn, missingEntries } from './own-entries.server.ts';

/**
 * Compares the lines of a day with our books, page by page, and stores what differs. A comparison that is repeated finds the same differences again: what
 * a person has dealt with stays so, and what is not found any more is over.
 */
export const compareDay = async (tx: Tx, day: BillDay, now: Date): Promise<void> => {
  let sums = noSums;
  for await (const page of linesWithOwn(tx, day)) {
    const found: FoundDifference[] = [];
    for (const { line, own } of page) {
      const difference = judgeLine(line, own);
      sums = addLine(sums, line, difference);
      if (difference) found.push(foundOf(difference, { ...line, lineNo: difference.is === 'doubled' ? line.lineNo : 0 }));
    }
    await saveDifferences(tx, day, { found, now });
  }
  const { fromMs, toMs } = billDayBounds(day.provider, day.billDay);
  const nextIsHere = await isNextFetched(tx, day);
  for await (const page of missingEntries(tx, { payConfId: day.payConfId, from: new Date(fromMs), to: new Date(toMs) })) {
    const found = page.map((entry) => {
      const difference = judgeMissing(entry, { dayEndMs: toMs, nextIsHere });
      sums = addMissing(sums, difference);
      return foundOf(difference, { ...entry, lineNo: 0, billTime: null });
    });
    await saveDifferences(tx, day, { found, now });
  }
  await writeSums(tx, day, { sums, now });
  await endUnseen(tx, day, now);
  await writeDayState(tx, day.payBillDayId);
  await reportOpenDifferences(tx, day.payConfId, now);
};

const foundOf = (
  difference: BillDifference,
  { payNo, tradeNo, billTime, lineNo }: Pick<FoundDifference, 'payNo' | 'tradeNo' | 'billTime' | 'lineNo'>,
): FoundDifference => ({ ...difference, payNo, tradeNo, billTime, lineNo });

const isNextFetched = async (tx: Tx, { payConfId, billDay }: BillDay): Promise<boolean> => {
  const { rows } = await sql<{ isHere: boolean }>`select exists (select from pay_bill_day n where n.pay_conf_id = ${payConfId}
    and n.bill_day = ${billDay}::date + 1 and n.fetch_time is not null) as is_here`.execute(tx);
  return rows[0]?.isHere ?? false;
};

/** The state is written afterwards; until then the day counts as compared without a difference. */
const writeSums = async (tx: Tx, { payBillDayId }: BillDay, { sums, now }: { readonly sums: DaySums; readonly now: Date }): Promise<void> => {
  await sql`update pay_bill_day set bill_state = ${billState.items.agrees.value}, payment_count = ${sums.paymentCount}, payment_amount = ${sums.paymentCents},
    refund_count = ${sums.refundCount}, refund_amount = ${sums.refundCents}, fee_amount = ${sums.feeCents}, own_payment_amount = ${sums.ownPaymentCents},
    own_refund_amount = ${sums.ownRefundCents}, matched_count = ${sums.matchedCount}, compare_time = ${now}, update_time = now(), version = version + 1
    where pay_bill_day_id = ${payBillDayId}`.execute(tx);
};
