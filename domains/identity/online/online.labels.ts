import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { online } from './online.ts';

const own = labels(online, {
  noun: ['在线用户', '線上使用者', 'Online user'],
  fields: {
    id: ['会话编号', '工作階段編號', 'Session id'],
    token: ['会话标识', '工作階段標識', 'Session number'],
    userId: ['用户编号', '使用者編號', 'User id'],
    username: ['用户名', '使用者名稱', 'User name'],
    realname: ['姓名', '姓名', 'Name'],
    avatar: ['头像', '頭像', 'Picture'],
    phone: ['手机号', '手機號碼', 'Phone'],
    sex: ['性别', '性別', 'Sex'],
    birthday: ['生日', '生日', 'Birthday'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    ip: ['登录地址', '登入位址', 'Address'],
    device: ['浏览器', '瀏覽器', 'Browser'],
    lastSeenAt: ['最近活动', '最近活動', 'Last seen'],
    expiresAt: ['最晚到期', '最晚到期', 'Ends at the latest'],
  },
  actions: {
    forceLogout: ['强制下线', '強制下線', 'Sign out'],
    end: ['强制下线', '強制下線', 'Sign out'],
  },
});

/** The creation time of a session is the time of the sign-in. */
export const onlineLabels: typeof own = { ...own, fields: { ...own.fields, createTime: ['登录时间', '登入時間', 'Signed in'] } };

export const onlineWords = {
  confirm: ['将“{name}”强制下线？', '將「{name}」強制下線？', 'Sign out {name}?'],
  hint: [
    '该用户会立即看到提示，未保存的内容会保留到其重新登录',
    '該使用者會立即看到提示，未儲存的內容會保留到其重新登入',
    'They are told at once, and what they were filling in is kept until they sign in again',
  ],
  several: ['将所选 {n} 个会话强制下线？', '將所選 {n} 個工作階段強制下線？', 'Sign out these {n} sessions?'],
  many: ['批量下线', '批次下線', 'Sign out selected'],
  done: ['已强制下线', '已強制下線', 'Signed out'],
} as const satisfies Readonly<Record<string, Words>>;

export const onlineRefusals = {
  'online.own': [
    '不能将当前会话下线，请使用“退出登录”',
    '不能將目前工作階段下線，請使用「登出」',
    'This is your own session here; use "Sign out" instead',
  ],
} as const satisfies RefusalTable;
