import { sql } from 'kysely';
import type { BillLine } from '#engines/payment/payment.ts';
import type { Tx } from '#kit/db/index.ts';
import { entryKindOf, entryNoOf } from './pay-bill-day.rules.ts';

const TEXT_MAX = 64;

export interface BillDayKey {
  readonly tenantId: string;
  readonly payConfId: string;
  readonly billDay: string;
}

/** Drops the lines of a day, to write others. */
export const dropLines = async (tx: Tx, { payConfId, billDay }: BillDayKey): Promise<void> => {
  await sql`delete from pay_bill_line where pay_conf_id = ${payConfId} and bill_day = ${billDay}::date`.execute(tx);
};

/** Writes a page of lines; `from` lines were written before. */
export const writeLines = async (
  tx: Tx,
  { tenantId, payConfId, billDay }: BillDayKey,
  { from, lines }: { readonly from: number; readonly lines: readonly BillLine[] },
): Promise<void> => {
  const column = <T>(read: (line: BillLine, place: number) => T): readonly T[] => lines.map(read);
  const text = (value: string): string => value.slice(0, TEXT_MAX);
  await sql`insert into pay_bill_line (tenant_id, pay_conf_id, bill_day, line_no, entry_kind, entry_no, pay_no, trade_no, amount, fee, bill_time)
    select ${tenantId}::int8, ${payConfId}::int8, ${billDay}::date, l.* from unnest(${column((_line, place) => from + place + 1)}::int4[],
      ${column(({ kind }) => entryKindOf(kind))}::int2[], ${column((line) => text(entryNoOf(line)))}::text[], ${column(({ payNo }) => text(payNo))}::text[],
      ${column(({ tradeNo }) => text(tradeNo))}::text[], ${column(({ amountCents }) => amountCents)}::int8[],
      ${column(({ feeCents }) => feeCents)}::int8[], ${column(({ time }) => text(time))}::text[])
    as l (line_no, entry_kind, entry_no, pay_no, trade_no, amount, fee, bill_time)`.execute(tx);
};
