import { labels } from '#kit/resource/labels.ts';
import { securityEvent } from './security-event.ts';

export const securityEventLabels = labels(securityEvent, {
  noun: ['安全事件', '安全事件', 'Security event'],
  fields: {
    securityEventId: ['记录编号', '記錄編號', 'Record id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    eventType: ['事件', '事件', 'Event'],
    criticality: ['级别', '級別', 'Criticality'],
    techInfo: ['技术信息', '技術資訊', 'Technical information'],
    occurredAt: ['发生时间', '發生時間', 'Occurred'],
    receivedAt: ['收到时间', '收到時間', 'Received'],
  },
});
