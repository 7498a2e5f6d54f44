import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

export const siteSampleRetention = jobKind({
  name: 'siteSampleRetention',
  title: ['站点功率曲线清理', '站點功率曲線清理', 'Site power curve retention'],
  hint: ['删除超过保留天数的站点功率数据', '刪除超過保留天數的站點功率資料', 'Drops curves of sites’ power older than they are kept'],
  params: { keepDays: count({ min: 7, max: 800, unit: 'd' }) },
  paramLabels: { keepDays: ['保留天数', '保留天數', 'Days kept'] },
  results: { daysDropped: ['删除的日表', '刪除的日表', 'Day tables dropped'] },
  initial: { cron: '0 25 3 * * ?', params: { keepDays: 31 } },
});
