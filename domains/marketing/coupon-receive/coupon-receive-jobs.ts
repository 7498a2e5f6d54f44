import { jobKind } from '#kit/resource/job.ts';

export const couponExpiry = jobKind({
  name: 'couponExpiry',
  title: ['优惠券过期', '優惠券過期', 'Expired coupons'],
  hint: [
    '把过了有效期的券记为已过期；过期与否始终按时间判断，不取决于本任务',
    '把過了有效期的券記為已過期；過期與否始終按時間判斷，不取決於本任務',
    'Writes down which coupons have expired; whether one has is judged by the time, not by this job',
  ],
  params: {},
  paramLabels: {},
  results: { expired: ['已过期', '已過期', 'Expired'] },
  initial: { cron: '20 * * * * ?', params: {} },
});
