import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { maintenanceApi } from './maintenance.ts';

const HOUR_MS = 3_600_000;
const BENCH_WINDOWS = 20_000;

export const testing = nounTesting({
  name: 'maintenance',
  rows: rowsByAdding('station', { add: maintenanceApi.add, key: 'maintenanceId' }, async (b, owner) => ({
    stationId: b.key('station', owner),
    beginTime: new Date(Date.now() + HOUR_MS).toISOString(),
    endTime: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
    reason: markedText(b, owner, 'station'),
  })),
  bench: {
    rows: BENCH_WINDOWS,
    sql: [
      `insert into maintenance (maintenance_id, tenant_id, agent_id, station_id, begin_time, end_time, reason, create_time)
        select n, ${TENANT}, ${AGENT}, n, ${AT}, ${AT} + interval '1 hour', 'work ' || n, ${AT} ${rowsOf(BENCH_WINDOWS)}`,
    ],
  },
});
