import type { Labels } from '#kit/resource/labels.ts';
import type { energyDay } from './energy-day.ts';

export const energyDayLabels: Labels<typeof energyDay.fields> = {
  noun: ['电量日报', '電量日報', 'Energy by day'],
  fields: {
    day: ['日期', '日期', 'Day'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['电桩', '電樁', 'Pile'],
    gunNumber: ['枪号', '槍號', 'Gun no.'],
    agentId: ['运营商', '營運商', 'Agent'],
    tenantId: ['租户', '租戶', 'Tenant'],
    orderCount: ['订单数', '訂單數', 'Orders'],
    chargeMinutes: ['充电时长', '充電時長', 'Charging time'],
    useRate: ['时间利用率', '時間利用率', 'Time in use'],
    chargingElec: ['充电量', '充電量', 'Energy'],
    chargingElecTip: ['尖电量', '尖電量', 'Tip energy'],
    chargingElecPeak: ['峰电量', '峰電量', 'Peak energy'],
    chargingElecFlat: ['平电量', '平電量', 'Flat energy'],
    chargingElecValley: ['谷电量', '谷電量', 'Valley energy'],
    stationTimezone: ['站点时区', '站點時區', 'Zone of the station'],
  },
};
