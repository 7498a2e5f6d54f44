import { type RawBuilder, sql } from 'kysely';
import { cents, type Cents } from '#engines/money/units.ts';
import type { Tx } from '#kit/db/index.ts';
import type { AccountSpec, Booking, JournalKind, BookingLine } from './ledger.ts';
import { orLedgerRefusal } from './ledger-refusal.server.ts';

/** The tenant, the currency and the actor of a booking (`user:7`, `worker:settle`). */
export interface Books {
  readonly tenantId: bigint;
  readonly currency: string;
  readonly actor: string;
}

/** The ids of accounts in the given order; missing accounts are created. An existing account with other properties is an error. */
export const openAccounts = async (
  tx: Tx,
  { tenantId, currency }: Omit<Books, 'actor'>,
  specs: readonly AccountSpec[],
): Promise<readonly bigint[]> => {
  const rows = specs.map((spec) => compositeLiteral([spec.class, spec.code, spec.sync, spec.floorCents, spec.owner?.type, spec.owner?.id]));
  const opened = await queryRow<{ ids: readonly bigint[] }>(
    tx,
    sql`SELECT ledger.open_accounts(${tenantId}, ${currency}, ${rows}::ledger.account_spec[]) AS ids`,
  );
  return opened.ids;
};

/** Closes an account permanently; refused with `ledger.notOpen` unless its balance is zero. */
export const closeAccount = async (tx: Tx, { tenantId, accountId }: { readonly tenantId: bigint; readonly accountId: bigint }): Promise<void> => {
  await queryRow(tx, sql`SELECT ledger.close_account(${tenantId}, ${accountId})`);
};

export interface Posting {
  readonly kind: JournalKind;
  /** The key together with the kind: a booking with the same key and content is made once. */
  readonly source: { readonly type: string; readonly id: string };
  /** At least one. */
  readonly lines: readonly BookingLine[];
  readonly orderId?: bigint;
  /** When it happened, if not now. */
  readonly effectiveAt?: Date;
  /** With both: lines that debit `payer` are paid as far as the balance allows, and the rest is owed at `receivable`. */
  readonly payer?: bigint;
  readonly receivable?: bigint;
}

/** Books lines. Refuses a booking that would take a guarded account below its floor (`ledger.insufficient`). */
export const post = async (tx: Tx, books: Books, posting: Posting): Promise<Booking> =>
  bookLines(tx, sql`ledger.post(${postingArguments(books, posting)})`);

/** Books lines and releases the hold of the order in the same step, so that the held amount pays them. For fees other than the settlement. */
export const capture = async (tx: Tx, books: Books, posting: Posting & { readonly orderId: bigint }): Promise<Booking> =>
  bookLines(tx, sql`ledger.capture(${postingArguments(books, posting)})`);

export interface Settlement {
  readonly orderId: bigint;
  /** A wallet or prepaid account: its lines are paid as far as the balance allows, never below the floor. */
  readonly payer: bigint;
  /** The account for the unpaid rest. */
  readonly receivable: bigint;
  /** See settlementLines. Empty: the order cost nothing. */
  readonly lines: readonly BookingLine[];
  readonly effectiveAt?: Date;
}

/** Settles an order once, and releases its hold. A second call with the same content returns the first booking. */
export const settle = async (tx: Tx, { tenantId, currency, actor }: Books, settlement: Settlement): Promise<Booking> => {
  const { orderId, payer, receivable, lines, effectiveAt } = settlement;
  return bookLines(
    tx,
    sql`ledger.settle(${tenantId}, ${currency}, ${orderId}, ${payer}, ${receivable}, ${lineRows(lines)}::ledger.line[], ${actor}, ${effectiveAt ?? null})`,
  );
};

