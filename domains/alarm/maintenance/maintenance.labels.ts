import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { maintenance } from './maintenance.ts';

export const maintenanceLabels = labels(maintenance, {
  noun: ['检修计划', '檢修計畫', 'Maintenance'],
  fields: {
    maintenanceId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['电桩', '電樁', 'Pile'],
    beginTime: ['开始时间', '開始時間', 'Begins'],
    endTime: ['结束时间', '結束時間', 'Ends'],
    reason: ['原因', '原因', 'Reason'],
  },
  hints: {
    cpCode: ['不填表示整个站点', '不填表示整個站點', 'Left empty, it is the whole station'],
    endTime: [
      '最长30天；期间的异常照常记录，但不发送告警，结束后仍存在的异常再行告警',
      '最長30天；期間的異常照常記錄，但不傳送告警，結束後仍存在的異常再行告警',
      '30 days at most. Exceptions are recorded until then and nobody is told; those that last are told afterwards',
    ],
  },
});

export const maintenanceRefusals = {
  'maintenance.times': [
    '结束时间须晚于开始时间，且最长30天',
    '結束時間須晚於開始時間，且最長30天',
    'The end lies after the beginning, by 30 days at most',
  ],
  'maintenance.past': ['结束时间已过', '結束時間已過', 'The end has passed already'],
  'maintenance.pile': ['该电桩不属于所选站点', '該電樁不屬於所選站點', 'The pile does not belong to this station'],
} as const satisfies RefusalTable;
