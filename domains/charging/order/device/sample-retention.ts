import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

/** Bills are disputed within weeks, and the curves are the evidence. */
const RETENTION_DAYS_MIN = 90;

export const sampleRetention = jobKind({
  name: 'sampleRetention',
  title: ['充电曲线清理', '充電曲線清理', 'Charging curve retention'],
  hint: ['删除超过保留天数的充电采样数据', '刪除超過保留天數的充電取樣資料', 'Drops samples of orders older than they are kept'],
  params: { keepDays: count({ min: RETENTION_DAYS_MIN, max: 3_650, unit: 'd' }) },
  paramLabels: { keepDays: ['保留天数', '保留天數', 'Days kept'] },
  results: { daysDropped: ['删除的日表', '刪除的日表', 'Day tables dropped'] },
  initial: { cron: '0 5 3 * * ?', params: { keepDays: 400 } },
});
