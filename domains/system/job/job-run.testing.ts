import { AT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { sql } from 'kysely';
import { BENCH_JOBS } from './job.testing.ts';

export const testing = nounTesting({
  name: 'jobRun',
  rows: {
    level: 'tenant',
    needs: ['job'],
    make: async (b, owner) => {
      const { rows } = await sql<{ id: bigint }>`insert into sys_job_run (job_id, run_trigger, due_time, outcome)
        values (${await b.make('job', owner)}, 2, now(), 2) returning run_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into sys_job_run (job_id, run_trigger, due_time, outcome, create_time) select 1001 + n % ${BENCH_JOBS}, 1, ${AT}, 2, ${AT} ${rowsOf()}`,
    ],
  },
  neverSucceeds: { queryById: 'the platform alone has jobs' },
});
