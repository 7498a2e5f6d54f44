import type { Words } from '#kit/fields/words.ts';

/** What the drawer of one's own account says. */
export const accountWords = {
  title: ['我的账号', '我的帳號', 'My account'],
  name: ['姓名', '姓名', 'Name'],
  role: ['角色', '角色', 'Role'],
  depart: ['部门', '部門', 'Department'],
  phone: ['手机号', '手機號碼', 'Phone'],
  mail: ['邮箱', '電子郵件', 'E-mail'],
  factsHint: ['如需更改，请联系管理员', '如需變更，請聯絡管理員', 'An administrator can change these'],
  sessions: ['登录设备', '登入裝置', 'Where you are signed in'],
  here: ['本设备', '本裝置', 'This device'],
  unknown: ['未知浏览器', '未知瀏覽器', 'Unknown browser'],
  sessionFacts: ['{ip} · 登录于 {since} · 最近活动 {seen}', '{ip} · 登入於 {since} · 最近活動 {seen}', '{ip} · since {since} · last seen {seen}'],
  end: ['退出', '登出', 'Sign out'],
  endOf: ['退出 {device}', '登出 {device}', 'Sign out {device}'],
  ended: ['该设备已退出登录', '該裝置已登出', 'That device is signed out'],
  accounts: ['已关联的第三方账号', '已關聯的第三方帳號', 'Connected accounts'],
  noAccounts: [
    '未关联任何账号。用第三方账号登录一次即可关联',
    '未關聯任何帳號。用第三方帳號登入一次即可關聯',
    'None. Sign in with another service once to connect it',
  ],
  accountFacts: ['{subject} · 关联于 {since}', '{subject} · 關聯於 {since}', '{subject} · connected {since}'],
  disconnect: ['解除关联', '解除關聯', 'Disconnect'],
  askDisconnect: ['解除与“{name}”账号的关联？', '解除與「{name}」帳號的關聯？', 'Disconnect your {name} account?'],
  disconnectHint: ['之后不能再用它登录，除非重新关联', '之後不能再用它登入，除非重新關聯', 'It no longer signs you in, until you connect it again'],
  disconnected: ['已解除关联', '已解除關聯', 'Disconnected'],
} as const satisfies Readonly<Record<string, Words>>;
