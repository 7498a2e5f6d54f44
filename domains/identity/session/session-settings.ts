import { count, optional, text } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';
import { PASSWORD_MIN } from '../password/password.ts';

/** A session ends after this time without use. */
export const idleMin = setting({
  key: 'session.idleMin',
  field: withInitial(count({ min: 5, max: 10_080, unit: 'min' }), 120),
  scope: 'platform',
  group: ['登录与会话', '登入與工作階段', 'Signing in'],
  words: ['会话空闲时限', '工作階段閒置時限', 'A session ends after so long without a sign of life'],
  hint: ['最长 7 天；会话总长同样不超过 7 天', '最長 7 天；工作階段總長同樣不超過 7 天', '7 days at most, as a session as a whole'],
});

/** How long an authentication counts as recent. */
export const proofMin = setting({
  key: 'session.proofMin',
  field: withInitial(count({ max: 60, unit: 'min' }), 10),
  scope: 'platform',
  group: ['登录与会话', '登入與工作階段', 'Signing in'],
  words: ['身份验证有效期', '身分驗證有效期', 'A proof of identity is good for'],
  hint: [
    '资金、远程控制、密钥和敏感导出须在此时限内验证过密码或验证码；0 表示不要求',
    '資金、遠端控制、金鑰和敏感匯出須在此時限內驗證過密碼或驗證碼；0 表示不要求',
    'Money, remote control, keys and exports of personal or money data ask for a password or code no older than this; 0 asks for none',
  ],
});

/** For how many days a user who has given someone an account, a password or permissions counts as able to act as that person. */
export const apartDays = setting({
  key: 'session.apartDays',
  field: withInitial(count({ min: 1, max: 365, unit: 'd' }), 7),
  scope: 'platform',
  group: ['登录与会话', '登入與工作階段', 'Signing in'],
  words: ['双人操作的独立期', '雙人操作的獨立期', 'Two persons are two after'],
  hint: [
    '在此天数内由同一人设置过账号、密码、手机或权限的两人，不能互相确认',
    '在此天數內由同一人設定過帳號、密碼、手機或權限的兩人，不能互相確認',
    'Two people whom the same person has given an account, a password, a phone or rights within so many days cannot confirm for each other',
  ],
});

/** The filing number of the site, which some laws require on the sign-in page. */
export const filingNumber = setting({
  key: 'site.filingNumber',
  field: optional(text({ max: 60 })),
  scope: 'platform',
  group: ['登录与会话', '登入與工作階段', 'Signing in'],
  words: ['备案号', '備案號', 'Filing number'],
  hint: ['显示在登录页底部', '顯示在登入頁底部', 'Shown at the foot of the sign-in page'],
});

const passwords = ['密码', '密碼', 'Passwords'] as const;

export const passwordMin = setting({
  key: 'password.minLength',
  field: withInitial(count({ min: PASSWORD_MIN, max: 64 }), PASSWORD_MIN),
  scope: 'platform',
  group: passwords,
  words: ['密码最小长度', '密碼最小長度', 'Shortest new password'],
  hint: [
    '仅用于新密码；须含字母、数字和特殊字符',
    '僅用於新密碼；須含字母、數字和特殊字元',
    'For new ones; a letter, a digit and a special character are always asked for',
  ],
});

export const passwordDays = setting({
  key: 'password.changeAfterDays',
  field: withInitial(count({ max: 3_650, unit: 'd' }), 0),
  scope: 'platform',
  group: passwords,
  words: ['密码使用多少天后提醒修改', '密碼使用多少天後提醒修改', 'A new password is asked for after'],
  hint: ['0 表示不提醒', '0 表示不提醒', '0: never'],
});

/** Within this many days before the expiry of the password, the user is reminded at each sign-in. */
export const passwordRemindDays = setting({
  key: 'password.remindBeforeDays',
  field: withInitial(count({ max: 90, unit: 'd' }), 7),
  scope: 'platform',
  group: passwords,
  words: ['提前多少天提醒密码将过期', '提前多少天提醒密碼將過期', 'The end of a password is announced before'],
  hint: [
    '登录时提示剩余天数；0 表示不提前提醒',
    '登入時提示剩餘天數；0 表示不提前提醒',
    'At the sign-in, with the days that are left; 0: not at all',
  ],
});

/** When a password is changed, each earlier one costs a hash. */
const HISTORY_MAX = 12;
export const passwordHistory = setting({
  key: 'password.history',
  field: withInitial(count({ max: HISTORY_MAX }), 0),
  scope: 'platform',
  group: passwords,
  words: ['不可重复的历史密码数', '不可重複的歷史密碼數', 'Earlier passwords that may not come back'],
  hint: ['当前密码始终不可重复', '目前密碼始終不可重複', 'The current one never may'],
});
