import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { sql } from 'kysely';

export const testing = nounTesting({
  name: 'stationDay',
  rows: {
    level: 'station',
    make: async (b, owner) => {
      const { rows } = await sql<{ id: bigint }>`insert into station_day
          (tenant_id, agent_id, station_id, stat_day, currency, charging_count, charging_capacity, charging_amount, elec_amount, srv_amount)
        values (${b.key('tenant', owner)}, ${b.key('agent', owner)}, ${b.key('station', owner)}, date '2026-01-01' + ${b.next()}::int, 'CNY', 1, 10, 10, 5, 5)
        returning station_day_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into station_day (tenant_id, agent_id, station_id, stat_day, currency, charging_count, charging_capacity, charging_amount, elec_amount, srv_amount,
          create_time)
        select ${TENANT}, ${AGENT}, n, date '2026-01-01' + n % 365, 'CNY', 1, 10, 10, 5, 5, ${AT} ${rowsOf()}`,
    ],
  },
});
