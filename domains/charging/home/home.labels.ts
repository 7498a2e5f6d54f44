import type { Words } from '#kit/fields/words.ts';

/** The words of the start page about the day. */
export const homeWords = {
  today: ['今日概况', '今日概況', 'Today'],
  orders: ['订单', '訂單', 'Orders'],
  energy: ['充电量', '充電量', 'Energy'],
  amount: ['金额', '金額', 'Amount'],
  powerNow: ['当前功率', '目前功率', 'Power now'],
  ofStations: ['{n} 个站点，各按当地零点计', '{n} 個站點，各按當地零點計', '{n} {n|station|stations}, each from its own midnight'],
  ended: ['已结束的订单', '已結束的訂單', 'Of orders that have ended'],
  guns: ['充电枪', '充電槍', 'Guns'],
  noGuns: ['还没有充电枪', '還沒有充電槍', 'There are no guns yet'],
  attention: ['需要处理', '需要處理', 'Needs attention'],
  nothing: ['暂时没有需要处理的事项', '目前沒有需要處理的事項', 'Nothing needs attention right now'],
  books: ['账簿校验异常', '帳簿校驗異常', 'Faults in the books'],
  abnormal: ['异常订单', '異常訂單', 'Abnormal orders'],
  toSettle: ['待结算订单', '待結算訂單', 'Orders waiting to be settled'],
  offline: ['离线电桩', '離線電樁', 'Piles offline'],
  faulty: ['故障充电枪', '故障充電槍', 'Faulty guns'],
} as const satisfies Readonly<Record<string, Words>>;
