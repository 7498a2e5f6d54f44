import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'powerSite',
  rows: {
    level: 'station',
    needs: ['station', 'powerControl'],
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{ id: bigint }>`insert into power_site (power_control_id, station_id, tenant_id, agent_id, limit_power, worst_power, drawn_power)
          values (${b.key('powerControl', owner)}, ${b.key('station', owner)}, ${b.key('tenant', owner)}, ${b.key('agent', owner)}, 1200, 800, 600)
          returning power_site_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into power_site (power_site_id, power_control_id, station_id, tenant_id, agent_id, limit_power, create_time) select n, n, n, ${TENANT}, ${AGENT}, 1200, ${AT} ${rowsOf()}`,
    ],
  },
  samples: { live: async ({ own }) => [{ id: await own('powerSite') }], day: async ({ own }) => [{ id: await own('powerSite') }] },
});
