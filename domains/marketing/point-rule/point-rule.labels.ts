import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { pointRule } from './point-rule.ts';

export const pointRuleLabels = labels(pointRule, {
  noun: ['积分规则', '積分規則', 'Point rule'],
  fields: {
    pointRuleId: ['规则编号', '規則編號', 'Rule id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['所属运营商', '所屬營運商', 'Agent'],
    pointProgramId: ['积分计划', '積分計畫', 'Programme'],
    ruleName: ['规则名称', '規則名稱', 'Name'],
    isUsed: ['已启用', '已啟用', 'On'],
    earnBasis: ['计算方式', '計算方式', 'Earned for'],
    pointsPerUnit: ['每单位积分', '每單位積分', 'Points for each'],
    orderMaxPoints: ['每单最多', '每單最多', 'Most for an order'],
    weekdays: ['星期', '星期', 'Weekdays'],
    fromTime: ['开始时刻', '開始時刻', 'From'],
    toTime: ['结束时刻', '結束時刻', 'To'],
    stationIds: ['站点', '站點', 'Stations'],
    vipLevelValLimit: ['最低VIP等级值', '最低VIP等級值', 'Least VIP rank'],
    startTime: ['生效时间', '生效時間', 'Holds from'],
    endTime: ['失效时间', '失效時間', 'Holds until'],
    remark: ['备注', '備註', 'Remark'],
  },
  hints: {
    orderMaxPoints: ['不填表示不限', '不填表示不限', 'Empty: no limit'],
    weekdays: [
      '按站点当地的充电开始日，不选表示每天',
      '按站點當地的充電開始日，不選表示每天',
      'The local day on which the charge begins; empty: each day',
    ],
    fromTime: [
      '按站点当地的充电开始时刻，可跨零点',
      '按站點當地的充電開始時刻，可跨零點',
      'The local time at which the charge begins; it may run over midnight',
    ],
    stationIds: ['不选表示计划内的全部站点', '不選表示計畫內的全部站點', 'Empty: all stations of the programme'],
    vipLevelValLimit: ['0 表示不限', '0 表示不限', '0: everybody'],
  },
});

export const pointRuleRefusals = {
  'pointRule.hours': ['开始与结束时刻须同时填写且不相同', '開始與結束時刻須同時填寫且不相同', 'Give both times, and two different ones'],
  'pointRule.period': ['生效须早于失效', '生效須早於失效', 'It has to begin before it ends'],
  'pointRule.foreignStation': ['站点不属于该积分计划', '站點不屬於該積分計畫', 'A station does not belong to the programme'],
} as const satisfies RefusalTable;

/** The texts of the page. */
export const pointRuleWords = {
  menu: ['积分规则', '積分規則', 'Point rules'],
  perUnit: ['每元得 {n} 分', '每元得 {n} 分', '{n} for each unit of money'],
  perEnergy: ['每度电得 {n} 分', '每度電得 {n} 分', '{n} for each kWh'],
  hours: ['{from}–{to}', '{from}–{to}', '{from}–{to}'],
  when: ['适用时间', '適用時間', 'When'],
  allDay: ['全天', '全天', 'All day'],
  everyDay: ['每天', '每天', 'Each day'],
} as const satisfies Readonly<Record<string, Words>>;
