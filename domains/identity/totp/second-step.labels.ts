import type { Words } from '#kit/fields/words.ts';

/** The texts of the second factor: its code, its set-up and its recovery codes. */
export const secondStepWords = {
  secondStep: ['两步验证', '兩步驟驗證', 'Two-step sign-in'],
  next: ['下一步', '下一步', 'Next'],
  secondStepHint: [
    '登录时除密码外还需输入手机验证器应用中的动态验证码',
    '登入時除密碼外還需輸入手機驗證器應用中的動態驗證碼',
    'Besides your password, signing in then asks for the code of an authenticator app on your phone',
  ],
  secondStepOn: [
    '两步验证已开启，剩余恢复码 {count} 个',
    '兩步驟驗證已開啟，剩餘復原碼 {count} 個',
    'The second step is on; {count} recovery codes are left',
  ],
  scanHint: ['请用验证器应用扫描二维码，或输入密钥', '請用驗證器應用掃描二維碼，或輸入密鑰', 'Scan this with an authenticator app, or type the key'],
  switchOn: ['开启', '開啟', 'Switch on'],
  switchOff: ['关闭两步验证', '關閉兩步驟驗證', 'Switch off'],
  demandOfAll: ['要求本租户全员两步验证', '要求本租戶全員兩步驟驗證', 'Demand it of everybody in this tenant'],
  authCode: ['动态验证码', '動態驗證碼', 'Code of your authenticator'],
  authCodeOrRecovery: ['动态验证码或恢复码', '動態驗證碼或復原碼', 'Code of your authenticator, or a recovery code'],
  recoveryHint: [
    '手机丢失时，每个恢复码可代替动态验证码使用一次。它们只显示这一次。',
    '手機遺失時，每個復原碼可代替動態驗證碼使用一次。它們只顯示這一次。',
    'When your phone is lost, each of these takes the place of a code once. They are shown only now.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
