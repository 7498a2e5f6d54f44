import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

const results = { daysDropped: ['删除的日表', '刪除的日表', 'Day tables dropped'] } as const;
const paramLabels = { keepDays: ['保留天数', '保留天數', 'Days kept'] } as const;

/** Half a year, as required by law. */
const LOG_DAYS_MIN = 180;

export const sysLogRetention = jobKind({
  name: 'sysLogRetention',
  title: ['操作日志清理', '操作日誌清理', 'Operation log retention'],
  hint: ['删除超过保留天数的登录和操作日志', '刪除超過保留天數的登入和操作日誌', 'Drops sign-ins and operations older than they are kept'],
  params: { keepDays: count({ min: LOG_DAYS_MIN, max: 3_650, unit: 'd' }) },
  paramLabels,
  results,
  initial: { cron: '0 10 3 * * ?', params: { keepDays: 185 } },
});

/** The minimum retention of idempotency keys; for this long a client may repeat a request with its key. */
const KEY_DAYS_MIN = 30;

export const idempotencyRetention = jobKind({
  name: 'idempotencyRetention',
  title: ['幂等键清理', '冪等鍵清理', 'Idempotency key retention'],
  hint: [
    '删除超过保留天数的幂等键及其应答；之后以同一键重发会再次执行',
    '刪除超過保留天數的冪等鍵及其應答；之後以同一鍵重送會再次執行',
    'Deletes keys of requests and their answers older than they are kept; sent again after that, a request is done again',
  ],
  params: { keepDays: count({ min: KEY_DAYS_MIN, max: 3_650, unit: 'd' }) },
  paramLabels,
  results: { keysDeleted: ['删除的键', '刪除的鍵', 'Keys deleted'] },
  initial: { cron: '0 15 3 * * ?', params: { keepDays: KEY_DAYS_MIN } },
});

export const jobRunRetention = jobKind({
  name: 'jobRunRetention',
  title: ['任务执行记录清理', '任務執行記錄清理', 'Job history retention'],
  hint: ['删除超过保留天数的任务执行记录', '刪除超過保留天數的任務執行記錄', 'Deletes runs of jobs older than they are kept'],
  params: { keepDays: count({ min: 7, max: 3_650, unit: 'd' }) },
  paramLabels,
  results: { runsDeleted: ['删除的记录', '刪除的記錄', 'Runs deleted'] },
  initial: { cron: '0 20 3 * * ?', params: { keepDays: 90 } },
});
