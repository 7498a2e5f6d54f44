import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { recordMail } from './statement-mail.server.ts';

const makeMail = async (b: Builder, owner: Owner): Promise<string> => {
  const [statementId, messageId] = [await b.make('customerStatement', owner), String(9_000_000 + b.next())];
  await inSystem(b.database, async (tx) => {
    await recordMail(tx, { messageId, statementId, receiver: 'books@fleet.example', askedBy: 'anna', now: new Date() });
    await sql`update statement_mail set mail_state = 2, mail_failure = 'mailbox full' where message_id = ${messageId}`.execute(tx);
  });
  return messageId;
};

export const testing = nounTesting({
  name: 'statementMail',
  rows: { level: 'agent', needs: ['customerStatement'], make: makeMail },
  bench: {
    sql: [
      `insert into statement_mail (message_id, tenant_id, agent_id, cust_id, statement_id, statement_month, receiver, mail_state, create_time)
        select statement_id, tenant_id, agent_id, cust_id, statement_id, statement_month, 'books' || statement_id || '@fleet.example', 1, create_time
        from customer_statement`,
    ],
  },
});
