import { sql } from 'kysely';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'pileLog',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into pile_log (tenant_id, agent_id, station_id, cp_code, log_kind, log_from, log_to, log_stat, fail_reason, fail_remark, create_by)
          select tenant_id, agent_id, station_id, cp_code, 1, now() - interval '1 day', now(), 4, 3, ${markedText(b, owner, 'station')}, ${markedText(b, owner, 'station')}
          from pile where cp_code = ${b.key('pile', owner)} returning pile_log_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  samples: {
    getDeviceLog: async ({ builder, owner }) => [
      { cpCode: await builder.make('pile', owner), logKind: 1, logFrom: '2026-01-01T00:00:00Z', logTo: '2026-01-02T00:00:00Z' },
    ],
    download: async ({ own }) => [{ pileLogId: await own('pileLog') }],
  },
  refusedHere: { download: 'Resource not found', getDeviceLog: 'The pile is offline and cannot be operated' },
  bench: {
    sql: [
      `insert into pile_log (pile_log_id, tenant_id, agent_id, station_id, cp_code, log_kind, log_from, log_to, log_stat, fail_reason, create_time)
        select n, ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, 1 + n % 2, ${AT}, ${AT}, 4, 1 + n % 5, ${AT} ${rowsOf()}`,
    ],
  },
});
