import type { Words } from '#kit/fields/words.ts';

export const balanceWords = {
  pool: ['由客户资金池支付，此余额暂不使用', '由客戶資金池支付，此餘額暫不使用', "The customer's funds pool pays; this balance rests"],
  low: ['低于预警值 {mark}', '低於預警值 {mark}', 'Below the mark of {mark}'],
} as const satisfies Readonly<Record<string, Words>>;
