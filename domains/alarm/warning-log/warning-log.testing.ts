import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';
import { sql } from 'kysely';

export const testing = nounTesting({
  name: 'warningLog',
  rows: {
    level: 'station',
    needs: ['warningAccount'],
    make: async (b, owner) => {
      const account = b.key('warningAccount', owner);
      const { rows } = await sql<{
        id: bigint;
      }>`insert into warning_log (tenant_id, agent_id, station_id, warning_account_id, warning_kind, warning_title,
        warning_msg, warning_account_type, area_code, warning_account, warning_stat, give_up_time, message_key)
        values (${b.key('tenant', owner)}, ${b.key('agent', owner)}, ${b.key('station', owner)}, ${account}, 1, 'Title',
          ${markedText(b, owner, 'station')}, 1, '86', '13900000000', 4, now(), ${`test ${b.next()}`})
        returning warning_log_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  refusedHere: { resend: 'The account is not verified yet' },
  bench: {
    sql: [
      `insert into warning_log (tenant_id, agent_id, station_id, warning_account_id, warning_kind, warning_title, warning_msg, warning_account_type, area_code, warning_account, warning_stat, give_up_time, message_key, create_time)
        select ${TENANT}, ${AGENT}, n, n, 1, 'Title', 'Text ' || n, 1, '86', '139' || lpad(n::text, 8, '0'), 2, now(), n, ${AT} ${rowsOf()}`,
    ],
  },
});
