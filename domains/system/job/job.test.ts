import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { count } from '#kit/fields/field.ts';
import { localBus } from '#kit/db/messaging/bus.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { jobKind } from '#kit/resource/job.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Language } from '#kit/fields/words.ts';
import type { Job } from '#kit/server/background/job.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { ensureJobs, jobRoutes, retentionJobs, startJobs, systemRoutes } from '../server.ts';
import { tenants } from '../tenant.fixture.ts';
import { jobApi, jobRunApi } from './job.ts';

const trialKind = jobKind({
  name: 'trial',
  title: ['试验', '試驗', 'Trial'],
  hint: ['', '', ''],
  params: { size: count({ min: 1, max: 9 }) },
  paramLabels: { size: ['大小', '大小', 'Size'] },
  results: { made: ['个数', '個數', 'Made'] },
  initial: { cron: '0 0 4 * * ?', params: { size: 3 } },
});
const trial = domain('trial', [feature({ name: 'trial', api: {}, jobs: [trialKind] })]);

const platform = viewers.platform();
let server: TestServer;
let now = new Date('2026-11-21T09:00:00Z');
const clock = (): Date => now;
const at = (time: string): void => void (now = new Date(time));

beforeAll(async () => {
  server = await startTestServer({
    domains: [system, tenants, trial],
    routes: [...systemRoutes({ tickets: createTickets(clock) }), ...jobRoutes],
  });
  await server.database.asSuperuser('create table trial_effect (at timestamptz default now(), node text)');
  await server.database.asSuperuser('grant all on trial_effect to chargeops_system');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asSuperuser('delete from sys_job_run');
  await server.database.asSuperuser('delete from sys_job');
  await server.database.asSuperuser('delete from trial_effect');
});

const draft = {
  jobName: 'Trial',
  jobClassName: 'trial',
  cronExpression: '0 0 4 * * ?',
  timezone: 'Asia/Shanghai',
  parameter: { size: 2 },
  missed: 1,
};
const effects = async (): Promise<number> =>
  (await server.database.asSuperuser<{ n: number }>('select count(*)::int4 as n from trial_effect'))[0]?.n ?? -1;
const makes: Job = implementJob(trialKind, async ({ tx, params }) => {
  await sql`insert into trial_effect (node) select 'x' from generate_series(1, ${params.size}::int)`.execute(tx);
  return { made: params.size };
});
const quiet = pino({ level: 'silent' });
/** The worker never polls by itself. */
const timings = { everyMs: 3_600_000, leaseMs: 60_000 };
const worker = (jobs: readonly Job[] = [makes], node = 'a') =>
  startJobs({ database: server.database, bus: localBus(), log: quiet, clock, node }, jobs, timings);
/** Polls at an instant with a number of processes, and waits for all runs that they start. */
const pollOnce = async (jobs?: readonly Job[], nodes = 1): Promise<void> => {
  const workers = Array.from({ length: nodes }, (_unused, index) => worker(jobs, `node-${index}`));
  await Promise.all(workers.map((one) => one.poll()));
  await Promise.all(workers.map((one) => one.stop()));
};
/** A job as if it had been created at that time. */
const createdJob = async (more: Readonly<Record<string, unknown>> = {}, next = '2026-11-21T20:00:00Z'): Promise<string> => {
  const { id } = await server.ok(platform, jobApi.add, { ...draft, ...more });
  await server.database.asSuperuser('update sys_job set next_run_time = $1 where id = $2', [next, id]);
  return id;
};
const runs = async () => (await server.ok(platform, jobRunApi.list, {})).records.toReversed();
const jobRow = async (id: string) => server.ok(platform, jobApi.queryById, { id });

test('a tick runs once, however many processes look, with what its operator set', async () => {
  const id = await createdJob();
  at('2026-11-21T19:59:59Z');
  await pollOnce();
  expect(await effects()).toBe(0);
  at('2026-11-21T20:00:00Z');
  await pollOnce([makes], 5);
  await pollOnce([makes], 5);
  expect(await effects()).toBe(2);
  expect(await runs()).toMatchObject([
    { dueTime: '2026-11-21T20:00:00.000Z', outcome: 2, runTrigger: 1, result: { made: 2 }, error: null, missedCount: 0, jobId: id },
  ]);
  expect(await jobRow(id)).toMatchObject({ nextRunTime: '2026-11-22T20:00:00.000Z', lastRunTime: '2026-11-21T20:00:00.000Z', lastOutcome: 2 });
});

