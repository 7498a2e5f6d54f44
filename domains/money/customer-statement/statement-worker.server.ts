import { sql } from 'kysely';
import { languageOfCustomer } from '#domains/customer/resources.ts';
import type { custLanguage } from '#domains/customer/resources.ts';
import { messageState } from '#domains/system/resources.ts';
import { storeBytes } from '#domains/system/server.ts';
import type { FilePlaces, Messenger } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { pdfType, xlsxType } from '#kit/resource/printed-document.ts';
import { renderDocument } from '#kit/server/documents/render-document.ts';
import { noteSentMails } from '../statement-mail/statement-mail.server.ts';
import { statementState } from './customer-statement.codes.ts';
import { sumStatement } from './figures.rules.ts';
import type { StatementBooking, StatementSums } from './figures.rules.ts';
import { closingBalance, statementBookings } from './figures.server.ts';
import { mailStatement } from './mail-statement.server.ts';
import { statementDocument } from './statement-document.rules.ts';
import type { StatementHead } from './statement-document.rules.ts';
import { statementTopic } from './statement-topic.ts';

const POLL_INTERVAL_MS = 10_000;
/** A statement that a worker has taken is taken again after this time, if the worker has died meanwhile. */
const LEASE_MS = 10 * 60_000;
const TRIES_MAX = 5;
const RETRY_MS = 60_000;
const PROBLEM_MAX = 200;
/** Who asks for the statements of the monthly job. */
const AUTOMATIC = 'worker:statement';

const { waiting, made, failed } = valuesOf(statementState);
const mail = valuesOf(messageState);

export interface StatementDeps extends Pick<Deps, 'database' | 'bus' | 'log' | 'clock'>, FilePlaces {
  readonly messenger: Messenger;
}

/** Makes the statements that wait, one at a time, and notes what became of their mails. The table is the queue, and a step that died is done again. */
export const startStatementWorker = (deps: StatementDeps): PollingWorker =>
  startPollingWorker(deps, {
    topic: statementTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'a statement could not be made',
    work: async () => {
      await noteMails(deps);
      const statementId = await claimStatement(deps);
      if (statementId === undefined) return false;
      try {
        await stepStatement(deps, statementId);
      } catch (error) {
        deps.log.error({ err: error, statementId }, 'a statement could not be made');
        await noteFailure(deps, statementId, error);
      }
      return true;
    },
  });

const claimStatement = ({ database, clock }: StatementDeps): Promise<string | undefined> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{
      id: bigint;
    }>`update customer_statement set next_step_at = ${new Date(clock().getTime() + LEASE_MS)}, try_count = try_count + 1
      where statement_id = (select statement_id from customer_statement where next_step_at <= ${clock()} order by next_step_at, statement_id
        limit 1 for update skip locked) returning statement_id as id`.execute(tx);
    return rows[0] && String(rows[0].id);
  });

interface ClaimedStatement {
  readonly tenantId: bigint;
  readonly custId: bigint;
  readonly statementMonth: string;
  readonly timezone: string;
  readonly currency: string;
  readonly custLanguage: CodeValue<typeof custLanguage>;
  readonly fromTime: Date | null;
  readonly toTime: Date | null;
  readonly tenantName: string;
  readonly custName: string;
  readonly custPhone: string;
}

/** Makes the files unless they exist, and writes the mail that somebody wants. */
const stepStatement = async (deps: StatementDeps, statementId: string): Promise<void> => {
  const { database, clock, messenger } = deps;
  const read = await inSystem(database, (tx) => readStatement(tx, statementId, clock()), { readOnly: true });
  const files = read && (await storeFiles(deps, read));
  await inSystem(database, async (tx) => {
    if (read && files) await markMade(tx, { statementId, sums: read.sums, ...files, now: clock() });
    const { rows } = await sql<{
      wantsMail: boolean;
      isDull: boolean;
    }>`select wants_mail, mail_asked_by is not distinct from ${AUTOMATIC} and order_count = 0
        and recharge_money = 0 and refund_money = 0 and correction_money = 0 and closing_money = 0 and owed_money = 0 as is_dull
      from customer_statement where statement_id = ${statementId} for update`.execute(tx);
    // A month in which nothing happened and nothing is left is not worth a mail that nobody has asked for.
    if (rows[0]?.wantsMail === true && !rows[0].isDull) await mailStatement(tx, messenger, { statementId, now: clock() });
    await sql`update customer_statement set wants_mail = false, next_step_at = null where statement_id = ${statementId}`.execute(tx);
  });
};

