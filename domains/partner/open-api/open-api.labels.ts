import type { Words } from '#kit/fields/words.ts';
import type { openApi } from './open-api.ts';

export const openApiWords = {
  stations: ['查询站点', '查詢站點', 'The stations of the account'],
  guns: ['查询站点的枪', '查詢站點的槍', 'The guns of a station'],
  gun: ['查询枪', '查詢槍', 'One gun'],
  prices: ['查询价格', '查詢價格', 'The prices of a gun'],
  start: ['启动充电', '啟動充電', 'Begin a charge'],
  charge: ['查询充电', '查詢充電', 'The state of a charge'],
  stop: ['停止充电', '停止充電', 'Stop a charge'],
  orders: ['查询订单', '查詢訂單', 'The orders of a period'],
} as const satisfies Readonly<Record<keyof typeof openApi, Words>>;

export const openApiInputLabels = {
  requestId: ['请求编号', '請求編號', 'Request id'],
  cpCode: ['桩编号', '樁編號', 'Pile code'],
  gunNumber: ['枪号', '槍號', 'Gun number'],
  strategyType: ['充电策略', '充電策略', 'Strategy'],
  strategyVal: ['策略值', '策略值', 'Value of the strategy'],
  stationId: ['站点编号', '站點編號', 'Station id'],
  from: ['开始时间', '開始時間', 'From'],
  to: ['结束时间', '結束時間', 'To'],
  page: ['页码', '頁碼', 'Page'],
} as const satisfies Readonly<Record<string, Words>>;
