import { sql } from 'kysely';
import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'exceptionRecord',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into exception_record (tenant_id, agent_id, station_id, cp_code, gun_number, exception_type, exception_code, exception_level, error_info, error_time, solve_remark, solve_user)
          select tenant_id, agent_id, station_id, cp_code, 1, 2, 65, 2, ${markedText(b, owner, 'station')}, now(), ${markedText(b, owner, 'station')}, ${markedText(b, owner, 'station')}
          from pile where cp_code = ${b.key('pile', owner)} returning exception_record_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  refusedHere: { unshelve: 'The exception is not on the shelf' },
  samples: {
    solve: async ({ own }) => [{ exceptionRecordId: await own('exceptionRecord'), solveRemark: 'a new plug' }],
    shelve: async ({ own }) => [
      {
        exceptionRecordId: await own('exceptionRecord'),
        shelvedUntil: new Date(Date.now() + 3_600_000).toISOString(),
        shelveReason: 'parts are ordered',
      },
    ],
  },
  bench: {
    sql: [
      `insert into exception_record (exception_record_id, tenant_id, agent_id, station_id, cp_code, gun_number, exception_type, exception_code, exception_level, error_info, error_time, fault_end_time, solve_stat, create_time)
        select n, ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, n % 3, 1 + n % 8, n % 40, 1 + n % 4, 'info', ${AT}, case when n % 1000 > 0 then ${AT} + interval '5 minutes' end, case when n % 1000 > 0 then 3 else n % 2 end, ${AT} ${rowsOf()}`,
    ],
  },
});
