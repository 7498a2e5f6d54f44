import { sql } from 'kysely';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'partnerCall',
  rows: {
    level: 'tenant',
    needs: ['accessConfig'],
    make: async (b, corner) => {
      const { rows } = await sql<{
        id: bigint;
      }>`insert into partner_call (tenant_id, access_config_id, call_time, call_method, call_path, http_status, problem_code, call_outcome, took_ms, remote_address)
        values (${b.key('tenant', corner)}, ${b.key('accessConfig', corner)}, now(), 'GET', ${markedText(b, corner, 'tenant')}, 401, ${`partner.${b.next()}`}, 2, 7, ${`203.0.113.${b.next()}`})
        returning partner_call_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into partner_call (tenant_id, access_config_id, call_time, call_method, call_path, http_status, call_outcome, took_ms, remote_address, create_time)
        select ${TENANT}, n, ${AT}, 'GET', '/stations/' || n, 200, 1, 7, '203.0.113.7', ${AT} ${rowsOf()}`,
    ],
  },
});
