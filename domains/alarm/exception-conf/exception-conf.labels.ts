import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { exceptionConf } from './exception-conf.ts';

export const exceptionConfLabels = labels(exceptionConf, {
  noun: ['异常配置', '異常設定', 'Exception setting'],
  fields: {
    exceptionConfId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    exceptionType: ['异常类型', '異常類型', 'Kind'],
    exceptionCode: ['异常代码', '異常代碼', 'Code'],
    exceptionConfDesc: ['描述', '描述', 'Description'],
    exceptionLevel: ['级别', '級別', 'Level'],
    exceptionConfStat: ['状态', '狀態', 'State'],
    isWarning: ['发送预警', '傳送預警', 'Sends warnings'],
    onDelay: ['产生延迟', '產生延遲', 'Opens after'],
    offDelay: ['恢复延迟', '恢復延遲', 'Ends after'],
    flapLimit: ['抖动次数', '抖動次數', 'Unstable above'],
    isOutage: ['计入停机', '計入停機', 'Counts as outage'],
    instruction: ['处理说明', '處理說明', 'Instruction'],
  },
  hints: {
    onDelay: ['持续不足此时长的情况不产生异常', '持續不足此時長的情況不產生異常', 'A condition that is over sooner opens no exception'],
    offDelay: [
      '在此时长内再次出现的情况延续同一异常',
      '在此時長內再次出現的情況延續同一異常',
      'A condition that is back within this time continues its exception',
    ],
    flapLimit: [
      '十分钟内出现次数超过此值，合并为一条不稳定异常',
      '十分鐘內出現次數超過此值，合併為一條不穩定異常',
      'More appearances than this within ten minutes are one unstable exception',
    ],
  },
});

export const exceptionConfRefusals = {
  'exceptionConf.exists': ['该类型和代码已有配置', '該類型和代碼已有設定', 'There is a setting for this kind and code already'],
  'exceptionConf.platformOwn': [
    '平台的配置只能由平台修改；可为本租户新增同一代码的配置',
    '平台的設定只能由平台修改；可為本租戶新增同一代碼的設定',
    'Only the platform changes its settings; add one of your tenant for the same code',
  ],
} as const satisfies RefusalTable;