test('a run that fails takes back what it did, and says why', async () => {
  const id = await createdJob();
  at('2026-11-21T20:00:00Z');
  const fails = implementJob(trialKind, async ({ tx }) => {
    await sql`insert into trial_effect (node) values ('half')`.execute(tx);
    throw new Error('the third one is broken');
  });
  await pollOnce([fails]);
  expect(await effects()).toBe(0);
  expect(await runs()).toMatchObject([{ outcome: 3, error: 'Error: the third one is broken', result: null }]);
  expect(await jobRow(id)).toMatchObject({ lastOutcome: 3, nextRunTime: '2026-11-22T20:00:00.000Z' });
  at('2026-11-22T20:00:00Z');
  await pollOnce([]);
  expect((await runs()).at(-1)).toMatchObject({ outcome: 3, error: 'Error: this program knows no job of the kind trial' });
});

test('what was missed is made up for by one run, or left out and told', async () => {
  await createdJob();
  await createdJob({ jobName: 'Lazy', missed: 2 });
  at('2026-11-24T21:00:00Z');
  await pollOnce();
  const [kept, left] = (await runs()).toSorted((a, b) => a.outcome - b.outcome);
  expect(kept).toMatchObject({ outcome: 2, dueTime: '2026-11-24T20:00:00.000Z', missedCount: 3 });
  expect(left).toMatchObject({ outcome: 5, dueTime: '2026-11-24T20:00:00.000Z', missedCount: 3, startTime: null });
  expect(await effects()).toBe(2);
});

test('a run whose process died is lost, tried once more, and then left', async () => {
  const id = await createdJob();
  at('2026-11-21T20:00:00Z');
  await pollOnce([]);
  const dies = async (): Promise<void> => {
    await server.database.asSuperuser(`update sys_job_run set outcome = 1, lease_until = $1 where run_id = (select max(run_id) from sys_job_run)`, [
      now,
    ]);
  };
  await dies();
  at('2026-11-21T20:02:00Z');
  await pollOnce();
  expect((await runs()).map(({ outcome, runTrigger }) => [runTrigger, outcome])).toEqual([
    [1, 4],
    [3, 2],
  ]);
  expect(await effects()).toBe(2);
  await dies();
  at('2026-11-21T20:04:00Z');
  await pollOnce();
  expect((await runs()).map(({ outcome }) => outcome)).toEqual([4, 4]);
  expect(await jobRow(id)).toMatchObject({ lastOutcome: 4 });
});

test('a process that was given up takes back what it did', async () => {
  await createdJob();
  at('2026-11-21T20:00:00Z');
  const stalls = implementJob(trialKind, async ({ tx, params }) => {
    await sql`insert into trial_effect (node) values ('late')`.execute(tx);
    await server.database.asSuperuser('update sys_job_run set outcome = 4 where outcome = 1');
    return { made: params.size };
  });
  await pollOnce([stalls]);
  expect(await effects()).toBe(0);
  expect(await runs()).toMatchObject([{ outcome: 4, result: null }]);
});

test('a tick that comes while the last run still goes is left out and told', async () => {
  await createdJob({ cronExpression: '0 * * * * ?' }, '2026-11-21T20:00:00Z');
  at('2026-11-21T20:00:00Z');
  const waits = implementJob(trialKind, async () => {
    at('2026-11-21T20:01:00Z');
    const other = worker([makes], 'b');
    await other.poll();
    await other.stop();
    return { made: 0 };
  });
  await pollOnce([waits]);
  expect((await runs()).map(({ outcome }) => outcome)).toEqual([2, 6]);
});

test('by hand it runs at once, also while it is paused, and not twice', async () => {
  const id = await createdJob();
  await server.ok(platform, jobApi.pause, { id });
  expect(await jobRow(id)).toMatchObject({ status: -1, nextRunTime: null });
  at('2026-11-25T20:00:00Z');
  await pollOnce();
  expect(await runs()).toEqual([]);
  await server.ok(platform, jobApi.execute, { id });
  expect((await server.call(platform, jobApi.execute, { id })).message).toBe('Trial is running or waiting to run');
  await pollOnce();
  expect(await runs()).toMatchObject([{ runTrigger: 2, outcome: 2, createBy: 'platform' }]);
  await server.ok(platform, jobApi.resume, { id });
  const { nextRunTime, status } = await jobRow(id);
  expect(status).toBe(0);
  expect(new Date(String(nextRunTime)).getTime()).toBeGreaterThan(Date.now());
});

