import { sql } from 'kysely';
import { jobApi } from '#domains/system/resources.ts';
import { textAt } from '#kit/test/nouns/ask.ts';
import type { Input } from '#kit/test/nouns/ask.ts';
import { cornerAt, markOf } from '#kit/test/nouns/corner.ts';
import type { Corner } from '#kit/test/nouns/corner.ts';
import type { Builder, NounFixture } from './nouns.ts';

const jobDraft = (b: Builder, corner: Corner): Input => ({
  jobName: `${markOf(cornerAt(corner, 'tenant'))} ${b.next()}`,
  jobClassName: 'jobRunRetention',
  cronExpression: '0 0 4 * * ?',
  timezone: 'Asia/Shanghai',
  parameter: { keepDays: 30 },
  missed: 1,
});
const addJob = async (b: Builder, corner: Corner): Promise<string> => textAt(await b.ok(jobApi.add, jobDraft(b, corner)), 'id');

export const jobNouns: Readonly<Record<string, NounFixture>> = {
  job: { level: 'tenant', draft: async (b, corner) => jobDraft(b, corner), make: async (b, corner) => addJob(b, corner) },
  jobRun: {
    level: 'tenant',
    make: async (b, corner) => {
      const { rows } = await sql<{ id: bigint }>`insert into sys_job_run (job_id, run_trigger, due_time, outcome)
        values (${await addJob(b, corner)}, 2, now(), 2) returning run_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
};
