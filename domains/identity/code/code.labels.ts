import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const codeInputLabels = {
  mobile: ['手机号', '手機號碼', 'Phone number'],
  email: ['邮箱', '電子郵件', 'E-mail'],
  smsmode: ['用途', '用途', 'Purpose'],
  captcha: ['验证码', '驗證碼', 'Verification code'],
} as const satisfies Readonly<Record<string, Words>>;

export const codeRefusals = {
  'code.receiver': ['请输入手机号', '請輸入手機號碼', 'Enter a phone number'],
  'code.noSms': ['系统未开通短信，请联系管理员', '系統未開通簡訊，請聯絡管理員', 'This system cannot send text messages; ask your administrator'],
  'code.noMail': ['系统未开通邮件，请联系管理员', '系統未開通郵件，請聯絡管理員', 'This system cannot send mails; ask your administrator'],
  'code.wait': [
    '验证码已发送，{minutes}分钟内有效，请勿重复获取',
    '驗證碼已發送，{minutes}分鐘內有效，請勿重複取得',
    'A code was sent already; it is good for {minutes} more min',
  ],
  'code.wrong': ['验证码错误或已失效，请重新获取', '驗證碼錯誤或已失效，請重新取得', 'The code is wrong or has expired; ask for a new one'],
} as const satisfies RefusalTable;

export const codeWords = {
  sent: ['验证码已发送，10分钟内有效', '驗證碼已發送，10分鐘內有效', 'The code is on its way; it is good for 10 minutes'],
  subject: ['ChargeOps 验证码', 'ChargeOps 驗證碼', 'Your ChargeOps code'],
  '0': [
    '您的登录验证码是 {code}，10分钟内有效。请勿告诉他人。',
    '您的登入驗證碼是 {code}，10分鐘內有效。請勿告訴他人。',
    '{code} is your code to sign in to ChargeOps, good for 10 minutes. Tell it to nobody.',
  ],
  '1': [
    '您的注册验证码是 {code}，10分钟内有效。请勿告诉他人。',
    '您的註冊驗證碼是 {code}，10分鐘內有效。請勿告訴他人。',
    '{code} is your code to register with ChargeOps, good for 10 minutes. Tell it to nobody.',
  ],
  proof: [
    '您正在验证身份，验证码是 {code}，10分钟内有效。非本人操作请修改密码。',
    '您正在驗證身分，驗證碼是 {code}，10分鐘內有效。非本人操作請修改密碼。',
    '{code} is your code to go on in ChargeOps, good for 10 minutes. If you did not ask for it, change your password.',
  ],
  '2': [
    '您正在重置密码，验证码是 {code}，10分钟内有效。非本人操作请忽略。',
    '您正在重設密碼，驗證碼是 {code}，10分鐘內有效。非本人操作請忽略。',
    '{code} is your code for a new ChargeOps password, good for 10 minutes. If you did not ask for it, do nothing.',
  ],
  '3': [
    '您正在将此号码或邮箱设为联系方式，验证码是 {code}，10分钟内有效。非本人操作请忽略。',
    '您正在將此號碼或信箱設為聯絡方式，驗證碼是 {code}，10分鐘內有效。非本人操作請忽略。',
    '{code} is your code to use this number or mailbox with ChargeOps, good for 10 minutes. If you did not ask for it, do nothing.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
