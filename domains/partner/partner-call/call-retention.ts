import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

export const partnerRetention = jobKind({
  name: 'partnerRetention',
  title: ['开放平台日志清理', '開放平台日誌清理', 'Retention of partner logs'],
  hint: [
    '删除过期的接口调用日志，以及已送达或已放弃的推送记录',
    '刪除過期的介面呼叫日誌，以及已送達或已放棄的推送記錄',
    'Deletes old calls of partners, and old deliveries that were made or given up',
  ],
  params: { keepDays: count({ min: 7, max: 730, unit: 'd' }) },
  paramLabels: { keepDays: ['保留天数', '保留天數', 'Days kept'] },
  results: {
    callsDeleted: ['删除的调用', '刪除的呼叫', 'Calls deleted'],
    deliveriesDeleted: ['删除的推送', '刪除的推送', 'Deliveries deleted'],
    keysDeleted: ['删除的旧密钥', '刪除的舊金鑰', 'Ended keys deleted'],
  },
  initial: { cron: '0 50 3 * * ?', params: { keepDays: 90 } },
});
