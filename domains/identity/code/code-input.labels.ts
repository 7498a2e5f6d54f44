import type { Words } from '#kit/fields/words.ts';

/** The texts of an input for a code that was sent by SMS or mail. */
export const codeInputWords = {
  code: ['验证码', '驗證碼', 'Verification code'],
  needCode: ['请输入验证码', '請輸入驗證碼', 'Enter the code'],
  getCode: ['获取验证码', '取得驗證碼', 'Get a code'],
  codeAgain: ['{seconds} 秒后重新获取', '{seconds} 秒後重新取得', 'Again in {seconds} s'],
} as const satisfies Readonly<Record<string, Words>>;
