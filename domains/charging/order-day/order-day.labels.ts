import type { Labels } from '#kit/resource/labels.ts';
import type { orderDay } from './order-day.ts';

export const orderDayLabels: Labels<typeof orderDay.fields> = {
  noun: ['订单日报', '訂單日報', 'Orders by day'],
  fields: {
    day: ['日期', '日期', 'Day'],
    stationId: ['站点', '站點', 'Station'],
    agentId: ['运营商', '營運商', 'Agent'],
    tenantId: ['租户', '租戶', 'Tenant'],
    orderCount: ['订单数', '訂單數', 'Orders'],
    settledCount: ['已结算', '已結算', 'Settled'],
    unsettledCount: ['未结算', '未結算', 'Not settled'],
    abnormalCount: ['异常', '異常', 'Abnormal'],
    chargingElec: ['充电量', '充電量', 'Energy'],
    orderAmount: ['订单金额', '訂單金額', 'List amount'],
    offerAmount: ['优惠金额', '優惠金額', 'Offers'],
    billingAmount: ['实收金额', '實收金額', 'Billed'],
    currency: ['币种', '幣別', 'Currency'],
    stationTimezone: ['站点时区', '站點時區', 'Zone of the station'],
  },
};
