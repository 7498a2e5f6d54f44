import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const accountInputLabels = {
  mobile: ['手机号', '手機號碼', 'Phone number'],
  captcha: ['验证码', '驗證碼', 'Verification code'],
  phone: ['手机号', '手機號碼', 'Phone number'],
  smscode: ['验证码', '驗證碼', 'Verification code'],
  username: ['用户名', '使用者名稱', 'User name'],
  password: ['密码', '密碼', 'Password'],
  email: ['邮箱', '電子郵件', 'E-mail'],
  realname: ['姓名', '姓名', 'Name'],
  agreePrivacy: ['已同意的隐私政策版本', '已同意的隱私權政策版本', 'Version of the privacy text agreed to'],
} as const satisfies Readonly<Record<string, Words>>;

export const accountRefusals = {
  'account.unknown': ['用户不存在', '使用者不存在', 'There is no such user'],
  'account.several': [
    '该号码对应多个账号，请使用用户名登录',
    '該號碼對應多個帳號，請使用使用者名稱登入',
    'Several accounts share this number; sign in with your user name',
  ],
  'account.waiting': ['注册申请正在审核，请联系管理员', '註冊申請正在審核，請聯絡管理員', 'Your registration waits for an administrator'],
  'account.closed': ['系统未开放注册，请联系管理员', '系統未開放註冊，請聯絡管理員', 'Registration is closed; ask your administrator for an account'],
  'account.phoneTaken': ['手机号已注册，请直接登录', '手機號碼已註冊，請直接登入', 'This phone is registered already; sign in instead'],
  'account.nameTaken': ['用户名已存在', '使用者名稱已存在', 'User name exists already'],
  'account.mailTaken': ['邮箱已注册，请直接登录', '電子郵件已註冊，請直接登入', 'This e-mail is registered already; sign in instead'],
  'account.ticket': ['操作已超时，请重新获取验证码', '操作已逾時，請重新取得驗證碼', 'This took too long; ask for a new code'],
} as const satisfies RefusalTable;

export const accountWords = {
  passwordSet: ['密码已重置，请重新登录', '密碼已重設，請重新登入', 'Your password is set; sign in with it'],
} as const satisfies Readonly<Record<string, Words>>;
