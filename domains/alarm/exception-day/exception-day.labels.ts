import type { Labels } from '#kit/resource/labels.ts';
import type { exceptionDay } from './exception-day.ts';

export const exceptionDayLabels: Labels<typeof exceptionDay.fields> = {
  noun: ['异常日报', '異常日報', 'Exceptions by day'],
  fields: {
    day: ['日期', '日期', 'Day'],
    stationId: ['站点', '站點', 'Station'],
    agentId: ['运营商', '營運商', 'Agent'],
    tenantId: ['租户', '租戶', 'Tenant'],
    exceptionType: ['异常类型', '異常類型', 'Kind'],
    exceptionKey: ['异常', '異常', 'Exception'],
    exceptionCount: ['异常数', '異常數', 'Exceptions'],
    incidentCount: ['属于异常事件', '屬於異常事件', 'Part of an incident'],
    ackCount: ['已确认', '已確認', 'Acknowledged'],
    selfEndedCount: ['自行恢复', '自行恢復', 'Ended by themselves'],
    openCount: ['未恢复', '未恢復', 'Still open'],
    meanAckS: ['平均确认时长', '平均確認時長', 'Mean time to acknowledge'],
    meanRepairS: ['平均恢复时长', '平均恢復時長', 'Mean time to repair'],
    lastedS: ['累计时长', '累計時長', 'Time lasted'],
    stationTimezone: ['站点时区', '站點時區', 'Zone of the station'],
  },
};