test('an edit counts the next tick anew, and what cannot run is refused', async () => {
  const id = await createdJob();
  const edited = await server.ok(platform, jobApi.edit, { id, cronExpression: '0 0 5 1 1 ? 2090', timezone: 'UTC' });
  expect(edited.nextRunTime).toBe('2090-01-01T05:00:00.000Z');
  const refused = async (more: object) => (await server.call(platform, jobApi.add, { ...draft, jobName: 'Other', ...more })).message;
  expect(await refused({ cronExpression: '0 0 25 * * ?' })).toBe('Hour: "25" is out of range, from 0 to 23');
  expect(await refused({ cronExpression: '0 0 5 15 * 2' })).toBe('Day and week cannot both be set; one of them must be ?');
  expect(await refused({ cronExpression: '0 0 5 30 2 ?' })).toBe('The expression never runs again');
  expect(await refused({ jobClassName: 'rm' })).toBe('There is no kind of job called rm');
  expect(await refused({ parameter: { size: 10 } })).toMatch(/^A parameter is wrong: .*Size/);
  expect((await server.call(platform, jobApi.add, { ...draft, jobName: 'Other', timezone: 'Nowhere/Land' })).status).toBe(400);
  expect((await server.call(platform, jobApi.add, draft)).success).toBe(false);
});

test('a deleted job runs no more, and does not come back by itself', async () => {
  await ensureJobs(server.database, server.registry, new Date());
  const names = async () => (await server.ok(platform, jobApi.list, {})).records.map(({ jobClassName }) => jobClassName).toSorted();
  expect(await names()).toEqual(['idempotencyRetention', 'jobRunRetention', 'sysLogRetention', 'trial']);
  const row = (await server.ok(platform, jobApi.list, { jobClassName: 'trial' })).records[0];
  await server.ok(platform, jobApi.delete, { id: row?.id ?? '' });
  await ensureJobs(server.database, server.registry, new Date());
  expect(await names()).toEqual(['idempotencyRetention', 'jobRunRetention', 'sysLogRetention']);
  at('2030-11-25T20:00:00Z');
  await pollOnce([makes, ...retentionJobs]);
  expect(await effects()).toBe(0);
});

test('keys of requests are kept for thirty days, and no longer', async () => {
  at('2030-11-25T00:00:00Z');
  await ensureJobs(server.database, server.registry, now);
  for (const [key, age] of [
    ['old', "interval '30 days 1 second'"],
    ['young', "interval '29 days 23 hours'"],
  ])
    await server.database.asSuperuser(
      `insert into idem (tenant_id, actor_id, key, route, body_hash, state, created_at) values (1, 1, $1, 'r', '', 'claimed', '2030-11-25T20:00:00Z'::timestamptz - ${age})`,
      [key],
    );
  at('2030-11-25T20:00:00Z');
  await pollOnce(retentionJobs);
  expect(await server.database.asSuperuser('select key from idem where tenant_id = 1 and actor_id = 1')).toEqual([{ key: 'young' }]);
  expect((await runs()).map(({ result }) => result)).toContainEqual({ keysDeleted: 1 });
});

