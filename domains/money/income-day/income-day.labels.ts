import type { Labels } from '#kit/resource/labels.ts';
import type { incomeDay } from './income-day.ts';

export const incomeDayLabels: Labels<typeof incomeDay.fields> = {
  noun: ['收入日报', '收入日報', 'Income by day'],
  fields: {
    day: ['记账日期', '記帳日期', 'Booked on'],
    stationId: ['站点', '站點', 'Station'],
    agentId: ['运营商', '營運商', 'Agent'],
    tenantId: ['租户', '租戶', 'Tenant'],
    bookingCount: ['记账笔数', '記帳筆數', 'Bookings'],
    elecAmount: ['电费', '電費', 'Electricity'],
    srvAmount: ['服务费', '服務費', 'Service'],
    otherAmount: ['其他费用', '其他費用', 'Other fees'],
    offerAmount: ['优惠金额', '優惠金額', 'Offers'],
    incomeAmount: ['收入', '收入', 'Income'],
    owedAmount: ['其中欠费', '其中欠費', 'Of it owed'],
    refundAmount: ['已退金额', '已退金額', 'Refunded'],
    currency: ['币种', '幣別', 'Currency'],
  },
};