const storeFiles = async (deps: StatementDeps, { head, sums, bookings }: ReadStatement) => {
  const { pdf, xlsx = new Uint8Array() } = await renderDocument(statementDocument(head, sums, bookings), { withWorkbook: true });
  const name = `statement/${head.month}/${head.statementId}`;
  const paths = { pdf: `${name}.pdf`, xlsx: `${name}.xlsx` };
  await storeBytes(deps, { name: paths.pdf, contentType: pdfType, bytes: pdf });
  const store = await storeBytes(deps, { name: paths.xlsx, contentType: xlsxType, bytes: xlsx });
  return { paths, store };
};

interface ReadStatement {
  readonly head: StatementHead;
  readonly sums: StatementSums;
  readonly bookings: readonly StatementBooking[];
}

/** Undefined when the statement was made already. */
const readStatement = async (tx: Tx, statementId: string, madeAt: Date): Promise<ReadStatement | undefined> => {
  const { rows } = await sql<ClaimedStatement>`select s.tenant_id, s.cust_id, s.statement_month, s.timezone, s.currency,
      s.cust_language::int4 as cust_language,
      (s.statement_month || '-01')::date::timestamp at time zone s.timezone as from_time,
      ((s.statement_month || '-01')::date + interval '1 month') at time zone s.timezone as to_time,
      t.name as tenant_name, c.cust_name, c.cust_phone
    from customer_statement s join tenant t on t.tenant_id = s.tenant_id join customer c on c.cust_id = s.cust_id
    where s.statement_id = ${statementId} and s.statement_state = ${sql.lit(waiting)}`.execute(tx);
  const [claimed] = rows;
  if (!claimed?.fromTime || !claimed.toTime) return undefined;
  const [from, to] = [claimed.fromTime, claimed.toTime];
  const span = { tenantId: String(claimed.tenantId), custId: String(claimed.custId), currency: claimed.currency, from, to };
  const bookings = await statementBookings(tx, span);
  const sums = sumStatement(bookings, await closingBalance(tx, span));
  const head: StatementHead = {
    statementId,
    month: claimed.statementMonth,
    from,
    to,
    issuer: claimed.tenantName,
    custName: claimed.custName,
    custPhone: claimed.custPhone,
    currency: claimed.currency,
    zone: claimed.timezone,
    language: languageOfCustomer(claimed.custLanguage),
    madeAt,
  };
  return { head, sums, bookings };
};

interface MadeStatement {
  readonly statementId: string;
  readonly sums: StatementSums;
  readonly paths: { readonly pdf: string; readonly xlsx: string };
  readonly store: string;
  readonly now: Date;
}

/** Changes nothing when another worker was faster. */
const markMade = (tx: Tx, { statementId, sums, paths, store, now }: MadeStatement): Promise<unknown> =>
  sql`update customer_statement set statement_state = ${sql.lit(made)}, made_time = ${now}, update_time = ${now},
      pdf_path = ${paths.pdf}, xlsx_path = ${paths.xlsx}, store = ${store}, problem = null,
      opening_money = ${sums.openingCents}, recharge_money = ${sums.rechargeCents}, consume_money = ${sums.consumeCents}, refund_money = ${sums.refundCents},
      correction_money = ${sums.correctionCents}, closing_money = ${sums.closingCents}, owed_money = ${sums.owedCents},
      order_count = ${sums.orderCount}, charging_elec = ${sums.energy}
    where statement_id = ${statementId} and statement_state = ${sql.lit(waiting)}`.execute(tx);

const noteFailure = ({ database, clock }: StatementDeps, statementId: string, error: unknown): Promise<unknown> =>
  inSystem(database, (tx) =>
    sql`update customer_statement set problem = ${String(error).slice(0, PROBLEM_MAX)}, update_time = ${clock()},
      statement_state = case when try_count >= ${TRIES_MAX} and statement_state = ${sql.lit(waiting)} then ${sql.lit(failed)} else statement_state end,
      next_step_at = case when try_count >= ${TRIES_MAX} then null else ${clock()}::timestamptz + try_count * ${RETRY_MS} * interval '1 millisecond' end
      where statement_id = ${statementId}`.execute(tx),
  );

/** Takes over what became of the mails that were on their way; the statement shows its last one. */
const noteMails = ({ database }: StatementDeps): Promise<unknown> =>
  inSystem(database, async (tx) => {
    await noteSentMails(tx);
    await sql`update customer_statement s set mail_state = m.mail_state, mail_time = m.mail_time, mail_failure = m.mail_failure
      from statement_mail m where m.message_id = s.message_id and s.mail_state in (${sql.lit(mail.waiting)}, ${sql.lit(mail.failed)})
        and (m.mail_state, m.mail_failure) is distinct from (s.mail_state, s.mail_failure)`.execute(tx);
  });