/** Settles many orders of one tenant and currency as `settle` would one after the other, in one call. The bookings come in the order of the settlements. */
export const settleAll = async (tx: Tx, { tenantId, currency, actor }: Books, settlements: readonly Settlement[]): Promise<readonly Booking[]> => {
  const { rows } = await orLedgerRefusal(
    sql<BookingRow>`SELECT journal_id, replay, paid, shortfall, moved_ids, moved_before, moved_after
      FROM ledger.settle_all(${tenantId}, ${currency}, ${settlements.map(({ orderId }) => orderId)}::bigint[], ${settlements.map(({ payer }) => payer)}::bigint[],
        ${settlements.map(({ receivable }) => receivable)}::bigint[], ${settlements.map(({ lines }) => arrayLiteral(lineRows(lines)))}::text[], ${actor},
        ${settlements.map(({ effectiveAt }) => effectiveAt ?? null)}::timestamptz[])`.execute(tx),
  );
  return rows.map(bookingOf);
};

export interface Reversal {
  readonly journalId: bigint;
  readonly source: { readonly type: string; readonly id: string };
  /** Without it, a reversal is refused when the customer has spent the money; with it, the customer owes the rest. */
  readonly receivable?: bigint;
  /** Takes the money back from this account in place of the one that received it. */
  readonly payer?: bigint;
}

/** Books the reversal of a journal; a second one is refused with `ledger.reversed`. */
export const reverse = async (tx: Tx, { tenantId, actor }: Omit<Books, 'currency'>, reversal: Reversal): Promise<Booking> => {
  const { journalId, source, receivable, payer } = reversal;
  return bookLines(
    tx,
    sql`ledger.reverse(${tenantId}, ${journalId}, ${source.type}, ${source.id}, ${actor}, ${receivable ?? null}, null, ${payer ?? null})`,
  );
};

export interface HoldRequest {
  readonly tenantId: bigint;
  readonly accountId: bigint;
  readonly orderId: bigint;
  readonly amountCents: bigint;
  readonly expiresAt?: Date;
}

/** Places a hold for an order; `availableCents` is the amount that the account can still spend. */
export const placeHold = async (tx: Tx, hold: HoldRequest): Promise<{ readonly replay: boolean; readonly availableCents: Cents }> => {
  const row = await queryRow<{ replay: boolean; available: bigint }>(
    tx,
    sql`SELECT replay, available FROM ledger.place_hold(${hold.tenantId}, ${hold.accountId}, ${hold.orderId}, ${hold.amountCents}, ${hold.expiresAt ?? null})`,
  );
  return { replay: row.replay, availableCents: cents(row.available) };
};

/** Raises the hold of an order to a total of `amountCents`; a lower amount changes nothing. */
export const enlargeHold = async (
  tx: Tx,
  hold: Pick<HoldRequest, 'tenantId' | 'orderId' | 'amountCents'>,
): Promise<{ readonly heldCents: Cents; readonly availableCents: Cents }> => {
  const row = await queryRow<{ amount: bigint; available: bigint }>(
    tx,
    sql`SELECT amount, available FROM ledger.enlarge_hold(${hold.tenantId}, ${hold.orderId}, ${hold.amountCents})`,
  );
  return { heldCents: cents(row.amount), availableCents: cents(row.available) };
};

/** Releases the hold of an order; returns its amount, or 0 without a hold. */
export const releaseHold = async (tx: Tx, { tenantId, orderId }: Pick<HoldRequest, 'tenantId' | 'orderId'>): Promise<Cents> => {
  const row = await queryRow<{ amount: bigint }>(tx, sql`SELECT ledger.release_hold(${tenantId}, ${orderId}) AS amount`);
  return cents(row.amount);
};

export interface Balance {
  readonly accountId: bigint;
  readonly code: string;
  readonly currency: string;
  readonly postedCents: Cents;
  readonly heldCents: Cents;
  /** Posted minus held minus floor; null without a floor. */
  readonly availableCents: Cents | null;
}

