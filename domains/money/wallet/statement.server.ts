import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Page } from '#kit/resource/endpoint.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Condition } from '#kit/server/context/condition.ts';
import { COUNT_CAP } from '#kit/server/lists/list-query.ts';
import { conditionClauses } from '#kit/server/lists/list-sql.ts';
import { rateType } from '#domains/tariff/resources.ts';
import { accountGroup, journalKind } from './wallet.codes.ts';
import { STATEMENT_PAGE_MAX, movementQuery } from './wallet.ts';
import type { movementShape } from './wallet.ts';

export type Movement = Row<typeof movementShape>;

interface StatementQuery {
  readonly accountId: bigint;
  readonly currency: string;
  /** The conditions of the advanced query. */
  readonly conditions: readonly Condition[];
  readonly pageNo: number;
  readonly pageSize: number;
}

/**
 * A page of a wallet's bookings, newest first. Bookings are numbered without gaps, so any page is a range of the key, and the total is the newest
 * number. Only an advanced query has to read the bookings.
 */
export const statementOf = async (tx: Tx, query: StatementQuery): Promise<Page<Movement>> => {
  const size = Math.min(query.pageSize, STATEMENT_PAGE_MAX);
  const { seqs, total, totalCapped } = query.conditions.length === 0 ? await allMovements(tx, query, size) : await filteredMovements(tx, query, size);
  const records = seqs.length === 0 ? [] : await movementsOf(tx, query, seqs);
  return { records, total, totalCapped, size, current: query.pageNo, pages: Math.ceil(total / size) };
};

interface StatementPage {
  /** The numbers of the bookings on the page. */
  readonly seqs: readonly bigint[];
  readonly total: number;
  readonly totalCapped: boolean;
}

const allMovements = async (tx: Tx, { accountId, pageNo }: StatementQuery, size: number): Promise<StatementPage> => {
  const { rows } = await sql<{ seq: bigint }>`select version as seq from ledger.balance where account_id = ${accountId}`.execute(tx);
  const total = rows[0]?.seq ?? 0n;
  const lastSeq = total - BigInt((pageNo - 1) * size);
  const length = lastSeq <= 0n ? 0 : Math.min(size, Number(lastSeq));
  return { seqs: Array.from({ length }, (_unused, index) => lastSeq - BigInt(index)), total: Number(total), totalCapped: false };
};

const filteredMovements = async (tx: Tx, { accountId, conditions, pageNo }: StatementQuery, size: number): Promise<StatementPage> => {
  const fromClause = sql`from (select m.version as seq, j.kind as journal_kind, j.posted_at as posted_time, m.change as rr_money, m.posted_after as rr_after_money,
      coalesce(r.receivable_money, c.receivable_money, 0) as receivable_money, c.charging_order_no, c.cp_code, j.actor ${fromMovements(accountId)}) as t
    where ${sql.join(conditionClauses(movementQuery, conditions), sql` and `)}`;
  const { rows } = await sql<{ seq: bigint }>`select t.seq ${fromClause} order by t.seq desc limit ${size} offset ${(pageNo - 1) * size}`.execute(tx);
  const { rows: countRows } = await sql<{
    total: number;
  }>`select count(*)::int4 as total from (select ${fromClause} limit ${COUNT_CAP + 1}) as found`.execute(tx);
  const total = countRows[0]?.total ?? 0;
  return { seqs: rows.map(({ seq }) => seq), total: Math.min(total, COUNT_CAP), totalCapped: total > COUNT_CAP };
};

/** The bookings of a wallet with their journals. */
const fromMovements = (accountId: bigint) => sql`from ledger.movement m
    join ledger.journal j on j.journal_id = m.journal_id
    left join recharge_record r on r.journal_id = m.journal_id
    left join consume_record c on c.journal_id = m.journal_id
    where m.account_id = ${accountId}`;

