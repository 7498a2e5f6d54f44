import { sql } from 'kysely';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'comment',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: async (b, owner) => {
      const text = markedText(b, owner, 'station');
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into comment (tenant_id, agent_id, station_id, charging_order_id, charging_order_no, cp_code, gun_number, charge_time, charge_minutes, charging_elec, score, content, machine_verdict, comment_time)
          select tenant_id, agent_id, station_id, ${b.next()}, ${text}, cp_code, 1, now() - interval '1 hour', 40, 123400, 4, ${text}, 'pass', now()
          from pile where cp_code = ${b.key('pile', owner)} returning comment_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  samples: {
    updateCommentStatus: async ({ own }) => [{ id: await own('comment'), commentStatus: 1 }],
    reply: async ({ own }) => [{ id: await own('comment'), reply: 'Thank you' }],
  },
  bench: {
    sql: [
      `insert into comment (comment_id, tenant_id, agent_id, station_id, charging_order_id, charging_order_no, cp_code, gun_number, charge_time, charge_minutes, charging_elec, score, content, comment_status, machine_verdict, report_count, comment_time, create_time)
        select n, ${TENANT}, ${AGENT}, n, n, 'O' || n, ${BENCH_PILE}, 1, ${AT}, n % 90, n % 900000, 1 + n % 5, 'said ' || n, n % 4, 'pass', case when n % 500 = 0 then 1 else 0 end, ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
});
