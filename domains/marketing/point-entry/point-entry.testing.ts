import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { markOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';

/** What an order has earned. */
const earnedEntry = async (b: Builder, owner: Owner): Promise<string> => {
  const accountId = await b.make('userAgentPoints', owner);
  const orderNo = `O${b.next()}${markOf(owner)}`;
  return inSystem(b.database, async (tx) => {
    const { rows } = await sql<{
      id: bigint;
    }>`insert into point_entry (tenant_id, agent_id, user_agent_points_id, cust_id, entry_kind, contra, points, balance_after, debt_after, amount, charging_order_no)
      select tenant_id, agent_id, user_agent_points_id, cust_id, 1, 1, 27, 77, 0, 27, ${orderNo}::text from point_account
      where user_agent_points_id = ${accountId} returning point_entry_id as id`.execute(tx);
    return String(rows[0]?.id);
  });
};

export const testing = nounTesting({
  name: 'pointEntry',
  rows: { level: 'agent', needs: ['userAgentPoints'], make: earnedEntry },
  bench: {
    sql: [
      `insert into point_entry (point_entry_id, tenant_id, agent_id, user_agent_points_id, cust_id, entry_kind, contra, points, balance_after, debt_after, amount, charging_order_no, create_time)
        select n, ${TENANT}, ${AGENT}, n, n, 1, 1, 27, 27, 0, 27, 'O' || n, ${AT} ${rowsOf()}`,
    ],
  },
});
