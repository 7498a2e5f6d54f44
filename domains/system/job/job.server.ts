import { sql } from 'kysely';
import { cronProblemArgs } from '#kit/fields/cron.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { parseShape } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { say } from '#kit/fields/words.ts';
import type { Row } from '#kit/fields/field.ts';
import type { AnyJobKind } from '#kit/resource/job.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context, ListQuery } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { lookupRows } from '#kit/server/crud/picker.ts';
import { exportRows } from '#kit/server/excel/excel-export.ts';
import { mapRows } from '#kit/server/values/row-stream.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { possibleKeys } from '#kit/server/lists/list-sql.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { jobRefusals, jobWords } from './job.labels.ts';
import { storedJobName, displayedJobName } from './job-name.rules.ts';
import { toStoredNameCondition } from './job-name.server.ts';
import { nextTick } from './job.rules.ts';
import type { JobSchedule } from './job.rules.ts';
import { job, jobApi, jobOutcome, jobRun, jobRunApi, jobStatus, jobTrigger } from './job.ts';

/** The topic that wakes job workers. */
export const JOB_TOPIC = 'system.job';

const status = valuesOf(jobStatus);
const outcome = valuesOf(jobOutcome);
const trigger = valuesOf(jobTrigger);

const { importExcel: _i, exportTemplate: _t, ...standardHandlers } = crudHandlers(job);
const runs = crudHandlers(jobRun);

/** The routes for managing jobs. */
export const jobRoutes: readonly Route[] = [
  ...implement(jobApi, {
    ...standardHandlers,
    list: async (ctx, input, extras) => {
      const page = await standardHandlers.list(ctx, input, { ...extras, list: withStoredNames(ctx, extras.list) });
      return { ...page, records: page.records.map((row) => withDisplayedName(ctx, row)) };
    },
    exportXls: (ctx, { selections }, extras) =>
      exportRows(ctx, job, {
        list: withStoredNames(ctx, extras.list),
        keys: selections ? splitIds(selections) : undefined,
        transform: (row) => ({ ...row, jobName: displayedName(ctx, row['jobName'], row['jobClassName']) }),
      }),
    queryList: async (ctx, { keyword, ids, ...query }) => {
      const keywordConditions: Condition[] = keyword ? [{ field: 'jobName', is: 'contains', text: keyword }] : [];
      const idConditions: Condition[] = ids ? [{ field: 'id', is: 'in', values: possibleKeys(job, splitIds(ids)) }] : [];
      const question = withStoredNames(ctx, {
        conditions: [...keywordConditions, ...idConditions],
        sort: { column: 'jobName', order: 'asc' as const },
      });
      return mapRows(await lookupRows(ctx.rows(job), question, query), (row) => {
        const { id, jobName } = withDisplayedName(ctx, row);
        return { id, jobName, value: id, text: jobName };
      });
    },
    queryById: async (ctx, { id }) => withDisplayedName(ctx, await ctx.rows(job).get(id)),
    add: async (ctx, draft) => {
      const kind = kindOf(ctx, draft.jobClassName);
      const parameter = parametersOf(ctx, kind, draft.parameter ?? {});
      const jobName = storedJobName(draft.jobName, kind.title);
      return withDisplayedName(
        ctx,
        await ctx.rows(job).insert({ ...draft, jobName, parameter, status: status.started, nextRunTime: firstTick(ctx, draft) }),
      );
    },
    edit: async (ctx, input, extras) => {
      const before = await ctx.rows(job).get(String(input.id));
      const parameter = input.parameter ? parametersOf(ctx, kindOf(ctx, before.jobClassName), input.parameter) : before.parameter;
      const after = { cronExpression: input.cronExpression ?? before.cronExpression, timezone: input.timezone ?? before.timezone };
      const ticks = firstTick(ctx, after);
      const jobName = input.jobName && storedJobName(input.jobName, ctx.registry.jobs.get(before.jobClassName)?.title);
      await standardHandlers.edit(ctx, { ...input, parameter, ...(jobName && { jobName }) }, extras);
      return withDisplayedName(ctx, await ctx.rows(job).change(before.id, { nextRunTime: before.status === status.started ? ticks : null }));
    },
    pause: async (ctx, { id }) => {
      const { jobName } = withDisplayedName(ctx, await ctx.rows(job).change(id, { status: status.paused, nextRunTime: null }));
      return ctx.say(jobWords.paused, { name: jobName });
    },
    resume: async (ctx, { id }) => {
      const row = withDisplayedName(ctx, await ctx.rows(job).get(id));
      await ctx.rows(job).change(id, { status: status.started, nextRunTime: firstTick(ctx, row) });
      return ctx.say(jobWords.resumed, { name: row.jobName });
    },
    execute: async (ctx, { id }) => {
      const row = withDisplayedName(ctx, await ctx.rows(job).get(id));
      await requestRun(ctx, row);
      ctx.db.wake(JOB_TOPIC);
      return ctx.say(jobWords.asked, { name: row.jobName });
    },
    // As for the jobs themselves: only the platform has any.
    kinds: ({ viewer, registry }) => Promise.resolve(viewer.sees.tenant === 'all' ? [...registry.jobs.values()] : []),
  }),
  ...implement(jobRunApi, {
    list: async (ctx, input, extras) => {
      const [page, names] = [await runs.list(ctx, input, extras), await jobNames(ctx)];
      return { ...page, records: page.records.map((row) => withJobName(row, names)) };
    },
    queryById: async (ctx, input, extras) => withJobName(await runs.queryById(ctx, input, extras), await jobNames(ctx)),
    exportXls: async (ctx, { selections }, { list }) => {
      const names = await jobNames(ctx);
      return exportRows(ctx, jobRun, { list, keys: selections ? splitIds(selections) : undefined, transform: (row) => withJobName(row, names) });
    },
  }),
];

