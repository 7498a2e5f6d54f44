import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'powerKey',
  rows: {
    level: 'tenant',
    needs: ['powerControl'],
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into power_key (tenant_id, power_control_id, key_name, key_hint, key_digest)
          values (${b.key('tenant', owner)}, ${b.key('powerControl', owner)}, ${markedText(b, owner, 'tenant')}, 'abcd', 'digest' || ${b.next()}::int)
          returning power_key_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into power_key (power_key_id, tenant_id, power_control_id, key_name, key_hint, key_digest, create_time) select n, ${TENANT}, n, 'Key ' || n, 'abcd', 'digest' || n, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    issue: async ({ own, builder }) => [{ powerControlId: await own('powerControl'), keyName: `grid ${builder.next()}` }],
    revoke: async ({ own }) => [{ id: await own('powerKey') }],
  },
});
