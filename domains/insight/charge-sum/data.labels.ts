import type { Words } from '#kit/fields/words.ts';

/** Words of the pages of statistics. */
export const dataWords = {
  all: ['全部', '全部', 'All'],
  periodBefore: ['上期（{from} 至 {to}）', '上期（{from} 至 {to}）', 'the period before ({from} to {to})'],
  more: ['较上期 {change}', '較上期 {change}', '{change} against the period before'],
  ordersOf: ['查看{name}的订单', '檢視{name}的訂單', 'Orders of {name}'],
  definition: [
    '订单计入充电开始的当地日期；仅统计已结算订单。一笔订单计入它涉及的手机号、卡、客户和车辆各一次，不论由谁付款',
    '訂單計入充電開始的當地日期；僅統計已結算訂單。一筆訂單計入它涉及的手機號、卡、客戶和車輛各一次，不論由誰付款',
    'A settled order counts on the day on which its charge began at its station: once for each phone number, card, customer and vehicle that it names, whoever paid',
  ],
  pileDefinition: [
    '订单计入充电开始的当地日期；仅统计已结算订单。充电时长计入实际发生的日期',
    '訂單計入充電開始的當地日期；僅統計已結算訂單。充電時長計入實際發生的日期',
    'A settled order counts on the day on which its charge began at its station; charging time counts on the days in which it was',
  ],
} as const satisfies Readonly<Record<string, Words>>;
