import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const stepUpInputLabels = {
  password: ['密码', '密碼', 'Password'],
  code: ['验证码', '驗證碼', 'Verification code'],
} as const satisfies Readonly<Record<string, Words>>;

export const stepUpRefusals = {
  'stepUp.password': ['密码错误', '密碼錯誤', 'The password is wrong'],
  'stepUp.code': [
    '验证码错误或已失效，请使用最新的验证码，或重新获取',
    '驗證碼錯誤或已失效，請使用最新的驗證碼，或重新取得',
    'The code is wrong or has expired; use the newest one, or get another',
  ],
  'stepUp.noCode': ['请使用密码验证', '請使用密碼驗證', 'Prove it with your password'],
} as const satisfies RefusalTable;

export const stepUpWords = {
  proved: ['身份已验证', '身分已驗證', 'It is you'],
} as const satisfies Readonly<Record<string, Words>>;
