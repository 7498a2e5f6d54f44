import type { ProofMethod } from '#kit/resource/rights/step-up.ts';
import type { Words } from '#kit/fields/words.ts';

export const stepUpWords = {
  title: ['请验证身份', '請驗證身分', 'Confirm that it is you'],
  why: [
    '“{what}”需要验证您的身份，验证后将自动继续，已填写的内容会保留。',
    '「{what}」需要驗證您的身分，驗證後將自動繼續，已填寫的內容會保留。',
    '“{what}” needs a fresh proof of who you are. It goes on by itself then, with all that you entered.',
  ],
  goOn: ['验证并继续', '驗證並繼續', 'Confirm and go on'],
  notDone: ['未验证身份，“{what}”没有执行', '未驗證身分，「{what}」沒有執行', 'You did not confirm, so this was not done: {what}'],
  getCode: ['获取验证码', '取得驗證碼', 'Get a code'],
  codeSent: ['已发送', '已發送', 'Sent'],
  sentTo: ['验证码将发送至 {to}', '驗證碼將發送至 {to}', 'The code goes to {to}'],
  noWay: ['没有可接收验证码的手机或邮箱', '沒有可接收驗證碼的手機或信箱', 'No code can reach you'],
  unreached: [
    '您不是用密码登录的。如果从未设置过密码，请联系管理员重置密码，或在账号中登记您的手机或邮箱，然后重新登录。',
    '您不是用密碼登入的。如果從未設定過密碼，請聯絡管理員重設密碼，或在帳號中登記您的手機或信箱，然後重新登入。',
    'You came in without a password. If you never had a password, ask an administrator to set one, or to enter your phone or mailbox; then sign in again.',
  ],
  needed: ['请填写此项', '請填寫此項', 'This is needed'],
} as const satisfies Readonly<Record<string, Words>>;

export const methodWords = {
  password: ['登录密码', '登入密碼', 'Your password'],
  totp: ['动态验证码', '動態驗證碼', 'Code of your authenticator'],
  sms: ['短信验证码', '簡訊驗證碼', 'Code by text message'],
  mail: ['邮件验证码', '郵件驗證碼', 'Code by mail'],
} as const satisfies Readonly<Record<ProofMethod, Words>>;

/** The buttons that switch to another way. */
export const otherMethodWords = {
  password: ['改用密码', '改用密碼', 'Use your password instead'],
  totp: ['改用动态验证码', '改用動態驗證碼', 'Use your authenticator instead'],
  sms: ['改用短信验证码', '改用簡訊驗證碼', 'Use a text message instead'],
  mail: ['改用邮件验证码', '改用郵件驗證碼', 'Use a mail instead'],
} as const satisfies Readonly<Record<ProofMethod, Words>>;
