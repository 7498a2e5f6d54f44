import type { RefusalTable } from '#kit/resource/refusal.ts';

export const poolRefusals = {
  'pool.held': [
    '{names}有资金被进行中的订单或预约占用，请待其结束后再转入资金池',
    '{names}有資金被進行中的訂單或預約占用，請待其結束後再轉入資金池',
    'A running order or reservation holds money of {names}; it can join the funds pool once that has ended',
  ],
} as const satisfies RefusalTable;

/** The words for a card and a car in refusals. */
export const memberWords = {
  card: ['卡“{no}”', '卡「{no}」', 'card {no}'],
  car: ['车辆“{no}”', '車輛「{no}」', 'car {no}'],
  more: ['等共{count}个', '等共{count}個', 'and others, {count} in all'],
} as const;
