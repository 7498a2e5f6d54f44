import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { StatementBooking } from './figures.rules.ts';

/** Whose statement it is, and of which time: `from` inclusive, `to` exclusive. Ids are texts of digits. */
export interface StatementSpan {
  readonly tenantId: string;
  readonly custId: string;
  readonly currency: string;
  readonly from: Date;
  readonly to: Date;
}

/** Bookings of transactions that took longer than this may have a higher number and an earlier time. */
const DISORDER = '1 hour';
/** Records carry the time at which their order ended, and their booking the time at which it was made. */
const RECORD_LEAD = '31 days';

/** The customer, its cards and its cars, also those that are void or deleted: the name of each in the ledger, and its id and kinds in records. */
const parties = ({ custId }: StatementSpan) => sql`party as materialized (
    select 'customer:' || c.cust_id as name, c.cust_id as part_id, array[1, 3] as kinds from customer c where c.cust_id = ${custId}
    union all select 'card:' || k.ic_card_id, k.ic_card_id, array[2] from ic_card k where k.cust_id = ${custId}
    union all select 'car:' || v.car_id, v.car_id, array[4] from car v where v.cust_id = ${custId} or v.phone_user_id = ${custId})`;

/** The wallets of the parties and the accounts of what they owe. */
const ownBooks = ({ tenantId, currency }: StatementSpan) => sql`books as materialized (
    select a.account_id, a.sync from party p join ledger.account a
      on a.tenant_id = ${tenantId} and a.currency = ${currency} and a.code in ('wallet:' || p.name, 'receivable:' || p.name))`;

/**
 * The bookings since the start of the span, each with its change. Wallets list theirs; those that only changed a debt are found by their records,
 * because postings have no index by account. Money that moved among these accounts changes nothing.
 */
const changes = ({ from }: StatementSpan) => sql`since as (
    select m.journal_id from books b cross join lateral (
      select n.journal_id from ledger.movement n where n.account_id = b.account_id and n.version > coalesce((
        select o.version from ledger.movement o join ledger.journal i on i.journal_id = o.journal_id
        where o.account_id = b.account_id and i.posted_at < ${from}::timestamptz - ${DISORDER}::interval order by o.version desc limit 1), 0)) m where b.sync
    union select r.journal_id from party p join recharge_record r on r.main_part_id = p.part_id and r.main_part_type = any(p.kinds)
      where r.recharge_time >= ${from}::timestamptz - ${RECORD_LEAD}::interval
    union select r.journal_id from party p join consume_record r on r.main_part_id = p.part_id and r.main_part_type = any(p.kinds)
      where r.create_time >= ${from}::timestamptz - ${RECORD_LEAD}::interval
    union select r.journal_id from party p join write_off r on r.main_part_id = p.part_id and r.main_part_type = any(p.kinds)
      where r.create_time >= ${from}::timestamptz - ${RECORD_LEAD}::interval
    union select r.journal_id from party p join opening_balance r on r.main_part_id = p.part_id and r.main_part_type = any(p.kinds)
      where r.journal_id is not null),
  change as (
    select j.journal_id, j.kind, j.posted_at,
      coalesce((select sum(case when p.credit_id = b.account_id then p.amount else -p.amount end)
        from ledger.posting p join books b on b.account_id in (p.debit_id, p.credit_id) where p.journal_id = j.journal_id), 0)::int8 as cents,
      coalesce((select sum(case when p.debit_id = b.account_id then p.amount else -p.amount end)
        from ledger.posting p join books b on b.account_id in (p.debit_id, p.credit_id) and not b.sync where p.journal_id = j.journal_id), 0)::int8 as owed_cents
    from since s join ledger.journal j on j.journal_id = s.journal_id where j.posted_at >= ${from})`;

export interface ClosingBalance {
  /** Wallets less debts. */
  readonly closingCents: bigint;
  readonly owedCents: bigint;
}

/** What the accounts had at the end of the span: what they have now, less what was booked since, in one snapshot. */
export const closingBalance = async (tx: Tx, span: StatementSpan): Promise<ClosingBalance> => {
  const { rows } = await sql<ClosingBalance>`with ${parties(span)}, ${ownBooks(span)}, ${changes({ ...span, from: span.to })},
    now_has as (select coalesce(sum(case when n.class = 'L' then n.posted else -n.posted end), 0)::int8 as cents,
        coalesce(sum(case when n.class = 'A' then n.posted end), 0)::int8 as owed_cents
      from ledger.balances(array(select account_id from books)) n)
    select coalesce((select cents from now_has), 0) - coalesce((select sum(cents) from change), 0)::int8 as closing_cents,
      coalesce((select owed_cents from now_has), 0) - coalesce((select sum(owed_cents) from change), 0)::int8 as owed_cents`.execute(tx);
  return rows[0] ?? { closingCents: 0n, owedCents: 0n };
};

/** The bookings of the span, oldest first. */
export const statementBookings = async (tx: Tx, span: StatementSpan): Promise<readonly StatementBooking[]> => {
  const { rows } = await sql<StatementBooking>`with ${parties(span)}, ${ownBooks(span)}, ${changes(span)}
    select g.journal_id, g.kind, g.posted_at, g.cents as change_cents,
      coalesce(c.main_part_type, r.main_part_type) as main_part_type, coalesce(c.main_part_no, r.main_part_no) as main_part_no,
      c.charging_order_no, s.station_name, c.cp_code, c.gun_number,
      case when c.is_refund = 1 then -c.order_amount else c.order_amount end as order_cents, c.charging_elec as energy,
      coalesce(coalesce(c.cust_id, r.cust_id) <> ${span.custId}::int8, false) as is_of_other
    from change g left join consume_record c on c.journal_id = g.journal_id left join recharge_record r on r.journal_id = g.journal_id
      left join station s on s.station_id = c.station_id
    where g.posted_at < ${span.to} and (g.cents <> 0 or c.cust_id = ${span.custId}::int8)
    order by g.posted_at, g.journal_id`.execute(tx);
  return rows;
};
