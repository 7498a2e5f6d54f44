import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

const HOUR_MS = 3_600_000;

export const testing = nounTesting({
  name: 'powerLimit',
  rows: {
    level: 'station',
    needs: ['station', 'powerControl'],
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into power_limit (tenant_id, agent_id, station_id, power_control_id, limit_source, limit_power, begin_time, end_time, reason, received_time)
          values (${b.key('tenant', owner)}, ${b.key('agent', owner)}, ${b.key('station', owner)}, ${b.key('powerControl', owner)}, 1, 700, now(), now() + interval '10 days', ${markedText(b, owner, 'station')}, now())
          returning power_limit_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into power_limit (power_limit_id, tenant_id, agent_id, station_id, power_control_id, limit_source, limit_power, begin_time, end_time, reason, limit_state, closed_time, received_time, create_time)
        select n, ${TENANT}, ${AGENT}, n, n, 1, 700, ${AT}, ${AT} + interval '1 hour', 'reason', 2, ${AT} + interval '1 hour', ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    set: async ({ own }) => [
      {
        powerControlId: await own('powerControl'),
        stationId: await own('station'),
        limitPower: '50.0',
        endTime: new Date(Date.now() + HOUR_MS).toISOString(),
        reason: 'transformer works',
      },
    ],
    end: async ({ own }) => [{ id: await own('powerLimit') }],
  },
});
