import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { Labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { notice } from './notice.ts';
import type { received } from './notice.ts';

export const noticeLabels = labels(notice, {
  noun: ['通知公告', '通知公告', 'Notice'],
  fields: {
    id: ['公告编号', '公告編號', 'Notice id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    titile: ['标题', '標題', 'Title'],
    msgCategory: ['消息类型', '訊息類型', 'Kind'],
    priority: ['优先级', '優先順序', 'Priority'],
    msgType: ['通告对象', '通告對象', 'Receivers'],
    userIds: ['指定用户', '指定使用者', 'Chosen people'],
    msgAbstract: ['摘要', '摘要', 'Abstract'],
    msgContent: ['内容', '內容', 'Content'],
    files: ['附件', '附件', 'Attachments'],
    startTime: ['生效时间', '生效時間', 'Shown from'],
    endTime: ['失效时间', '失效時間', 'Shown until'],
    sendStatus: ['发布状态', '發布狀態', 'State'],
    sender: ['发布人', '發布人', 'Sender'],
    sendTime: ['发布时间', '發布時間', 'Released'],
    cancelTime: ['撤销时间', '撤銷時間', 'Revoked'],
    busType: ['业务类型', '業務類型', 'Business kind'],
    busId: ['业务编号', '業務編號', 'Business id'],
    openType: ['打开方式', '開啟方式', 'Opens'],
    openPage: ['打开页面', '開啟頁面', 'Page'],
  },
  hints: {
    openPage: ['如 /network/pile', '如 /network/pile', 'Such as /network/pile'],
  },
  actions: {
    doReleaseData: ['发布', '發布', 'Release'],
    doReovkeData: ['撤销', '撤銷', 'Revoke'],
    syncNotic: ['同步', '同步', 'Push again'],
  },
});

export const noticeInputLabels = {
  anntId: ['公告编号', '公告編號', 'Notice id'],
  readFlag: ['阅读状态', '閱讀狀態', 'Read'],
} as const satisfies Readonly<Record<string, Words>>;

const { id, titile, msgAbstract, msgCategory, priority, sender, sendTime, openType, openPage, busId } = noticeLabels.fields;
/** The same labels for receivers. */
export const receivedLabels: Labels<typeof received.fields> = {
  noun: ['我的消息', '我的訊息', 'My announcements'],
  fields: {
    id,
    titile,
    msgAbstract,
    msgCategory,
    priority,
    sender,
    sendTime,
    openType,
    openPage,
    busId,
    ...noticeInputLabels,
    createTime: noticeLabels.fields.createTime,
    readStat: noticeInputLabels.readFlag,
    readTime: ['阅读时间', '閱讀時間', 'Read at'],
  },
};

export const noticeRefusals = {
  'notice.released': ['已发布的公告不能修改，请先撤销', '已發布的公告不能修改，請先撤銷', 'A released notice cannot be changed; revoke it first'],
  'notice.notReleased': ['公告尚未发布', '公告尚未發布', 'The notice has not been released'],
  'notice.nobody': ['请选择指定用户', '請選擇指定使用者', 'Choose whom the notice is for'],
  'notice.foreignUser': ['所选用户不存在', '所選使用者不存在', 'A chosen user does not exist'],
  'notice.period': ['失效时间必须晚于生效时间', '失效時間必須晚於生效時間', 'It must be shown from a time before it ends'],
  'notice.page': ['打开页面应为站内路径', '開啟頁面應為站內路徑', 'The page must be a path inside the product'],
  'notice.file': ['附件不存在，请重新上传', '附件不存在，請重新上傳', 'An attachment does not exist; upload it again'],
  'notice.files': ['附件最多 {max} 个', '附件最多 {max} 個', '{max} attachments at most'],
  'notice.empty': ['内容不能为空', '內容不能為空', 'The content is empty'],
} as const satisfies RefusalTable;

/** The texts of the bell and its pages. */
export const noticeWords = {
  notices: ['通知公告', '通知公告', 'Notices'],
  bell: ['消息，{n} 条未读', '訊息，{n} 則未讀', 'Messages, {n} unread'],
  announcements: ['通知（{n}）', '通知（{n}）', 'Notices ({n})'],
  system: ['系统消息（{n}）', '系統訊息（{n}）', 'System ({n})'],
  none: ['暂无未读消息', '暫無未讀訊息', 'Nothing unread'],
  more: ['查看更多', '檢視更多', 'All messages'],
  readAll: ['全部已读', '全部已讀', 'Mark all as read'],
  sentBy: ['{sender} 发布于 {time}', '{sender} 發布於 {time}', '{sender}, {time}'],
  read: ['已读', '已讀', 'Read'],
  unread: ['未读', '未讀', 'Unread'],
  system_sender: ['系统', '系統', 'System'],
  released: ['已发布', '已發布', 'Released'],
  openPage: ['打开页面', '開啟頁面', 'Open the page'],
} as const satisfies Readonly<Record<string, Words>>;

/** The titles of system messages by their keys; an unknown key is shown as it is. */
export const systemTitles = {
  'notice.booksBroken': ['账簿校验发现异常', '帳簿校驗發現異常', 'The proof of the books has found something'],
  'notice.logTampered': ['操作日志校验发现异常', '操作日誌校驗發現異常', 'The check of the operation log has found something'],
} as const satisfies Readonly<Record<string, Words>>;
/** The sender of messages whose title is such a key. */
export const SYSTEM_SENDER = 'bw-admin';
