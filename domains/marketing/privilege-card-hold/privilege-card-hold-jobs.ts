import { jobKind } from '#kit/resource/job.ts';

export const cardEarning = jobKind({
  name: 'cardEarning',
  title: ['特权卡收入确认', '特權卡收入確認', 'Earned privilege cards'],
  hint: [
    '把已过去的天数对应的售价确认为收入，并把过期的卡记为已过期；过期与否始终按时间判断',
    '把已過去的天數對應的售價確認為收入，並把過期的卡記為已過期；過期與否始終按時間判斷',
    'Books the price of the days that are over as earned, and writes down which cards have expired; whether one has is judged by the time',
  ],
  params: {},
  paramLabels: {},
  results: { cards: ['特权卡', '特權卡', 'Cards'], expired: ['已过期', '已過期', 'Expired'] },
  initial: { cron: '0 25 0 * * ?', params: {} },
});
