import { labels } from '#kit/resource/labels.ts';
import { pileData } from './pile-data.ts';

export const pileDataLabels = labels(pileData, {
  noun: ['电桩充电统计', '電樁充電統計', 'Statistics of piles'],
  fields: {
    pileDataId: ['统计编号', '統計編號', 'Statistics id'],
    statUnit: ['统计周期', '統計週期', 'By'],
    statDay: ['日期', '日期', 'From'],
    year: ['年', '年', 'Year'],
    month: ['月', '月', 'Month'],
    day: ['日', '日', 'Day'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    cpType: ['桩类型', '樁類型', 'Pile type'],
    stationId: ['站点', '站點', 'Station'],
    agentId: ['运营商', '營運商', 'Agent'],
    tenantId: ['租户', '租戶', 'Tenant'],
    chargingCount: ['充电次数', '充電次數', 'Charges'],
    chargingCapacity: ['充电量', '充電量', 'Energy'],
    orderAmount: ['订单金额', '訂單金額', 'Order amount'],
    chargingAmount: ['充电金额', '充電金額', 'Billed'],
    chargeMinutes: ['充电时长', '充電時長', 'Charging time'],
    currency: ['币种', '幣別', 'Currency'],
  },
});
