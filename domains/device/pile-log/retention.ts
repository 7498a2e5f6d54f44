import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

export const pileLogRetention = jobKind({
  name: 'pileLogRetention',
  title: ['设备日志清理', '裝置日誌清理', 'Device log retention'],
  hint: ['删除超过保留天数的设备日志', '刪除超過保留天數的裝置日誌', 'Deletes logs of piles older than they are kept'],
  params: { keepDays: count({ min: 1, max: 3_650, unit: 'd' }) },
  paramLabels: { keepDays: ['保留天数', '保留天數', 'Days kept'] },
  results: { logsDeleted: ['删除的日志', '刪除的日誌', 'Logs deleted'] },
  initial: { cron: '0 20 3 * * ?', params: { keepDays: 90 } },
});
