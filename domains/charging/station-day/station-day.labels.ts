import { labels } from '#kit/resource/labels.ts';
import { stationDay } from './station-day.ts';

export const stationDayLabels = labels(stationDay, {
  noun: ['站点日统计', '站點日統計', 'Daily statistics'],
  fields: {
    stationDayId: ['统计编号', '統計編號', 'Statistics id'],
    statDay: ['日期', '日期', 'Day'],
    stationId: ['站点', '站點', 'Station'],
    agentId: ['代理商', '代理商', 'Agent'],
    tenantId: ['租户', '租戶', 'Tenant'],
    chargingCount: ['充电次数', '充電次數', 'Charges'],
    chargingCapacity: ['充电量', '充電量', 'Energy'],
    chargingAmount: ['充电金额', '充電金額', 'Billed'],
    elecAmount: ['电费', '電費', 'Energy fee'],
    srvAmount: ['服务费', '服務費', 'Service fee'],
    currency: ['币种', '幣別', 'Currency'],
  },
});
