import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const thirdPartyInputLabels = {
  source: ['登录方式', '登入方式', 'Provider'],
  search: ['返回参数', '返回參數', 'Answer of the provider'],
  bind: ['绑定码', '綁定碼', 'Binding'],
  token: ['一次性凭证', '一次性憑證', 'One-use code'],
  thirdType: ['登录方式', '登入方式', 'Provider'],
  ticket: ['票据', '票據', 'Ticket'],
  service: ['服务地址', '服務位址', 'Service address'],
  username: ['用户名', '使用者名稱', 'User name'],
  password: ['密码', '密碼', 'Password'],
  issuer: ['登录服务', '登入服務', 'Service'],
  subject: ['第三方账号', '第三方帳號', 'Account there'],
  captcha: ['验证码', '驗證碼', 'Verification code'],
} as const satisfies Readonly<Record<string, Words>>;

export const thirdPartyRefusals = {
  'third.unknown': ['系统未开通该登录方式', '系統未開通該登入方式', 'This way of signing in is not set up'],
  'third.unreachable': [
    '登录服务暂时不可用，请稍后再试',
    '登入服務暫時無法使用，請稍後再試',
    'The sign-in service cannot be reached; try again later',
  ],
  'third.refused': ['第三方登录未通过，请重新登录', '第三方登入未通過，請重新登入', 'The other service did not confirm who you are; start again'],
  'third.expired': ['登录已超时，请重新登录', '登入已逾時，請重新登入', 'This took too long; start again'],
  'third.unlinked': [
    '该账号尚未关联，请先登录一次以关联',
    '該帳號尚未關聯，請先登入一次以關聯',
    'This account is not connected yet; sign in once to connect it',
  ],
} as const satisfies RefusalTable;

export const thirdPartyWords = {
  disconnected: ['已解除关联', '已解除關聯', 'The account is no longer connected'],
} as const satisfies Readonly<Record<string, Words>>;
