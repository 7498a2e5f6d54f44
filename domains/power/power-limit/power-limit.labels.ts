import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { powerControlRefusals } from '../power-control/power-control.labels.ts';
import { powerLimit } from './power-limit.ts';

export const powerLimitLabels = labels(powerLimit, {
  noun: ['临时限值', '臨時限值', 'Temporary limit'],
  fields: {
    powerLimitId: ['编号', '編號', 'Limit id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    powerControlId: ['功率控制', '功率控制', 'Power control'],
    limitSource: ['来源', '來源', 'Source'],
    limitPower: ['功率上限', '功率上限', 'Limit'],
    beginTime: ['开始时间', '開始時間', 'From'],
    endTime: ['结束时间', '結束時間', 'Until'],
    reason: ['原因', '原因', 'Reason'],
    limitState: ['状态', '狀態', 'State'],
    receivedTime: ['收到时间', '收到時間', 'Received'],
    appliedTime: ['应用时间', '套用時間', 'Applied'],
    obeyedTime: ['达到时间', '達到時間', 'Obeyed'],
    brokenTime: ['首次超限', '首次超限', 'First passed'],
    closedTime: ['失效时间', '失效時間', 'Ceased'],
    closeUser: ['结束人', '結束人', 'Ended by'],
  },
});

export const powerLimitWords = {
  set: ['设置临时限值', '設定臨時限值', 'Set a temporary limit'],
  setShort: ['设置', '設定', 'Set'],
  end: ['提前结束', '提前結束', 'End now'],
  askEnd: [
    '提前结束限值 {power} kW？站点恢复原上限。',
    '提前結束限值 {power} kW？站點恢復原上限。',
    'End the limit of {power} kW now? The site gets its former limit back.',
  ],
  over: ['已不再生效', '已不再生效', 'It no longer counts'],
  ofGrid: ['由电网调度设置，只能由其结束', '由電網調度設定，只能由其結束', 'The grid operator has set it, and only they can end it'],
  cap: ['不超过功率控制的 {power} kW', '不超過功率控制的 {power} kW', 'At most the {power} kW of the power control'],
  hint: [
    '立即生效，到期自动恢复；会替换之前由运营人员设置的限值',
    '立即生效，到期自動恢復；會替換之前由營運人員設定的限值',
    'It counts at once and ends by itself; a limit that an operator has set before is replaced',
  ],
} as const satisfies Readonly<Record<string, Words>>;

export const powerLimitRefusals = {
  ...powerControlRefusals,
  'powerLimit.aboveCap': [
    '限值{power} kW超过功率控制“{name}”的{cap} kW',
    '限值{power} kW超過功率控制「{name}」的{cap} kW',
    'The limit of {power} kW is above the {cap} kW of power control {name}',
  ],
  'powerLimit.endPast': ['结束时间须晚于当前时间', '結束時間須晚於目前時間', 'The limit must end in the future'],
  'powerLimit.tooLong': ['限值最长{days}天', '限值最長{days}天', 'A limit lasts {days} days at most'],
  'powerLimit.over': ['该限值已不再生效', '該限值已不再生效', 'This limit no longer counts'],
  'powerLimit.ofGrid': ['电网调度的限值只能由其结束', '電網調度的限值只能由其結束', 'Only the grid operator can end this limit'],
} as const;
