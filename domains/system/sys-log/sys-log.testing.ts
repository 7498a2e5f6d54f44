import { rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';
import { sql } from 'kysely';

/** Only the database assigns ids of the log, and these are above the ids of all other tables. */
const LOG_IDS = 7_390_000_000_000;

export const testing = nounTesting({
  name: 'sysLog',
  rows: {
    level: 'tenant',
    make: async (b, owner) => {
      const text = () => markedText(b, owner, 'tenant');
      const id = String(LOG_IDS + b.next());
      await sql`insert into sys_log (id, tenant_id, create_time, log_type, operate_type, outcome, user_id, username, realname, noun, act, log_content,
          object_id, object_name, object_count, ip, device, user_agent, method, request_url, cost_time)
        overriding system value values (${id}, ${b.key('tenant', owner)}, now(), 2, 3, 1, ${b.next()}, ${text()}, ${text()}, ${text()}, 'edit',
          ${[text(), text(), text()].join('\n')}, ${text()}, ${text()}, 1, ${text()}, ${text()}, ${text()}, 'PUT', ${text()}, 5)`.execute(
        b.database.system,
      );
      return id;
    },
  },
  bench: {
    sql: [
      // The partitions of two days exist; older rows would need their own.
      `insert into sys_log (tenant_id, create_time, log_type, operate_type, outcome, username, realname, noun, act, log_content, object_count, ip, device,
          user_agent, method, request_url, cost_time)
        select ${TENANT}, now() - n * interval '0.1 second', 1 + n % 2, 1 + n % 6, n % 2, 'user' || n % 500, 'User', 'station', 'station.edit', 'Edit', 1,
          '10.0.0.' || n % 250, 'Chrome', '', 'POST', '/x', 5 ${rowsOf()}`,
    ],
  },
});
