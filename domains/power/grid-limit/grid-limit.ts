import { decimal, instant, optional, text } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { powerLimitRefusals } from '../power-limit/power-limit.labels.ts';

/** A limit that a grid operator has sent, and how far each site of the power control has followed it. Instants are ISO 8601. */
export interface GridLimitView {
  readonly requestId: string;
  /** kW with one decimal, of each station together. */
  readonly limitPower: string;
  readonly beginTime: string;
  readonly endTime: string;
  readonly receivedTime: string;
  /** Null: not cancelled. */
  readonly cancelTime: string | null;
  /** Empty until the dispatcher has taken the limit, which takes a second. */
  readonly sites: readonly GridLimitSite[];
}

export interface GridLimitSite {
  readonly stationId: string;
  readonly stationName: string;
  readonly limitState: number;
  /** The dispatcher first counted it. */
  readonly appliedTime: string | null;
  /** Everything that was sent to the piles and not proven to be over was first within the limit. */
  readonly obeyedTime: string | null;
  /** It was first passed after that. */
  readonly brokenTime: string | null;
  /** It ceased to count. */
  readonly closedTime: string | null;
}

const path = '/open/power/limits';
const requestId = text({ min: 1, max: 64 });
const program = { allow: 'public', noTransaction: true, unlogged: true, bearer: true } as const;

/** The calls of a grid operator, with a key of a power control. */
export const gridLimitApi = {
  /** Limits every station of the power control; from now on without a beginning. The same `requestId` with the same values again changes nothing. */
  receive: endpoint({
    ...program,
    method: 'POST',
    path,
    input: {
      requestId,
      limitPower: decimal({ scale: 1, min: 0, max: 100_000, unit: 'kW' }),
      beginTime: optional(instant()),
      endTime: instant(),
      reason: optional(text({ max: 200 })),
    },
    output: opaque<GridLimitView>(),
  }),
  state: endpoint({ ...program, method: 'GET', path: `${path}/state`, input: { requestId }, output: opaque<GridLimitView>() }),
  /** Ends a limit before its time. */
  cancel: endpoint({ ...program, method: 'POST', path: `${path}/cancel`, input: { requestId }, output: opaque<GridLimitView>() }),
};

export const gridLimitRefusals = {
  ...powerLimitRefusals,
  'gridLimit.key': ['密钥无效', '金鑰無效', 'The key is not valid'],
  'gridLimit.tooFast': ['调用过于频繁，每分钟最多{max}次', '呼叫過於頻繁，每分鐘最多{max}次', 'Too many calls; {max} a minute at most'],
  'gridLimit.reused': ['该请求编号已用于其他内容', '該請求編號已用於其他內容', 'This requestId was used with other values'],
  'gridLimit.unknown': ['没有该请求编号', '沒有該請求編號', 'No limit has this requestId'],
} as const;

export const gridLimitWords = {
  receive: ['接收电网限值', '接收電網限值', 'Take a limit of the grid operator'],
  state: ['查询电网限值', '查詢電網限值', 'How far a limit is obeyed'],
  cancel: ['取消电网限值', '取消電網限值', 'Cancel a limit'],
} as const satisfies Readonly<Record<string, Words>>;
