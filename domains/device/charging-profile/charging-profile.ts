import { pileCode } from '#domains/network/resources.ts';
import { choice, count, list, optional, text } from '#kit/fields/field.ts';
import { endpoint, rowOf } from '#kit/resource/endpoint.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import type { Words } from '#kit/fields/words.ts';
import { operationRefusals } from '../operation/operation.labels.ts';
import { profilePurpose, rateUnit } from './charging-profile.codes.ts';

const sentCommand = rowOf({ commandId: text({ max: 16 }) });

/** A profile is repeated no later than this, and stations accept few periods. */
export const PERIODS_MAX = 24;
export const START_MINUTE_MAX = 1_439;
export const LIMIT_MAX = 1_000_000;
export const STACK_LEVEL_MAX = 99;
export const SCHEDULE_MINUTES_MAX = 1_440;

/** 0: the pile as a whole. */
const gunNumber = count({ max: 4 });

/** Limits of power of one OCPP pile (smart charging), set by hand. */
export const chargingProfileApi = {
  /** Limits power or current, from the first minute on; of two profiles for the same thing the higher level counts. */
  setChargingProfile: endpoint({
    method: 'POST',
    path: '/device/sseCommand/setChargingProfile',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: {
      cpCode: pileCode,
      purpose: choice(profilePurpose),
      gunNumber,
      stackLevel: count({ max: STACK_LEVEL_MAX }),
      unit: choice(rateUnit),
      periods: list({ startMinute: count({ max: START_MINUTE_MAX }), limit: count({ max: LIMIT_MAX }) }, { min: 1, max: PERIODS_MAX }),
    },
    output: sentCommand,
  }),
  /** Removes the profiles that have all of the given properties; without any, all. */
  clearChargingProfile: endpoint({
    method: 'POST',
    path: '/device/sseCommand/clearChargingProfile',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: {
      cpCode: pileCode,
      purpose: optional(choice(profilePurpose)),
      gunNumber: optional(gunNumber),
      stackLevel: optional(count({ max: STACK_LEVEL_MAX })),
    },
    output: sentCommand,
  }),
  /** Asks for the limits that result from all profiles; the command keeps them. */
  readSchedule: endpoint({
    method: 'POST',
    path: '/device/sseCommand/readSchedule',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode, gunNumber, minutes: count({ min: 1, max: SCHEDULE_MINUTES_MAX, unit: 'min' }), unit: optional(choice(rateUnit)) },
    output: sentCommand,
  }),
};

export const chargingProfileLabels = {
  purpose: ['限制范围', '限制範圍', 'Limits'],
  gunNumber: ['枪号', '槍號', 'Gun no.'],
  stackLevel: ['优先级', '優先順序', 'Level'],
  unit: ['单位', '單位', 'Unit'],
  periods: ['时段', '時段', 'Periods'],
  startMinute: ['起始分钟', '起始分鐘', 'From minute'],
  limit: ['限值', '限值', 'Limit'],
  minutes: ['时长（分钟）', '時長（分鐘）', 'Minutes'],
} as const satisfies Readonly<Record<string, Words>>;

export const chargingProfileRefusals = {
  ...operationRefusals,
  'chargingProfile.gun': [
    '整桩上限不能选枪，当前充电必须选枪',
    '整樁上限不能選槍，目前充電必須選槍',
    'A limit of the whole pile names no gun, and one of the present charge names its gun',
  ],
  'chargingProfile.periods': [
    '时段须从第0分钟开始，且起始分钟依次递增',
    '時段須從第0分鐘開始，且起始分鐘依次遞增',
    'The first period begins at minute 0, and each later than the one before',
  ],
} as const satisfies RefusalTable;
export type ChargingProfileRefusal = keyof typeof chargingProfileRefusals;

export const chargingProfileWords = {
  set: ['限制功率', '限制功率', 'Limit the power'],
  setHint: [
    '下发充电曲线（SetChargingProfile）：整桩从现在起，充电从开始时起计算分钟；同一范围内优先级高者有效',
    '下發充電曲線（SetChargingProfile）：整樁從現在起，充電從開始時起計算分鐘；同一範圍內優先順序高者有效',
    'Sends a charging profile. Minutes count from now for the pile, and from its start for a charge; of two profiles for the same thing the higher level counts',
  ],
  clear: ['清除功率限制', '清除功率限制', 'Remove limits'],
  clearHint: [
    '清除电桩保存的充电曲线，可按范围选择',
    '清除電樁儲存的充電曲線，可按範圍選擇',
    'Removes the profiles that the pile keeps, all or those of one kind',
  ],
  schedule: ['当前限值', '目前限值', 'Present limits'],
  scheduleHint: ['读取各曲线合成后的限值', '讀取各曲線合成後的限值', 'Reads the limits that result from all profiles'],
  wholePile: ['整桩', '整樁', 'Whole pile'],
  everything: ['全部', '全部', 'All'],
  addPeriod: ['增加时段', '新增時段', 'Add a period'],
  removePeriod: ['删除时段', '刪除時段', 'Remove the period'],
} as const satisfies Readonly<Record<string, Words>>;
