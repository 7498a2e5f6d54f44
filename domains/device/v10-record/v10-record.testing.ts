import { sql } from 'kysely';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { AGENT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'v10Record',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: async (b, owner) => {
      const cpCode = await b.make('pile', owner);
      const content = JSON.stringify({ orderNo: markedText(b, owner, 'station'), stopReason: 9 });
      const { rows } = await sql<{ id: bigint }>`insert into v10_record (tenant_id, agent_id, station_id, cp_code, gun_number, record_type,
          charging_order_no, record_time, from_store, digest, content, create_time)
        select tenant_id, agent_id, station_id, cp_code, 1, 3, ${markedText(b, owner, 'station')}, now(), 0, '', ${content}, now() from pile
        where cp_code = ${cpCode} returning v10_record_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      // The partitions of two days exist; older rows would need their own.
      `insert into v10_record (tenant_id, agent_id, station_id, cp_code, gun_number, record_type, charging_order_no, record_time, from_store, digest,
          content, create_time)
        select ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, n % 3, 1 + n % 5, 'O' || n, now() - n * interval '0.1 second', 0, n::text,
          '{"cpWorkStat": 1, "guns": []}', now() - n * interval '0.1 second' ${rowsOf()}`,
    ],
  },
});
