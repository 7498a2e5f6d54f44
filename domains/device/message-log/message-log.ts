import { codeTable, type CodeValue } from '#kit/fields/codes.ts';
import { choice, day, optional, text } from '#kit/fields/field.ts';
import { count } from '#kit/fields/field.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { customQuery, queryInput } from '#kit/resource/query/custom-list.ts';
import { pileCode } from '#domains/network/resources.ts';
import { frameType } from './message-type.codes.ts';

export const messageDirection = codeTable({
  dictCode: 'message_direction',
  title: ['报文方向', '報文方向', 'Direction'],
  items: {
    up: { value: 1, words: ['桩到平台', '樁到平台', 'Pile to platform'] },
    down: { value: 2, words: ['平台到桩', '平台到樁', 'Platform to pile'] },
  },
});

/** The tab that shows the frames of both directions. */
export const BOTH_DIRECTIONS = 0;
export type LogDirection = CodeValue<typeof messageDirection> | typeof BOTH_DIRECTIONS;

export const directionOf = (value: number): LogDirection =>
  Object.values(messageDirection.items).find((item) => item.value === value)?.value ?? BOTH_DIRECTIONS;

/** One frame as the log shows it. */
export interface MessageRow {
  readonly at: string;
  readonly cpCode: string;
  readonly protocol: 'native' | 'ocpp16';
  readonly direction: CodeValue<typeof messageDirection>;
  readonly msgType: string;
  readonly sequence: string;
  readonly summary: string;
  readonly raw: string;
  readonly plainBody: string | null;
}
export interface MessagePage {
  readonly records: readonly MessageRow[];
  readonly total: number;
  readonly totalCapped: boolean;
  readonly size: number;
  readonly current: number;
}

/** The most rows of one day that can be paged through. */
export const MESSAGES_MAX = 10_000;

/** The fields of frames that an advanced query can use. */
export const frameQuery = customQuery('messageLog', {
  msgType: choice(frameType),
  direction: choice(messageDirection),
  sequence: text({ max: 64 }),
  summary: text({ max: 200 }),
  raw: text({ max: 200 }),
});

export const messageLogApi = {
  /** The frames of one pile on exactly one day, in the station's zone, newest first. */
  list: endpoint({
    method: 'GET',
    path: '/device/sseMessageLog/list',
    allow: 'messageLog:list',
    input: {
      cpCode: pileCode,
      direction: optional(choice(messageDirection)),
      day: day(),
      dayEnd: optional(day()),
      msgType: optional(text({ max: 60 })),
      pageNo: optional(count({ min: 1, max: 1_000 })),
      pageSize: optional(count({ min: 1, max: 100 })),
      ...queryInput,
    },
    queryOf: frameQuery,
    output: opaque<MessagePage>(),
  }),
};

export const messageLogLabels = {
  cpCode: ['桩编号', '樁編號', 'Pile code'],
  direction: ['报文方向', '報文方向', 'Direction'],
  day: ['日期', '日期', 'Day'],
  dayEnd: ['截止日期', '截止日期', 'Until'],
  msgType: ['报文类型', '報文類型', 'Message type'],
  at: ['时间', '時間', 'Time'],
  sequence: ['流水号', '流水號', 'Sequence'],
  summary: ['摘要', '摘要', 'Summary'],
  raw: ['原始报文', '原始報文', 'Raw frame'],
} as const satisfies RefusalTable;

export const messageLogRefusals = {
  'messageLog.oneDay': ['查询日期范围只能为一天', '查詢日期範圍只能為一天', 'The date range must be exactly one day'],
} as const satisfies RefusalTable;

/** The words of the page of frames. */
export const logWords = {
  tab: ['通信日志', '通訊日誌', 'Communication log'],
  pile: ['电桩', '電樁', 'Pile'],
  choosePile: ['请选择要查看的电桩', '請選擇要查看的電樁', 'Choose the pile to look at'],
  chooseHint: [
    '通信日志按电桩、按站点时区的一天查询',
    '通訊日誌按電樁、按站點時區的一天查詢',
    'The log is read for one pile and one day in the zone of its station',
  ],
  both: ['双向', '雙向', 'Both ways'],
  zone: ['时间为站点时区 {zone}', '時間為站點時區 {zone}', 'Times are those of the station, {zone}'],
  previousDay: ['前一天', '前一天', 'The day before'],
  nextDay: ['后一天', '後一天', 'The day after'],
  bytes: ['{n} 字节', '{n} 位元組', '{n} bytes'],
  header: ['报文头', '報文頭', 'Header'],
  body: ['报文正文', '報文正文', 'Body'],
  decrypted: ['已解密', '已解密', 'decrypted'],
  frame: ['原始报文（含密文）', '原始報文（含密文）', 'Frame as it was sent'],
  field: ['字段', '欄位', 'Field'],
  meaning: ['含义', '含義', 'Meaning'],
  hex: ['十六进制', '十六進位', 'Hex'],
  hidden: ['已隐藏', '已隱藏', 'hidden'],
  copyRaw: ['复制原文', '複製原文', 'Copy the frame'],
  encrypted: ['正文已加密，且没有保存解密后的内容', '正文已加密，且沒有保存解密後的內容', 'The body is encrypted and was not kept in the clear'],
  unknownType: ['未知的报文类型', '未知的報文類型', 'A type that nobody knows'],
  tooShort: ['报文长度不足：{problem}', '報文長度不足：{problem}', 'The frame is too short: {problem}'],
  notReadable: ['报文无法解析：{problem}', '報文無法解析：{problem}', 'The body cannot be read: {problem}'],
  json: ['JSON正文', 'JSON正文', 'JSON body'],
  empty: ['这一天没有报文', '這一天沒有報文', 'No frames on this day'],
} as const satisfies Readonly<Record<string, Words>>;
