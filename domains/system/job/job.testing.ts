import { AT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText } from '#kit/test/nouns/row-makers.ts';
import { jobApi } from './job.ts';

export const BENCH_JOBS = 100;
const why = 'the platform alone has jobs';

export const testing = nounTesting({
  name: 'job',
  rows: rowsByAdding('tenant', { add: jobApi.add, key: 'id' }, async (b, owner) => ({
    jobName: markedText(b, owner, 'tenant'),
    jobClassName: 'jobRunRetention',
    cronExpression: '0 0 4 * * ?',
    timezone: 'Asia/Shanghai',
    parameter: { keepDays: 30 },
    missed: 1,
  })),
  bench: {
    rows: BENCH_JOBS,
    sql: [
      `insert into sys_job (id, job_name, job_class_name, cron_expression, timezone, status, missed, create_time)
        select 1000 + n, 'Job ' || n, 'jobRunRetention', '0 0 4 * * ?', 'UTC', -1, 1, ${AT} ${rowsOf(BENCH_JOBS)}`,
    ],
  },
  neverSucceeds: { queryById: why, add: why, edit: why, delete: why, deleteBatch: why, pause: why, resume: why, execute: why },
});
