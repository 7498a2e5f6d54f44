import { codeTable } from '#kit/fields/codes.ts';
import { choice, day, optional, text } from '#kit/fields/field.ts';
import { count } from '#kit/fields/field.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { pileCode } from '#domains/network/resources.ts';

export const messageDirection = codeTable({
  dictCode: 'message_direction',
  title: ['报文方向', '報文方向', 'Direction'],
  items: {
    up: { value: 1, words: ['桩到平台', '樁到平台', 'Pile to platform'] },
    down: { value: 2, words: ['平台到桩', '平台到樁', 'Platform to pile'] },
  },
});

/** One frame as the log shows it. `fields` explains a native body field by field. */
export interface MessageRow {
  readonly at: string;
  readonly cpCode: string;
  readonly protocol: 'native' | 'ocpp16';
  readonly direction: 1 | 2;
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

/** Most rows one look at a day pages through. */
export const MESSAGES_MAX = 10_000;

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
    },
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
