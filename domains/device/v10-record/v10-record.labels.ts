import { labels } from '#kit/resource/labels.ts';
import { v10Record } from './v10-record.ts';

const own = labels(v10Record, {
  noun: ['v1.0记录', 'v1.0記錄', 'v1.0 record'],
  fields: {
    v10RecordId: ['记录编号', '記錄編號', 'Record id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    gunNumber: ['枪号', '槍號', 'Gun no.'],
    recordType: ['记录类型', '記錄類型', 'Record'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    recordTime: ['桩上时间', '樁上時間', 'Pile time'],
    fromStore: ['离线补传', '離線補傳', 'Sent later'],
    content: ['内容', '內容', 'Content'],
  },
});

/** Records are created when they arrive. */
export const v10RecordLabels: typeof own = { ...own, fields: { ...own.fields, createTime: ['接收时间', '接收時間', 'Received'] } };
