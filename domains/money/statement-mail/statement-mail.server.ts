import { sql } from 'kysely';
import { messageState } from '#domains/system/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { statementMail, statementMailApi } from './statement-mail.ts';

const { list, queryById, exportXls } = crudHandlers(statementMail);

export const statementMailRoutes = implement(statementMailApi, { list, queryById, ...revealHandlers(statementMail), exportXls });

interface WrittenMail {
  readonly messageId: string;
  readonly statementId: string;
  readonly receiver: string;
  readonly askedBy: string;
  readonly now: Date;
}

/** Records that the mail of a statement was written. */
export const recordMail = async (tx: Tx, { messageId, statementId, receiver, askedBy, now }: WrittenMail): Promise<void> => {
  await sql`insert into statement_mail (message_id, tenant_id, agent_id, cust_id, statement_id, statement_month, receiver, create_by, create_time)
    select ${messageId}::bigint, tenant_id, agent_id, cust_id, statement_id, statement_month, ${receiver}, ${askedBy}, ${now}
    from customer_statement where statement_id = ${statementId}`.execute(tx);
};

const { waiting, failed } = valuesOf(messageState);

/** Takes over what became of the mails that were on their way. */
export const noteSentMails = async (tx: Tx): Promise<void> => {
  await sql`update statement_mail s set mail_state = m.state, mail_time = m.sent_time, mail_failure = m.failure
    from sys_message m where m.message_id = s.message_id and s.mail_state in (${sql.lit(waiting)}, ${sql.lit(failed)})
      and (m.state, m.failure) is distinct from (s.mail_state, s.mail_failure)`.execute(tx);
};