interface MovementRow {
  readonly seq: bigint;
  readonly journalId: bigint;
  readonly kind: string;
  readonly postedAt: Date;
  readonly change: bigint;
  readonly postedAfter: bigint;
  readonly receivable: bigint;
  readonly debtPaid: bigint;
  readonly orderId: bigint | null;
  readonly actor: string;
  readonly rechargRecordId: bigint | null;
  readonly consumeRecordId: bigint | null;
  readonly chargingOrderNo: string | null;
  readonly cpCode: string | null;
  readonly chargingElec: bigint | null;
  readonly parts: readonly PartRow[];
}

interface PartRow {
  readonly amount: string;
  readonly feeType: number | null;
  readonly stage: number | null;
  /** The code of the other account in the ledger. */
  readonly counter: string;
}

const movementsOf = async (tx: Tx, { accountId, currency }: StatementQuery, seqs: readonly bigint[]): Promise<readonly Movement[]> => {
  const { rows } = await sql<MovementRow>`
    select m.version as seq, m.journal_id, j.kind, j.posted_at, m.change, m.posted_after, j.order_id, j.actor,
      coalesce(r.receivable_money, c.receivable_money, 0) as receivable, coalesce(r.debt_paid_money, c.debt_paid_money, 0) as debt_paid, r.recharg_record_id, c.consume_record_id, c.charging_order_no, c.cp_code, c.charging_elec,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'amount', (case when p.credit_id = m.account_id then p.amount else -p.amount end)::text, 'feeType', p.fee_type, 'stage', p.stage, 'counter', x.code
        ) order by p.seq), '[]')
        from ledger.posting p
        join ledger.account x on x.account_id = case when p.credit_id = m.account_id then p.debit_id else p.credit_id end
        where p.journal_id = m.journal_id and m.account_id in (p.debit_id, p.credit_id)) as parts
    ${fromMovements(accountId)} and m.version = any(${seqs}::int8[])
    order by m.version desc`.execute(tx);
  return rows.map((row) => movementOf(row, currency));
};

const movementOf = (row: MovementRow, currency: string): Movement => ({
  seq: String(row.seq),
  journalId: String(row.journalId),
  journalKind: kindOf(row.kind),
  postedTime: row.postedAt,
  rrMoney: row.change,
  rrBeforeMoney: row.postedAfter - row.change,
  rrAfterMoney: row.postedAfter,
  receivableMoney: row.receivable,
  debtPaidMoney: row.debtPaid,
  currency,
  rechargRecordId: textOrNull(row.rechargRecordId),
  consumeRecordId: textOrNull(row.consumeRecordId),
  chargingOrderId: textOrNull(row.orderId),
  chargingOrderNo: row.chargingOrderNo,
  cpCode: row.cpCode,
  chargingElec: row.chargingElec,
  actor: row.actor,
  parts: row.parts.map(partOf),
});

const partOf = ({ amount, feeType, stage, counter }: PartRow): Movement['parts'][number] => {
  const colon = counter.indexOf(':');
  const group = colon < 0 ? counter : counter.slice(0, colon);
  return {
    rrMoney: BigInt(amount),
    rateType: feeType === null ? null : feeOf(feeType),
    rateStage: stage,
    counterGroup: groupOf(group),
    counterParty: group === valuesOf(accountGroup).wallet ? counter.slice(colon + 1) : null,
    counterPartType: null,
    counterPartId: null,
    counterPartName: null,
  };
};

const textOrNull = (value: bigint | null): string | null => (value === null ? null : String(value));

const kindOf = (kind: string) => Object.values(journalKind.items).find(({ value }) => value === kind)?.value ?? unknownCode(kind);
const groupOf = (group: string) => Object.values(accountGroup.items).find(({ value }) => value === group)?.value ?? unknownCode(group);
const feeOf = (fee: number) => Object.values(rateType.items).find(({ value }) => value === fee)?.value ?? unknownCode(String(fee));

/** Only this program writes to the ledger, so an unknown code is an internal error. */
const unknownCode = (code: string): never => {
  throw new Error(`the books know a code that the statement does not: ${code}`);
};
