import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { reservationConf } from './reservation-conf.ts';

export const reservationConfLabels = labels(reservationConf, {
  noun: ['预约配置', '預約設定', 'Reservation terms'],
  fields: {
    crcId: ['配置编号', '設定編號', 'Terms id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    crcName: ['配置名称', '設定名稱', 'Name'],
    crcState: ['状态', '狀態', 'State'],
    details: ['占位费时段', '占位費時段', 'Occupancy fee by time'],
    maxMinutes: ['最长预约', '最長預約', 'Longest reservation'],
    pileCount: ['使用电桩数', '使用電樁數', 'Piles'],
    currency: ['币种', '幣別', 'Currency'],
  },
  hints: {
    details: [
      '从预约成功起算，各段首尾相接；最后一段的结束分钟即最长预约时长，只计满整的分钟',
      '從預約成功起算，各段首尾相接；最後一段的結束分鐘即最長預約時長，只計滿整的分鐘',
      'Counted from the moment the gun is reserved, each stretch where the last one ends; the end of the last is the longest reservation. Only full minutes cost',
    ],
  },
});

export const reservationConfInputLabels = {
  startMinute: ['起始分钟', '起始分鐘', 'From minute'],
  reservationDuration: ['结束分钟', '結束分鐘', 'Until minute'],
  occupyFeeUnit: ['每分钟占位费', '每分鐘占位費', 'Fee a minute'],
} as const satisfies Readonly<Record<string, Words>>;

export const reservationConfRefusals = {
  'reservationConf.gap': ['第{row}段须从第 {minute} 分钟开始', '第{row}段須從第 {minute} 分鐘開始', 'Interval {row} has to begin at minute {minute}'],
  'reservationConf.empty': [
    '第{row}段的结束分钟须大于 {minute}',
    '第{row}段的結束分鐘須大於 {minute}',
    'Interval {row} has to end after minute {minute}',
  ],
  'reservationConf.inUse': [
    '配置“{name}”正被{count}个电桩使用',
    '設定「{name}」正被{count}個電樁使用',
    '{count} {count|pile|piles} {count|follows|follow} the terms {name}',
  ],
  'reservationConf.disused': ['配置“{name}”已废弃，不能再变更', '設定「{name}」已廢棄，不能再變更', 'The terms {name} are disused and stay so'],
} as const satisfies RefusalTable;

export const confWords = {
  free: ['免费', '免費', 'free'],
} as const satisfies Readonly<Record<string, Words>>;
