import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';

/** A statement of a month that no other row has, without its files, of a customer with an address. */
const makeStatement = async (b: Builder, owner: Owner): Promise<string> => {
  const custId = b.key('customer', owner);
  const { rows } = await inSystem(b.database, async (tx) => {
    await sql`update customer set cust_mail = 'books@fleet.example' where cust_id = ${custId}`.execute(tx);
    return sql<{
      id: bigint;
    }>`insert into customer_statement (tenant_id, agent_id, cust_id, statement_month, timezone, currency, cust_language, statement_state, made_time,
        pdf_path, xlsx_path, store)
      select c.tenant_id, c.agent_id, c.cust_id, to_char(date '1990-01-01' + ${b.next()} * interval '1 month', 'YYYY-MM'), 'Asia/Shanghai', c.currency, 1, 1,
        now(), 'statement/none.pdf', 'statement/none.xlsx', 'disk'
      from customer c where c.cust_id = ${custId} returning statement_id as id`.execute(tx);
  });
  return String(rows[0]?.id);
};

export const testing = nounTesting({
  name: 'customerStatement',
  rows: { level: 'agent', needs: ['customer'], make: makeStatement },
  bench: {
    sql: [
      `insert into customer_statement (tenant_id, agent_id, cust_id, statement_month, timezone, currency, cust_language, create_time)
        select ${TENANT}, ${AGENT}, n, '2026-01', 'Asia/Shanghai', 'CNY', 1, ${AT} ${rowsOf()}`,
    ],
  },
  refusedHere: { download: 'Resource not found' },
  samples: {
    make: async ({ own }) => [{ custId: await own('customer'), statementMonth: '2020-01' }],
    send: async ({ own }) => [{ statementId: await own('customerStatement') }],
    download: async ({ own }) => [{ statementId: await own('customerStatement') }],
  },
});
