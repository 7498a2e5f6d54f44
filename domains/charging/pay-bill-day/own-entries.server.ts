import { sql } from 'kysely';
import { openPrepayStates, receivedPrepayStates, refundOrderState } from '#engines/payment/codes.ts';
import type { PrepayState, RefundOrderState } from '#engines/payment/codes.ts';
import type { BillEntry, OwnEntry } from '#engines/payment/reconcile.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { entryKind } from './pay-bill-day.codes.ts';
import type { BillDayKey } from './bill-lines.server.ts';

/** The lines or entries that are in memory at the same time. */
const PAGE_ROWS = 5_000;
const { payment, refund } = entryKind.items;

/** A line of the bill beside what we know under its number. */
export interface LineWithOwn {
  readonly line: BillEntry & {
    readonly lineNo: number;
    readonly payNo: string;
    readonly tradeNo: string;
    readonly billTime: string;
    readonly feeCents: bigint;
  };
  readonly own: OwnEntry | undefined;
}

interface LineRow {
  readonly lineNo: number;
  readonly entryKind: number;
  readonly entryNo: string;
  readonly payNo: string;
  readonly tradeNo: string;
  readonly billTime: string;
  readonly amountCents: bigint;
  readonly feeCents: bigint;
  readonly isCopy: boolean;
  readonly ownCents: bigint | null;
  readonly payState: number | null;
  readonly refundState: number | null;
}

/** The lines of a day in pages, each beside what we know of it. */
export async function* linesWithOwn(tx: Tx, { payConfId, billDay }: BillDayKey): AsyncGenerator<readonly LineWithOwn[]> {
  for (let after = 0; ;) {
    const { rows } =
      await sql<LineRow>`select l.line_no, l.entry_kind, l.entry_no, l.pay_no, l.trade_no, l.bill_time, l.amount as amount_cents, l.fee as fee_cents,
        exists (select from pay_bill_line e where e.pay_conf_id = l.pay_conf_id and e.entry_kind = l.entry_kind and e.entry_no = l.entry_no
          and (e.bill_day, e.line_no) < (l.bill_day, l.line_no)) as is_copy,
        case when r.refund_id is not null then r.refund_amount when g.pay_difference_id is not null then g.bill_amount else coalesce(p.actual_pay_amount, p.order_amount) end as own_cents, p.pay_state,
        coalesce(r.refund_state, g.give_back_state) as refund_state
      from pay_bill_line l
      left join prepaid_order p on l.entry_kind = ${sql.lit(payment.value)} and p.bill_id = l.entry_no and p.pay_conf_id = l.pay_conf_id
      left join (refund_order r join prepaid_order q on q.pre_pay_order_id = r.pre_pay_order_id)
        on l.entry_kind = ${sql.lit(refund.value)} and r.refund_order_no = l.entry_no and q.pay_conf_id = l.pay_conf_id
      left join pay_difference g on l.entry_kind = ${sql.lit(refund.value)} and g.give_back_no = l.entry_no and g.pay_conf_id = l.pay_conf_id
      where l.pay_conf_id = ${payConfId} and l.bill_day = ${billDay}::date and l.line_no > ${after} order by l.line_no limit ${PAGE_ROWS}`.execute(
        tx,
      );
    if (rows.length === 0) return;
    yield rows.map(lineOf);
    after = rows.at(-1)?.lineNo ?? after;
    if (rows.length < PAGE_ROWS) return;
  }
}

const lineOf = ({ ownCents, payState, refundState, entryKind: code, ...row }: LineRow): LineWithOwn => {
  const kind = code === payment.value ? 'payment' : 'refund';
  const state = kind === 'payment' ? paymentStateOf(payState) : refundStateOf(refundState);
  const own = ownCents === null ? undefined : ({ kind, entryNo: row.entryNo, amountCents: ownCents, state } as const);
  return { line: { ...row, kind }, own };
};

const paymentStateOf = (state: number | null): OwnEntry['state'] => {
  const isIn = (states: readonly PrepayState[]): boolean => states.some((one) => one === state);
  if (isIn(receivedPrepayStates)) return 'booked';
  return isIn(openPrepayStates) ? 'open' : 'none';
};

const underwayStates: readonly RefundOrderState[] = [
  refundOrderState.requested,
  refundOrderState.processing,
  refundOrderState.unknown,
  refundOrderState.abnormal,
];
const refundStateOf = (state: number | null): OwnEntry['state'] => {
  if (state === refundOrderState.succeeded) return 'booked';
  return underwayStates.some((one) => one === state) ? 'underway' : 'none';
};

/** What was booked on a day and stands in no bill. */
export interface MissingEntry {
  readonly kind: OwnEntry['kind'];
  readonly entryNo: string;
  readonly payNo: string;
  readonly tradeNo: string | null;
  readonly amountCents: bigint;
  readonly atMs: number;
}

