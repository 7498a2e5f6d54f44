import { cronProblems } from '#kit/fields/cron.ts';
import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { job, jobRun } from './job.ts';

export const jobLabels = labels(job, {
  noun: ['定时任务', '排程任務', 'Scheduled job'],
  fields: {
    id: ['任务编号', '任務編號', 'Job id'],
    jobName: ['任务名称', '任務名稱', 'Name'],
    jobClassName: ['任务类型', '任務類型', 'Kind'],
    cronExpression: ['cron表达式', 'cron表達式', 'Cron expression'],
    timezone: ['时区', '時區', 'Time zone'],
    parameter: ['参数', '參數', 'Parameters'],
    status: ['状态', '狀態', 'State'],
    missed: ['错过的执行', '錯過的執行', 'Missed runs'],
    description: ['描述', '描述', 'Description'],
    nextRunTime: ['下次执行', '下次執行', 'Next run'],
    lastRunTime: ['上次执行', '上次執行', 'Last run'],
    lastOutcome: ['上次结果', '上次結果', 'Last outcome'],
  },
  hints: {
    missed: ['停机期间错过的执行如何处理', '停機期間錯過的執行如何處理', 'What becomes of runs that fell into a time when nothing was running'],
  },
  actions: {
    pause: ['停止', '停止', 'Pause'],
    resume: ['启动', '啟動', 'Start'],
    execute: ['立即执行', '立即執行', 'Run now'],
  },
});

export const jobRunLabels = labels(jobRun, {
  noun: ['执行记录', '執行記錄', 'Run'],
  fields: {
    runId: ['执行编号', '執行編號', 'Run id'],
    jobId: ['任务', '任務', 'Job'],
    runTrigger: ['触发方式', '觸發方式', 'Started by'],
    dueTime: ['计划时间', '計畫時間', 'Due'],
    outcome: ['结果', '結果', 'Outcome'],
    missedCount: ['错过次数', '錯過次數', 'Missed'],
    startTime: ['开始时间', '開始時間', 'Began'],
    endTime: ['结束时间', '結束時間', 'Ended'],
    durationMs: ['耗时', '耗時', 'Took'],
    node: ['执行节点', '執行節點', 'Node'],
    result: ['结果数据', '結果資料', 'Result'],
    error: ['错误信息', '錯誤訊息', 'Error'],
  },
});

export const jobRefusals = {
  ...cronProblems,
  'job.unknownKind': ['任务类型“{kind}”不存在', '任務類型「{kind}」不存在', 'There is no kind of job called {kind}'],
  'job.badParameter': ['参数有误：{problem}', '參數有誤：{problem}', 'A parameter is wrong: {problem}'],
  'job.running': ['任务“{name}”正在执行或等待执行', '任務「{name}」正在執行或等待執行', '{name} is running or waiting to run'],
} as const satisfies RefusalTable;

export const jobWords = {
  title: ['定时任务', '排程任務', 'Scheduled jobs'],
  paused: ['任务“{name}”已停止', '任務「{name}」已停止', '{name} is paused'],
  resumed: ['任务“{name}”已启动', '任務「{name}」已啟動', '{name} is started'],
  asked: ['任务“{name}”即将执行，结果见执行记录', '任務「{name}」即將執行，結果見執行記錄', '{name} runs in a moment; see its runs for the outcome'],
  runs: ['执行记录', '執行記錄', 'Runs'],
  noParams: ['该类型没有参数', '該類型沒有參數', 'This kind has nothing to set'],
  chooseKind: ['请先选择任务类型', '請先選擇任務類型', 'Choose a kind first'],
  figure: ['{label}：{value}', '{label}：{value}', '{label}: {value}'],
} as const satisfies Readonly<Record<string, Words>>;
