import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

export const driverRetention = jobKind({
  name: 'driverRetention',
  title: ['扫码访问清理', '掃碼造訪清理', 'Retention of drivers’ visits'],
  hint: [
    '删除过期的扫码访问、登录和验证码，并抹去订单中的网络地址',
    '刪除過期的掃碼造訪、登入和驗證碼，並抹去訂單中的網路位址',
    'Deletes visits, sign-ins and codes that are over, and forgets from which address orders came',
  ],
  params: { keepDays: count({ min: 1, max: 90, unit: 'd' }) },
  paramLabels: { keepDays: ['保留天数', '保留天數', 'Days kept'] },
  results: {
    visitsDeleted: ['删除的访问', '刪除的造訪', 'Visits deleted'],
    sessionsDeleted: ['删除的登录', '刪除的登入', 'Sign-ins deleted'],
    receiptsForgotten: ['抹去的收据联系方式', '抹去的收據聯絡方式', 'Contacts of receipts forgotten'],
    addressesForgotten: ['抹去的地址', '抹去的位址', 'Addresses forgotten'],
  },
  initial: { cron: '0 35 3 * * ?', params: { keepDays: 7 } },
});
