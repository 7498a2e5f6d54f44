import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const totpInputLabels = {
  ticket: ['登录凭证', '登入憑證', 'Sign-in ticket'],
  code: ['动态验证码', '動態驗證碼', 'Code'],
  deviceToken: ['设备标识', '裝置標識', 'Mark of the browser'],
  password: ['密码', '密碼', 'Password'],
  demanded: ['强制两步验证', '強制兩步驟驗證', 'Demand the second step'],
} as const satisfies Readonly<Record<string, Words>>;

export const totpRefusals = {
  'totp.needed': ['请输入动态验证码', '請輸入動態驗證碼', 'Enter the code of your authenticator'],
  'totp.enrol': ['您的组织要求两步验证，请先设置', '您的組織要求兩步驟驗證，請先設定', 'Your organisation demands a second step; set it up now'],
  'totp.wrong': ['动态验证码错误', '動態驗證碼錯誤', 'The code is wrong'],
  'totp.expired': ['操作已超时，请重新登录', '操作已逾時，請重新登入', 'This took too long; sign in again'],
  'totp.password': ['密码错误', '密碼錯誤', 'The password is wrong'],
  'totp.already': ['两步验证已开启', '兩步驟驗證已開啟', 'The second step is on already'],
  'totp.demanded': ['您的组织要求两步验证，不能关闭', '您的組織要求兩步驟驗證，不能關閉', 'Your organisation demands the second step; it stays on'],
  'totp.noTenant': ['只能为一个租户设置', '只能為一個租戶設定', 'This is set for one tenant at a time'],
} as const satisfies RefusalTable;

export const totpWords = {
  removed: ['两步验证已关闭', '兩步驟驗證已關閉', 'The second step is off'],
  demands: [
    '已要求本租户全员两步验证',
    '已要求本租戶全員兩步驟驗證',
    'Everybody of the tenant is asked for the second step from the next sign-in on',
  ],
  freed: ['已取消强制两步验证', '已取消強制兩步驟驗證', 'The second step is optional again'],
} as const satisfies Readonly<Record<string, Words>>;
