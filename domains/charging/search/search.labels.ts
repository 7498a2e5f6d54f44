import type { Words } from '#kit/fields/words.ts';

export const searchInputLabels = { keyword: ['关键字', '關鍵字', 'Keyword'] } as const satisfies Readonly<Record<string, Words>>;

/** The words for kinds of search hits. */
export const hitKindWords = {
  station: ['站点', '站點', 'Stations'],
  pile: ['电桩', '電樁', 'Piles'],
  chargingOrder: ['订单', '訂單', 'Orders'],
  customer: ['客户', '客戶', 'Customers'],
  card: ['卡', '卡', 'Cards'],
} as const satisfies Readonly<Record<string, Words>>;
