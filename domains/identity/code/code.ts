import { codeTable } from '#kit/fields/codes.ts';
import { choice, optional, phone, text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { personal } from '#kit/fields/personal.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';

/** The purpose of a code; the numbers are those of the product family. */
export const smsMode = codeTable({
  dictCode: 'sms_mode',
  title: ['验证码用途', '驗證碼用途', 'Purpose of a code'],
  items: {
    login: { value: '0', words: ['登录', '登入', 'Sign in'] },
    register: { value: '1', words: ['注册', '註冊', 'Register'] },
    forgotten: { value: '2', words: ['找回密码', '找回密碼', 'Forgotten password'] },
    change: { value: '3', words: ['更换手机或邮箱', '更換手機或信箱', 'Another phone or mailbox'] },
  },
});

export const codeBounds = { digits: 6, lifeMs: 600_000 } as const;

/** Where mails can be sent, a mail address may be used in place of a phone. */
export const mailAddress = () => personal(text({ max: 100, pattern: patterns.email }), { kind: 'mailbox' });

export const codeApi = {
  sms: endpoint({
    method: 'POST',
    path: '/sys/sms',
    allow: 'public',
    noTransaction: true,
    input: {
      mobile: optional(phone({ line: 'mobile' })),
      email: optional(mailAddress()),
      smsmode: choice(smsMode),
      /** The proof of the slider, which is required for every code. */
      captcha: optional(text({ max: 64 })),
    },
    output: words(),
  }),
};
