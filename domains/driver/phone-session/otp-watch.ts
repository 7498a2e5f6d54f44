import { jobKind } from '#kit/resource/job.ts';

export const otpWatch = jobKind({
  name: 'driverOtpWatch',
  title: ['车主短信检查', '車主簡訊檢查', 'Codes by SMS to drivers'],
  hint: [
    '最近一小时发送达到上限，或验证成功不足四成时产生异常；恢复后自动结束',
    '最近一小時傳送達到上限，或驗證成功不足四成時產生異常；恢復後自動結束',
    'An hour with as many codes as are allowed, or of whose codes fewer than 40 % were used, is an exception until it is over',
  ],
  params: {},
  paramLabels: {},
  results: { begun: ['新增异常', '新增異常', 'Exceptions begun'], over: ['已结束', '已結束', 'Over'] },
  initial: { cron: '0 0/5 * * * ?', params: {} },
});
