import { jobKind } from '#kit/resource/job.ts';

export const rateMonthChange = jobKind({
  name: 'rateTurn',
  title: ['桩费率月份切换', '樁費率月份切換', 'The month turns for piles'],
  hint: [
    '把本月及即将开始的月份的费率下发给尚未保存它的电桩',
    '把本月及即將開始的月份的費率下發給尚未保存它的電樁',
    'Sends the prices of this month, and of one that is about to begin, to piles that do not keep them yet',
  ],
  params: {},
  paramLabels: {},
  results: { told: ['已下发', '已下發', 'Sent'] },
  initial: { cron: '0 30 2 * * ?', params: {} },
});
