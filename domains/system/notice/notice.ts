import { choice, count, readOnly, id, instant, json, longText, optional, ref, text } from '#kit/fields/field.ts';
import type { WireRow } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { Page, WithTexts } from '#kit/resource/endpoint.ts';
import { customList, queryInput } from '#kit/resource/query/custom-list.ts';
import { resource } from '#kit/resource/resource.ts';
import { topic } from '#kit/resource/topic.ts';
import { msgCategory, msgType, openType, priority, readState, sendStatus } from './notice.codes.ts';

/** An attached file. */
export interface Attachment {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes?: number | undefined;
}
export const ATTACHMENTS_MAX = 9;

/** A notice from staff to the users of their tenant, or from the platform to everyone. `titile` is the spelling of the wire. */
export const notice = resource({
  name: 'notice',
  path: '/sys/annountCement',
  table: 'sys_announcement',
  key: 'id',
  title: 'titile',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  fields: {
    id: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    titile: text({ min: 1, max: 100, filter: 'contains' }),
    msgCategory: choice(msgCategory, { filter: 'equals', initial: '1' }),
    priority: choice(priority, { filter: 'equals', initial: 'L' }),
    msgType: choice(msgType, { filter: 'equals', initial: 'ALL' }),
    userIds: optional(longText({ max: 4_000 })),
    msgAbstract: optional(text({ max: 200 })),
    msgContent: longText({ min: 1, max: 20_000, markup: 'html' }),
    files: optional(json<readonly Attachment[]>()),
    startTime: optional(instant()),
    endTime: optional(instant()),
    sendStatus: readOnly(choice(sendStatus, { filter: 'equals' })),
    sender: readOnly(text({ filter: 'contains' })),
    sendTime: readOnly(optional(instant())),
    cancelTime: readOnly(optional(instant())),
    busType: optional(text({ max: 40 })),
    busId: optional(text({ max: 64 })),
    openType: optional(choice(openType)),
    openPage: optional(text({ max: 200 })),
  },
});

/** Tells a bell to reload. `cmd` is `topic` for notices to everyone, and `user` for those to the user. */
export interface NoticePushed {
  readonly cmd: 'topic' | 'user';
  readonly msgId: string;
  readonly msgTxt: string;
}
export const noticeTopic = topic<NoticePushed>('notice', { quiet: true });
/** The key of the user's own bell. */
export const MY_BELL = 'mine';

/** A notice in the list of the bell. */
export interface BellItem {
  readonly id: string;
  readonly anntId: string;
  readonly titile: string;
  readonly msgAbstract: string | null;
  readonly priority: string;
  readonly msgCategory: string;
  readonly sender: string;
  readonly createTime: string;
  readonly sendTime: string | null;
  readonly openType: string | null;
  readonly openPage: string | null;
  readonly busId: string | null;
}

/** A notice with its text. */
export interface NoticeText extends BellItem {
  readonly msgContent: string;
  readonly files: readonly Attachment[] | null;
}
/** Users who manage the notice get the whole row. */
export type NoticeDetail = NoticeText | (NoticeText & Partial<WithTexts<WireRow<typeof notice.fields>>>);

/** The unread notices in two lists, with the number of each. */
export interface BellAnswer {
  readonly anntMsgList: readonly BellItem[];
  readonly anntMsgTotal: number;
  readonly sysMsgList: readonly BellItem[];
  readonly sysMsgTotal: number;
  /** The polling interval of the bell, in seconds. */
  readonly pollSec: number;
}

/** A notice from the view of a receiver. `readStat` and `readFlag` have the same value, because the wire uses both names. */
export const received = customList({
  name: 'received',
  key: 'id',
  title: 'titile',
  sort: { column: 'sendTime', order: 'desc' },
  fields: {
    id: readOnly(id()),
    anntId: readOnly(id()),
    titile: readOnly(text({ max: 100, filter: 'contains' })),
    msgAbstract: readOnly(optional(text({ max: 200, query: true }))),
    msgCategory: readOnly(choice(msgCategory, { filter: 'equals' })),
    priority: readOnly(choice(priority, { filter: 'equals' })),
    sender: readOnly(text({ max: 64, filter: 'contains' })),
    createTime: readOnly(instant()),
    sendTime: readOnly(optional(instant({ filter: 'between', sort: true }))),
    readFlag: readOnly(choice(readState, { filter: 'equals' })),
    readStat: readOnly(choice(readState)),
    readTime: readOnly(optional(instant({ query: true }))),
    openType: readOnly(optional(choice(openType))),
    openPage: readOnly(optional(text({ max: 200 }))),
    busId: readOnly(optional(text({ max: 64 }))),
  },
});
export type ReceivedNotice = WireRow<typeof received.fields>;

const paging = { pageNo: optional(count({ min: 1, max: 1_000 })), pageSize: optional(count({ min: 1, max: 100 })) };
const { list, add, edit, delete: remove, deleteBatch, exportXls } = crud(notice);

export const noticeApi = {
  list,
  add,
  edit,
  delete: remove,
  deleteBatch,
  exportXls,
  /** For users who manage the notice, and for its receivers. */
  queryById: endpoint({
    method: 'GET',
    path: '/sys/annountCement/queryById',
    allow: 'signedIn',
    input: { id: id() },
    output: opaque<NoticeDetail>(),
  }),
  doReleaseData: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: '/sys/annountCement/doReleaseData',
    allow: 'notice:release',
    input: { id: id() },
    output: words(),
  }),
  doReovkeData: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: '/sys/annountCement/doReovkeData',
    allow: 'notice:release',
    input: { id: id() },
    output: words(),
  }),
  /** Tells the bells to reload: those of a notice's receivers, or all. */
  syncNotic: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: '/sys/annountCement/syncNotic',
    allow: 'notice:release',
    input: { anntId: optional(id()) },
    output: words(),
  }),
  listByUser: endpoint({
    method: 'GET',
    path: '/sys/annountCement/listByUser',
    allow: 'signedIn',
    noTransaction: true,
    etag: true,
    input: { pageSize: optional(count({ min: 1, max: 20 })) },
    output: opaque<BellAnswer>(),
  }),
};

/** The endpoints for receivers. */
export const receivedApi = {
  getMyAnnouncementSend: endpoint({
    method: 'GET',
    path: '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    allow: 'signedIn',
    input: { ...paging, ...queryInput },
    queryOf: received,
    output: opaque<Page<ReceivedNotice>>(),
  }),
  editByAnntIdAndUserId: endpoint({
    method: 'PUT',
    path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    allow: 'signedIn',
    unlogged: true,
    input: { anntId: id() },
    output: words(),
  }),
  readAll: endpoint({ method: 'PUT', path: '/sys/sysAnnouncementSend/readAll', allow: 'signedIn', unlogged: true, input: {}, output: words() }),
};
