import { labels } from '#kit/resource/labels.ts';
import { orderData } from './order-data.ts';

export const orderDataLabels = labels(orderData, {
  noun: ['用户充电统计', '使用者充電統計', 'Statistics of users'],
  fields: {
    orderDataId: ['统计编号', '統計編號', 'Statistics id'],
    statUnit: ['统计周期', '統計週期', 'By'],
    statDay: ['日期', '日期', 'From'],
    year: ['年', '年', 'Year'],
    month: ['月', '月', 'Month'],
    day: ['日', '日', 'Day'],
    mainPartType: ['统计对象', '統計對象', 'Of'],
    mainPartNo: ['编号', '編號', 'Number'],
    custId: ['客户', '客戶', 'Customer'],
    cname: ['客户名称', '客戶名稱', 'Customer name'],
    carNum: ['车牌号', '車牌號碼', 'Plate'],
    stationId: ['站点', '站點', 'Station'],
    agentId: ['运营商', '營運商', 'Agent'],
    tenantId: ['租户', '租戶', 'Tenant'],
    chargingCount: ['充电次数', '充電次數', 'Charges'],
    chargingCapacity: ['充电量', '充電量', 'Energy'],
    orderAmount: ['订单金额', '訂單金額', 'Order amount'],
    chargingAmount: ['充电金额', '充電金額', 'Billed'],
    currency: ['币种', '幣別', 'Currency'],
  },
});
