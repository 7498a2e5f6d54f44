import { jobKind } from '#kit/resource/job.ts';

export const reservationExpiry = jobKind({
  name: 'reservationExpiry',
  title: ['过期预约处理', '過期預約處理', 'Expired reservations'],
  hint: [
    '结束已到期的预约：收取占位费，释放充电枪和其余冻结金额',
    '結束已到期的預約：收取占位費，釋放充電槍和其餘凍結金額',
    'Ends reservations whose time has run out: charges the fee, frees the gun and the rest of what was held',
  ],
  params: {},
  paramLabels: {},
  results: {
    expired: ['已结束的预约', '已結束的預約', 'Reservations ended'],
    failed: ['未能结束的预约', '未能結束的預約', 'Could not be ended'],
  },
  initial: { cron: '0 * * * * ?', params: {} },
});