const sheetText = async (viewer: Viewer, query: Readonly<Record<string, string>>, { path } = jobApi.exportXls): Promise<string> => {
  const response = await server.fetch(viewer, `${path}?${new URLSearchParams(query).toString()}`);
  return JSON.stringify((await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows);
};

test('a job that nobody has renamed bears the name of its kind in the language of who reads it', async () => {
  await ensureJobs(server.database, server.registry, new Date());
  const reading = (language: Language) => ({ ...platform, language });
  const of = async (language: Language) => (await server.ok(reading(language), jobApi.list, { jobClassName: 'sysLogRetention' })).records[0];
  const names = async () => [(await of('zh_CN'))?.jobName, (await of('zh_TW'))?.jobName, (await of('en_US'))?.jobName];
  expect(await names()).toEqual(['操作日志清理', '操作日誌清理', 'Operation log retention']);
  const id = (await of('en_US'))?.id ?? '';
  // A script that writes back what it has read does not change the name.
  expect((await server.ok(reading('en_US'), jobApi.edit, { id, jobName: 'Operation log retention' })).jobName).toBe('Operation log retention');
  expect(await names()).toEqual(['操作日志清理', '操作日誌清理', 'Operation log retention']);
  // The search and the export use the displayed name.
  const found = async (language: Language, jobName: string) =>
    (await server.ok(reading(language), jobApi.list, { jobName })).records.map((row) => row.id);
  expect(await found('en_US', 'operation log')).toEqual([id]);
  expect(await found('en_US', 'Operation log retention,x')).toEqual([id]);
  expect(await found('en_US', '日志')).toEqual([]);
  expect(await found('zh_TW', '日誌')).toEqual([id]);
  expect(await found('zh_CN', '日志')).toEqual([id]);
  expect(await found('en_US', '!Operation log retention')).not.toContain(id);
  expect(await sheetText(reading('en_US'), { jobName: 'Operation*' })).toMatch(/Operation log retention/);
  expect(await sheetText(reading('en_US'), { selections: `${id},` })).not.toMatch(/操作日志清理/);
  expect(await server.ok(reading('en_US'), jobApi.pause, { id })).toContain('Operation log retention');
  await server.ok(reading('en_US'), jobApi.edit, { id, jobName: 'Night' });
  expect(await names()).toEqual(['Night', 'Night', 'Night']);
  await server.ok(reading('zh_TW'), jobApi.edit, { id, jobName: '操作日誌清理' });
  expect((await server.ok(reading('en_US'), jobApi.queryById, { id })).jobName).toBe('Operation log retention');
});

test('a picker and the runs of a job call it as its reader does', async () => {
  await ensureJobs(server.database, server.registry, new Date());
  const [row] = (await server.ok(platform, jobApi.list, { jobClassName: 'sysLogRetention' })).records;
  const id = row?.id ?? '';
  await server.ok(platform, jobApi.execute, { id });
  const named = async (language: Language, keyword: string) => {
    const reader = { ...platform, language };
    const picked = (await server.ok(reader, jobApi.queryList, { keyword })).map(({ value, text }) => [value, text]);
    const [run] = (await server.ok(reader, jobRunApi.list, { jobId: id })).records;
    const { jobId_dictText: alone } = await server.ok(reader, jobRunApi.queryById, { id: run?.runId ?? '' });
    const sheet = await sheetText(reader, { jobId: id }, jobRunApi.exportXls);
    return [picked, run?.jobId_dictText, alone, /操作日志清理|操作日誌清理|Operation log retention/.exec(sheet)?.[0]];
  };
  const inAll = (name: string) => [[[id, name]], name, name, name];
  expect(await named('en_US', 'log ret')).toEqual(inAll('Operation log retention'));
  expect(await named('zh_TW', '日誌')).toEqual(inAll('操作日誌清理'));
  expect(await named('zh_CN', '日志')).toEqual(inAll('操作日志清理'));
  expect((await named('en_US', '日志'))[0]).toEqual([]);
  expect((await server.ok(platform, jobApi.queryList, { ids: id })).map(({ value }) => value)).toEqual([id]);
  expect(await server.ok(viewers.tenant('1'), jobApi.queryList, {})).toEqual([]);
});

test('only the platform sees jobs', async () => {
  const id = await createdJob();
  expect((await server.ok(viewers.tenant('1'), jobApi.list, {})).total).toBe(0);
  expect(await server.ok(viewers.tenant('1'), jobApi.kinds, {})).toEqual([]);
  expect((await server.ok(viewers.tenant('1'), jobRunApi.list, {})).total).toBe(0);
  expect((await server.call(viewers.tenant('1'), jobApi.execute, { id })).success).toBe(false);
  expect((await server.call(viewers.tenant('1'), jobApi.pause, { id })).success).toBe(false);
  expect((await server.call(viewers.limited(platform, ['job:list']), jobApi.execute, { id })).status).toBe(403);
  expect((await jobRow(id)).status).toBe(0);
});

test('logs are kept as long as their job says, and no longer', async () => {
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const ago of [179, 181, 190]) {
    const name = `sys_log_${day(ago).replaceAll('-', '')}`;
    await server.database.asSuperuser(`create table ${name} partition of sys_log for values from ('${day(ago)}') to ('${day(ago - 1)}')`);
    await server.database.asSuperuser(`alter table ${name} owner to chargeops`);
  }
  const left = async () =>
    (
      await server.database.asSuperuser(`select 1 from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'sys_log'::regclass and c.relname in (${[179, 181, 190].map((ago) => `'sys_log_${day(ago).replaceAll('-', '')}'`).join(',')})`)
    ).length;
  at(new Date().toISOString());
  await createdJob({ jobClassName: 'sysLogRetention', parameter: { keepDays: 185 } }, new Date(Date.now() - 1_000).toISOString());
  await pollOnce(retentionJobs);
  expect(await runs()).toMatchObject([{ outcome: 2, result: { daysDropped: 1 } }]);
  expect(await left()).toBe(2);
});
