import { sql } from 'kysely';
import type { BillDifference } from '#engines/payment/reconcile.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import type { BillDay } from '../pay-bill-day/bill-day-row.server.ts';
import { entryKindOf } from '../pay-bill-day/pay-bill-day.rules.ts';
import { billState } from '../pay-bill-day/pay-bill-day.codes.ts';
import { bookDifference } from './book-difference.server.ts';
import { differenceKind, differenceState } from './pay-difference.codes.ts';

const { open, waits, gone, booked } = differenceState.items;
const openStates = [open.value, waits.value] as const;
/** States that the comparison may change: one that had gone may come again. */
const movableStates = [open.value, waits.value, gone.value] as const;

/** A difference with what people recognise it by. */
export interface FoundDifference extends BillDifference {
  readonly payNo: string;
  readonly tradeNo: string | null;
  readonly billTime: string | null;
  /** Of a doubled line; 0 otherwise. */
  readonly lineNo: number;
}

interface FoundDifferences {
  readonly found: readonly FoundDifference[];
  readonly now: Date;
}

/** Stores differences that were found, once each. What a person has dealt with stays so. */
export const saveDifferences = async (tx: Tx, day: BillDay, { found, now }: FoundDifferences): Promise<void> => {
  if (found.length === 0) return;
  const column = <T>(read: (difference: FoundDifference) => T): readonly T[] => found.map(read);
  await sql`insert into pay_difference as d (tenant_id, pay_conf_id, pay_bill_day_id, bill_day, currency, seen_at, create_by, create_time,
      difference_kind, entry_kind, entry_no, line_no, pay_no, trade_no, bill_time, own_amount, bill_amount, difference_amount, difference_state)
    select ${day.tenantId}::int8, ${day.payConfId}::int8, ${day.payBillDayId}::int8, ${day.billDay}::date, ${day.currency}, ${now}::timestamptz, 'worker:payBill', ${now}::timestamptz, f.*
    from unnest(${column(({ is }) => differenceKind.items[is].value)}::int2[], ${column(({ kind }) => entryKindOf(kind))}::int2[], ${column(({ entryNo }) => entryNo)}::text[],
      ${column(({ lineNo }) => lineNo)}::int4[], ${column(({ payNo }) => payNo)}::text[], ${column(({ tradeNo }) => tradeNo)}::text[], ${column(({ billTime }) => billTime)}::text[],
      ${column(({ ownCents }) => ownCents)}::int8[], ${column(({ billCents }) => billCents)}::int8[], ${column(({ differenceCents }) => differenceCents)}::int8[],
      ${column((difference) => (difference.waits ? waits.value : open.value))}::int2[])
      as f (difference_kind, entry_kind, entry_no, line_no, pay_no, trade_no, bill_time, own_amount, bill_amount, difference_amount, difference_state)
    on conflict (pay_bill_day_id, entry_kind, entry_no, difference_kind, line_no) do update set seen_at = excluded.seen_at,
      difference_state = case when d.difference_state in (${literals(movableStates)}) then excluded.difference_state else d.difference_state end,
      update_time = now(), version = d.version + 1`.execute(tx);
};

/** Differences that were not found again are over; what was booked for one is taken back, because the books have what they missed. */
export const endUnseen = async (tx: Tx, { payBillDayId }: Pick<BillDay, 'payBillDayId'>, now: Date): Promise<void> => {
  const { rows } = await sql<{
    id: bigint;
  }>`select pay_difference_id as id from pay_difference where pay_bill_day_id = ${payBillDayId} and seen_at < ${now}
    and difference_state = ${sql.lit(booked.value)} and give_back_no is null order by pay_difference_id`.execute(tx);
  for (const { id } of rows) await bookDifference(tx, String(id), { actor: 'worker:payBill', isBack: true });
  await sql`update pay_difference set difference_state = ${gone.value}, asked_mend = null, asked_by = null, asked_by_id = null, update_time = now(), version = version + 1
    where pay_bill_day_id = ${payBillDayId} and seen_at < ${now} and difference_state in (${literals([...openStates, booked.value])}) and give_back_no is null`.execute(
    tx,
  );
};

/** Writes what of a day is still open, and its state. A day that was not compared yet keeps its own. */
export const writeDayState = async (tx: Tx, payBillDayId: string): Promise<void> => {
  const { agrees, differs, explained, waiting } = billState.items;
  await sql`update pay_bill_day b set difference_count = s.open, unexplained_amount = s.unexplained,
      bill_state = case when s.open > 0 then ${sql.lit(differs.value)} when s.explained > 0 then ${sql.lit(explained.value)} else ${sql.lit(agrees.value)} end,
      update_time = now(), version = b.version + 1
    from (select count(*) filter (where difference_state in (${literals(openStates)}))::int4 as open,
        count(*) filter (where difference_state <> ${sql.lit(gone.value)})::int4 as explained,
        coalesce(sum(abs(difference_amount)) filter (where difference_state in (${literals(openStates)})), 0)::int8 as unexplained
      from pay_difference where pay_bill_day_id = ${payBillDayId}) s
    where b.pay_bill_day_id = ${payBillDayId} and b.bill_state <> ${sql.lit(waiting.value)}`.execute(tx);
};