/** A job with its name in the viewer's language. */
const withDisplayedName = <J extends Pick<Row<typeof job.fields>, 'jobName' | 'jobClassName'>>(ctx: Context, row: J): J => ({
  ...row,
  jobName: displayedName(ctx, row.jobName, row.jobClassName),
});

const displayedName = (ctx: Context, name: unknown, kind: unknown): string =>
  displayedJobName(ctx.viewer.language, String(name), ctx.registry.jobs.get(String(kind))?.title);

/** A search by name refers to the displayed names. */
const withStoredNames = <Q extends Pick<ListQuery, 'conditions'>>(ctx: Context, query: Q): Q => ({
  ...query,
  conditions: query.conditions.map((condition) => toStoredNameCondition(condition, ctx.viewer.language, [...ctx.registry.jobs.values()])),
});

/** The displayed names of jobs, for runs that refer to one. */
const jobNames = async (ctx: Context): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: bigint; jobName: string; jobClassName: string }>`select id, job_name, job_class_name from sys_job`.execute(ctx.db);
  return new Map(rows.map(({ id, jobName, jobClassName }) => [String(id), displayedName(ctx, jobName, jobClassName)]));
};

const withJobName = <R extends Readonly<Record<string, unknown>>>(row: R, names: ReadonlyMap<string, string>): R => ({
  ...row,
  jobId_dictText: names.get(String(row['jobId'])) ?? row['jobId_dictText'],
});

const kindOf = (ctx: Context, name: string): AnyJobKind =>
  ctx.registry.jobs.get(name) ?? throwRefusal(jobRefusals, 'job.unknownKind', { kind: name });

/** The parameters parsed by the kind's fields, without unknown ones. */
const parametersOf = (ctx: Context, kind: AnyJobKind, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const parsed = parseShape(kind.params, input);
  if (parsed.ok) return parsed.value;
  const { language } = ctx.viewer;
  const texts = Object.entries(parsed.problems).map(([name, problem]) =>
    problemText(problem, { label: say(kind.paramLabels[name] ?? [name, name, name], language), language }),
  );
  return throwRefusal(jobRefusals, 'job.badParameter', { problem: texts.join(' ') });
};

/** The next tick; refuses a schedule without one. */
const firstTick = (ctx: Context, schedule: JobSchedule): Date => {
  const tick = nextTick(schedule, ctx.now);
  if (tick instanceof Date) return tick;
  return tick ? throwRefusal(jobRefusals, `cron.${tick.code}`, cronProblemArgs(tick, ctx.viewer.language)) : throwRefusal(jobRefusals, 'cron.never');
};

/** A job can have only one open run; a second request is refused. */
const requestRun = async (ctx: Context, row: Row<typeof job.fields>): Promise<void> => {
  await sql`select 1 from sys_job where id = ${row.id} for update`.execute(ctx.db);
  const { rows } =
    await sql`select 1 from sys_job_run where job_id = ${row.id} and outcome in (${outcome.waiting}, ${outcome.running}) limit 1`.execute(ctx.db);
  if (rows.length > 0) throwRefusal(jobRefusals, 'job.running', { name: row.jobName });
  await sql`insert into sys_job_run (job_id, run_trigger, due_time, outcome, create_by, create_time)
    values (${row.id}, ${trigger.hand}, ${ctx.now}, ${outcome.waiting}, ${ctx.viewer.username}, ${ctx.now})`.execute(ctx.db);
};
