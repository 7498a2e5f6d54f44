import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'incident',
  rows: {
    level: 'station',
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into incident (tenant_id, agent_id, station_id, incident_scope, incident_cause, exception_level, begin_time, joins_until, member_count, ack_user)
          values (${b.key('tenant', owner)}, ${b.key('agent', owner)}, ${b.key('station', owner)}, 1, 1, 2, now(), now(), 3, ${markedText(b, owner, 'station')})
          returning incident_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into incident (incident_id, tenant_id, agent_id, station_id, incident_scope, incident_cause, exception_level, begin_time, end_time, joins_until, member_count, create_time)
        select n, ${TENANT}, ${AGENT}, n, 1, 1, 2, ${AT}, case when n % 1000 > 0 then ${AT} + interval '5 minutes' end, ${AT}, 3, ${AT} ${rowsOf()}`,
    ],
  },
});
