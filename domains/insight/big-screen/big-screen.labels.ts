import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { bigScreen } from './big-screen.ts';

export const bigScreenLabels = labels(bigScreen, {
  noun: ['大屏', '大螢幕', 'Big screen'],
  fields: {
    bigScreenId: ['编号', '編號', 'Screen id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    screenName: ['大屏名称', '大螢幕名稱', 'Screen'],
    stationId: ['只显示站点', '只顯示站點', 'Only station'],
    views: ['视图', '視圖', 'Views'],
    turnS: ['轮播间隔', '輪播間隔', 'Next view after'],
    screenLanguage: ['语言', '語言', 'Language'],
    state: ['状态', '狀態', 'State'],
    keyHint: ['密钥尾号', '金鑰末碼', 'Key ends with'],
    keyIssueTime: ['密钥签发时间', '金鑰簽發時間', 'Key made'],
    keyEndTime: ['密钥到期时间', '金鑰到期時間', 'Key good until'],
    lastSeenTime: ['最近在线', '最近在線', 'Last seen'],
  },
});

export const bigScreenInputLabels = {
  days: ['有效天数', '有效天數', 'Good for'],
} as const satisfies Readonly<Record<string, Words>>;

export const bigScreenWords = {
  look: ['打开大屏', '開啟大螢幕', 'Open'],
  newKey: ['生成地址', '產生位址', 'Make an address'],
  endKey: ['收回地址', '收回位址', 'Take the address back'],
  askEndKey: [
    '收回“{name}”的地址？大屏将立即不再显示数据。',
    '收回「{name}」的位址？大螢幕將立即不再顯示資料。',
    'Take back the address of {name}? The screen shows nothing more at once.',
  ],
  noKey: ['没有可收回的地址', '沒有可收回的位址', 'There is no address to take back'],
  once: [
    '地址含有只读密钥，只显示这一次。任何得到地址的人都能看到此大屏。',
    '位址含有唯讀金鑰，只顯示這一次。任何取得位址的人都能看到此大螢幕。',
    'The address contains a key that only reads. It is shown now and never again; whoever has it sees this screen.',
  ],
  replaces: ['之前的地址立即失效。', '之前的位址立即失效。', 'The address before ends at once.'],
  address: ['大屏地址', '大螢幕位址', 'Address of the screen'],
  copy: ['复制地址', '複製位址', 'Copy the address'],
  kept: ['已保存', '已儲存', 'I have kept it'],
} as const satisfies Readonly<Record<string, Words>>;

export const bigScreenRefusals = {
  'bigScreen.disused': ['大屏“{name}”已停用', '大螢幕「{name}」已停用', 'The screen {name} is out of use'],
  'bigScreen.otherTenant': ['站点属于其他租户', '站點屬於其他租戶', 'The station belongs to another tenant'],
  'bigScreen.keyInvalid': ['大屏地址无效或已收回', '大螢幕位址無效或已收回', 'The address of the screen is not valid, or was taken back'],
  'bigScreen.tooMany': ['打开的大屏太多，请稍后再试', '開啟的大螢幕太多，請稍後再試', 'Too many screens are open; try again soon'],
} as const satisfies RefusalTable;