interface MissingRow {
  readonly id: bigint;
  readonly entryNo: string;
  readonly payNo: string;
  readonly tradeNo: string | null;
  readonly amountCents: bigint;
  readonly at: Date | null;
}

interface DayRange {
  readonly payConfId: string;
  readonly from: Date;
  readonly to: Date;
}

/** The payments and refunds of the range that no bill has, in pages. */
export async function* missingEntries(tx: Tx, range: DayRange): AsyncGenerator<readonly MissingEntry[]> {
  for (const { kind, missing } of sources) {
    for (let after = 0n; ;) {
      const rows = await missing(tx, range, after);
      if (rows.length > 0) yield rows.map(({ id: _id, at, ...row }) => ({ ...row, kind, atMs: at?.getTime() ?? 0 }));
      after = rows.at(-1)?.id ?? after;
      if (rows.length < PAGE_ROWS) break;
    }
  }
}

const missingPayments = async (tx: Tx, { payConfId, from, to }: DayRange, after: bigint): Promise<readonly MissingRow[]> =>
  (
    await sql<MissingRow>`select p.pre_pay_order_id as id, p.bill_id as entry_no, p.bill_id as pay_no, p.trade_no, coalesce(p.actual_pay_amount, p.order_amount) as amount_cents, p.pay_time as at
    from prepaid_order p where p.pay_conf_id = ${payConfId} and p.pay_time >= ${from} and p.pay_time < ${to} and p.pay_state in (${literals(receivedPrepayStates)})
      and p.pre_pay_order_id > ${after} and not exists (select from pay_bill_line l where l.pay_conf_id = p.pay_conf_id
        and l.entry_kind = ${sql.lit(payment.value)} and l.entry_no = p.bill_id)
    order by p.pre_pay_order_id limit ${PAGE_ROWS}`.execute(tx)
  ).rows;

const missingRefunds = async (tx: Tx, { payConfId, from, to }: DayRange, after: bigint): Promise<readonly MissingRow[]> =>
  (
    await sql<MissingRow>`select r.refund_id as id, r.refund_order_no as entry_no, p.bill_id as pay_no, r.trade_refund_no as trade_no,
      r.refund_amount as amount_cents, r.refund_time as at
    from refund_order r join prepaid_order p on p.pre_pay_order_id = r.pre_pay_order_id
    where p.pay_conf_id = ${payConfId} and r.refund_time >= ${from} and r.refund_time < ${to} and r.refund_state = ${sql.lit(refundOrderState.succeeded)}
      and r.refund_id > ${after} and not exists (select from pay_bill_line l where l.pay_conf_id = p.pay_conf_id
        and l.entry_kind = ${sql.lit(refund.value)} and l.entry_no = r.refund_order_no)
    order by r.refund_id limit ${PAGE_ROWS}`.execute(tx)
  ).rows;

/** Payments without an order that were given back. */
const missingGiveBacks = async (tx: Tx, { payConfId, from, to }: DayRange, after: bigint): Promise<readonly MissingRow[]> =>
  (
    await sql<MissingRow>`select d.pay_difference_id as id, coalesce(d.give_back_no, '') as entry_no, d.pay_no, null::text as trade_no,
      coalesce(d.bill_amount, 0) as amount_cents, d.give_back_time as at
    from pay_difference d where d.pay_conf_id = ${payConfId} and d.give_back_time >= ${from} and d.give_back_time < ${to} and d.pay_difference_id > ${after}
      and not exists (select from pay_bill_line l where l.pay_conf_id = d.pay_conf_id and l.entry_kind = ${sql.lit(refund.value)} and l.entry_no = d.give_back_no)
    order by d.pay_difference_id limit ${PAGE_ROWS}`.execute(tx)
  ).rows;

const sources = [
  { kind: 'payment', missing: missingPayments },
  { kind: 'refund', missing: missingRefunds },
  { kind: 'refund', missing: missingGiveBacks },
] as const;

/** How many payments and refunds were booked in the range. */
export const countOwn = async (tx: Tx, { payConfId, from, to }: DayRange): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select ((select count(*) from prepaid_order p where p.pay_conf_id = ${payConfId} and p.pay_time >= ${from} and p.pay_time < ${to})
    + (select count(*) from refund_order r join prepaid_order p on p.pre_pay_order_id = r.pre_pay_order_id where p.pay_conf_id = ${payConfId}
      and r.refund_state = ${sql.lit(refundOrderState.succeeded)} and r.refund_time >= ${from} and r.refund_time < ${to}))::int4 as n`.execute(tx);
  return rows[0]?.n ?? 0;
};
