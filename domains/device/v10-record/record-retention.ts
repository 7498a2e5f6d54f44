import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

export const recordRetention = jobKind({
  name: 'v10RecordRetention',
  title: ['v1.0记录清理', 'v1.0記錄清理', 'v1.0 record retention'],
  hint: ['删除超过保留天数的v1.0桩记录', '刪除超過保留天數的v1.0樁記錄', 'Drops records of v1.0 piles older than they are kept'],
  params: { keepDays: count({ min: 1, max: 3_650, unit: 'd' }) },
  paramLabels: { keepDays: ['保留天数', '保留天數', 'Days kept'] },
  results: { daysDropped: ['删除的日表', '刪除的日表', 'Day tables dropped'] },
  initial: { cron: '0 10 3 * * ?', params: { keepDays: 90 } },
});
