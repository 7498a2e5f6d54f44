import { jobKind } from '#kit/resource/job.ts';

export const pointExpiry = jobKind({
  name: 'pointExpiry',
  title: ['积分过期', '積分過期', 'Expired points'],
  hint: [
    '把到期且未被订单占用的积分记为过期并入账；能否抵扣始终按时间判断，不取决于本任务',
    '把到期且未被訂單佔用的積分記為過期並入帳；能否折抵始終按時間判斷，不取決於本任務',
    'Writes down and books which points have expired that no order has set aside; whether they can be spent is judged by the time, not by this job',
  ],
  params: {},
  paramLabels: {},
  results: { accounts: ['账户', '帳戶', 'Accounts'], points: ['积分', '積分', 'Points'] },
  initial: { cron: '0 5 * * * ?', params: {} },
});
