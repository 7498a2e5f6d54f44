import { sql } from 'kysely';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { firstListed, markedText } from '#kit/test/nouns/row-makers.ts';
import { securityEventApi } from './security-event.ts';

export const testing = nounTesting({
  name: 'securityEvent',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: async (b, owner) => {
      const cpCode = b.key('pile', owner);
      const eventType = markedText(b, owner, 'station');
      await inSystem(b.database, (tx) =>
        sql`insert into security_event (tenant_id, agent_id, station_id, cp_code, event_type, criticality, occurred_at, received_at)
          select tenant_id, agent_id, station_id, cp_code, ${eventType}, 2, now(), now() from pile where cp_code = ${cpCode}`.execute(tx),
      );
      return firstListed(b, securityEventApi.list, { filter: { eventType }, key: 'securityEventId' });
    },
  },
  bench: {
    sql: [
      `insert into security_event (tenant_id, agent_id, station_id, cp_code, event_type, criticality, tech_info, occurred_at, received_at)
        select ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, 'event' || n % 20, n % 3, 'info ' || n, ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
});
