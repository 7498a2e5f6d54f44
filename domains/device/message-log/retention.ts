import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

export const messageLogRetention = jobKind({
  name: 'messageLogRetention',
  title: ['通信日志清理', '通訊日誌清理', 'Communication log retention'],
  hint: [
    '删除超过保留天数的桩通信报文和厂商消息',
    '刪除超過保留天數的樁通訊報文和廠商訊息',
    'Drops messages between piles and platform, and those of vendors, older than they are kept',
  ],
  params: { keepDays: count({ min: 1, max: 3_650, unit: 'd' }) },
  paramLabels: { keepDays: ['保留天数', '保留天數', 'Days kept'] },
  results: {
    daysDropped: ['删除的日表', '刪除的日表', 'Day tables dropped'],
    vendorMessages: ['删除的厂商消息', '刪除的廠商訊息', 'Vendor messages deleted'],
  },
  initial: { cron: '0 0 3 * * ?', params: { keepDays: 30 } },
});
