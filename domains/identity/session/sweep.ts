import { jobKind } from '#kit/resource/job.ts';

export const signInSweep = jobKind({
  name: 'signInSweep',
  title: ['过期登录数据清理', '過期登入資料清理', 'Expired sign-in data'],
  hint: [
    '删除已过期的会话、验证码、滑块和第三方登录流程',
    '刪除已過期的工作階段、驗證碼、滑塊和第三方登入流程',
    'Deletes sessions, codes, sliders and foreign sign-ins that have expired',
  ],
  params: {},
  paramLabels: {},
  results: {},
  initial: { cron: '0 0/10 * * * ?', params: {} },
});
