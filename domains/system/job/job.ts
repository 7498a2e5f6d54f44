import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, readOnly, id, instant, json, longText, onAdd, optional, ref, text, zone } from '#kit/fields/field.ts';
import type { FieldShape } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

/** The numbers of the product family. */
export const jobStatus = codeTable({
  dictCode: 'quartz_status',
  title: ['任务状态', '任務狀態', 'Job state'],
  items: {
    started: { value: 0, words: ['已启动', '已啟動', 'Started'], tone: 'good' },
    paused: { value: -1, words: ['已停止', '已停止', 'Paused'], tone: 'quiet' },
  },
});

export const missedPolicy = codeTable({
  dictCode: 'job_missed',
  title: ['错过的执行', '錯過的執行', 'Missed runs'],
  items: {
    makeUp: { value: 1, words: ['恢复后补执行一次', '恢復後補執行一次', 'One run makes up for them'] },
    leaveOut: { value: 2, words: ['跳过，等待下次', '跳過，等待下次', 'Left out; the next one runs'] },
  },
});

export const jobOutcome = codeTable({
  dictCode: 'job_outcome',
  title: ['执行结果', '執行結果', 'Outcome'],
  items: {
    waiting: { value: 0, words: ['等待执行', '等待執行', 'Waiting'], tone: 'busy' },
    running: { value: 1, words: ['执行中', '執行中', 'Running'], tone: 'busy' },
    done: { value: 2, words: ['成功', '成功', 'Done'], tone: 'good' },
    failed: { value: 3, words: ['失败', '失敗', 'Failed'], tone: 'bad' },
    lost: { value: 4, words: ['进程中断', '程序中斷', 'Process lost'], tone: 'bad' },
    missed: { value: 5, words: ['错过未执行', '錯過未執行', 'Missed'], tone: 'warn' },
    overlapped: { value: 6, words: ['上次未结束，跳过', '上次未結束，跳過', 'Left out: the last was still running'], tone: 'warn' },
  },
});

export const jobTrigger = codeTable({
  dictCode: 'job_trigger',
  title: ['触发方式', '觸發方式', 'Started by'],
  items: {
    clock: { value: 1, words: ['定时', '定時', 'Clock'] },
    hand: { value: 2, words: ['手动', '手動', 'Hand'] },
    again: { value: 3, words: ['中断后重试', '中斷後重試', 'Again after a loss'] },
  },
});

const platformOnly = { tenant: 'hidden', agent: 'hidden', station: 'hidden' } as const;
const ERROR_LETTERS_MAX = 2_000;
export const errorText = (error: unknown): string => String(error).slice(0, ERROR_LETTERS_MAX);

/** A scheduled job. Its kind decides what it does and which parameters it has. */
export const job = resource({
  name: 'job',
  path: '/sys/quartzJob',
  table: 'sys_job',
  key: 'id',
  title: 'jobName',
  scope: platformOnly,
  fields: {
    id: readOnly(id()),
    jobName: text({ unique: [], min: 1, max: 60, filter: 'contains' }),
    /** The name of its kind, which the product family calls a class. */
    jobClassName: onAdd(text({ min: 1, max: 60, filter: 'equals' })),
    cronExpression: text({ min: 1, max: 250 }),
    timezone: zone(),
    parameter: optional(json<Readonly<Record<string, unknown>>>()),
    status: readOnly(choice(jobStatus, { filter: 'equals' })),
    missed: choice(missedPolicy, { initial: missedPolicy.items.makeUp.value }),
    description: optional(longText({ max: 255 })),
    nextRunTime: readOnly(optional(instant())),
    lastRunTime: readOnly(optional(instant())),
    lastOutcome: readOnly(optional(choice(jobOutcome, { filter: 'equals' }))),
  },
});

/** The record of a run at a tick or on request. */
export const jobRun = resource({
  name: 'jobRun',
  path: '/sys/quartzJobLog',
  table: 'sys_job_run',
  key: 'runId',
  title: 'runId',
  softDelete: false,
  scope: platformOnly,
  fields: {
    runId: readOnly(id()),
    jobId: readOnly(ref('job', { filter: 'equals' })),
    runTrigger: readOnly(choice(jobTrigger, { filter: 'equals' })),
    dueTime: readOnly(instant()),
    outcome: readOnly(choice(jobOutcome, { filter: 'equals' })),
    missedCount: readOnly(count()),
    startTime: readOnly(optional(instant())),
    endTime: readOnly(optional(instant())),
    durationMs: readOnly(optional(count({ unit: 'ms' }))),
    node: readOnly(optional(text({ max: 100 }))),
    result: readOnly(optional(json<Readonly<Record<string, number>>>())),
    error: readOnly(optional(longText({ max: ERROR_LETTERS_MAX }))),
  },
});

/** The parts of a job kind that the page needs. */
export interface JobKindInfo {
  readonly name: string;
  readonly title: Words;
  readonly hint: Words;
  readonly params: FieldShape;
  readonly paramLabels: Readonly<Record<string, Words>>;
  readonly results: Readonly<Record<string, Words>>;
  readonly initial: { readonly cron: string; readonly params: Readonly<Record<string, unknown>> };
}

const { exportTemplate: _template, importExcel: _import, ...standardEndpoints } = crud(job);
const rowAction = (path: string) =>
  endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${job.path}/${path}`,
    allow: `job:${path === 'execute' ? 'execute' : 'edit'}`,
    input: { id: id() },
    output: words(),
  });

export const jobApi = {
  ...standardEndpoints,
  pause: rowAction('pause'),
  resume: rowAction('resume'),
  /** Runs the job once, as soon as a worker is free; a paused job stays paused. */
  execute: rowAction('execute'),
  kinds: endpoint({ method: 'GET', path: `${job.path}/kinds`, allow: 'job:list', input: {}, output: opaque<readonly JobKindInfo[]>() }),
};

const { list, queryById, exportXls } = crud(jobRun);
export const jobRunApi = { list, queryById, exportXls };
