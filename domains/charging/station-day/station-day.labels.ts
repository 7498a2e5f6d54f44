import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { stationDay } from './station-day.ts';

export const stationDayLabels = labels(stationDay, {
  noun: ['站点日统计', '站點日統計', 'Daily statistics'],
  fields: {
    stationDayId: ['统计编号', '統計編號', 'Statistics id'],
    statDay: ['日期', '日期', 'Day'],
    stationId: ['站点', '站點', 'Station'],
    agentId: ['运营商', '營運商', 'Agent'],
    tenantId: ['租户', '租戶', 'Tenant'],
    chargingCount: ['充电次数', '充電次數', 'Charges'],
    chargingCapacity: ['充电量', '充電量', 'Energy'],
    chargingAmount: ['充电金额', '充電金額', 'Billed'],
    elecAmount: ['电费', '電費', 'Energy fee'],
    srvAmount: ['服务费', '服務費', 'Service fee'],
    currency: ['币种', '幣別', 'Currency'],
  },
});

/** The words of the chart above the list. */
export const stationDayWords = {
  figure: ['统计指标', '統計指標', 'What is shown'],
  told: ['{figure}，{from} 至 {to}', '{figure}，{from} 至 {to}', '{figure}, {from} to {to}'],
  ordersOf: ['查看某日订单', '檢視某日訂單', 'Orders of a day'],
  latest: ['仅显示最近 {n} 天', '僅顯示最近 {n} 天', 'The latest {n} days'],
} as const satisfies Readonly<Record<string, Words>>;