/** The current balances, including postings that the roll-up has not processed; in no order, without unknown ids. */
export const balancesOf = async (tx: Tx, accountIds: readonly bigint[]): Promise<readonly Balance[]> => {
  const { rows } = await sql<{ accountId: bigint; code: string; currency: string; posted: bigint; held: bigint; available: bigint | null }>`
    SELECT account_id, code, currency, posted, held, available FROM ledger.balances(${accountIds}::bigint[])`.execute(tx);
  return rows.map(({ accountId, code, currency, posted, held, available }) => ({
    accountId,
    code,
    currency,
    postedCents: cents(posted),
    heldCents: cents(held),
    availableCents: available === null ? null : cents(available),
  }));
};

/** Updates the balances of asynchronous accounts; returns the number of changed ones. A worker calls it about every second. */
export const rollUp = async (tx: Tx): Promise<bigint> => (await queryRow<{ changed: bigint }>(tx, sql`SELECT ledger.roll_up() AS changed`)).changed;

export interface InvariantProof {
  /** I1 to I6. */
  readonly invariant: string;
  readonly says: string;
  readonly checked: bigint;
  /** The number of violations; `subject` names the first few. */
  readonly broken: bigint;
  readonly subject: string | null;
}

/** Recomputes the whole ledger from its postings in one snapshot (about 2 s for a million of them). */
export const prove = async (tx: Tx): Promise<readonly InvariantProof[]> =>
  (await sql<InvariantProof>`SELECT invariant, says, checked, broken, subject FROM ledger.proof()`.execute(tx)).rows;

interface BookingRow {
  readonly journalId: bigint;
  readonly replay: boolean;
  readonly paid: bigint;
  readonly shortfall: bigint;
  readonly movedIds: readonly bigint[];
  readonly movedBefore: readonly bigint[];
  readonly movedAfter: readonly bigint[];
}

const bookLines = async (tx: Tx, call: RawBuilder<unknown>): Promise<Booking> => {
  const row = await queryRow(tx, sql<BookingRow>`SELECT journal_id, replay, paid, shortfall, moved_ids, moved_before, moved_after FROM ${call}`);
  return bookingOf(row);
};

const bookingOf = (row: BookingRow): Booking => {
  const movements = row.movedIds.map((accountId, index) => ({
    accountId,
    beforeCents: cents(row.movedBefore[index] ?? 0n),
    afterCents: cents(row.movedAfter[index] ?? 0n),
  }));
  return { journalId: row.journalId, replay: row.replay, paidCents: cents(row.paid), shortfallCents: cents(row.shortfall), movements };
};

const queryRow = async <R>(tx: Tx, query: RawBuilder<R>): Promise<R> => {
  const { rows } = await orLedgerRefusal(query.execute(tx));
  const [row] = rows;
  if (row === undefined) throw new Error('the books gave no answer');
  return row;
};

const postingArguments = ({ tenantId, currency, actor }: Books, posting: Posting): RawBuilder<unknown> => {
  const { kind, source, lines, orderId, effectiveAt, payer, receivable } = posting;
  return sql`${tenantId}, ${currency}, ${kind}, ${source.type}, ${source.id}, ${lineRows(lines)}::ledger.line[], ${actor},
    ${orderId ?? null}, ${effectiveAt ?? null}, ${payer ?? null}, ${receivable ?? null}`;
};

const lineRows = (lines: readonly BookingLine[]): readonly string[] =>
  lines.map(({ debit, credit, amountCents, feeType, stage }) => compositeLiteral([debit, credit, amountCents, feeType, stage]));

/** Row values as an array in the syntax of PostgreSQL. */
const arrayLiteral = (rows: readonly string[]): string => `{${rows.map((row) => `"${row.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** A row value in the syntax of PostgreSQL: a missing value is null, and text is quoted. */
const compositeLiteral = (fields: readonly (bigint | number | string | boolean | null | undefined)[]): string =>
  `(${fields.map((field) => (field === null || field === undefined ? '' : typeof field === 'string' ? `"${field.replaceAll(/["\\]/g, '\\$&')}"` : String(field))).join(',')})`;
