import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { vendorMessage } from './vendor-message.ts';

export const vendorMessageLabels = labels(vendorMessage, {
  noun: ['厂商消息', '廠商訊息', 'Vendor message'],
  fields: {
    vendorMessageId: ['记录编号', '記錄編號', 'Record id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    vendorId: ['厂商标识', '廠商標識', 'Vendor id'],
    messageId: ['消息标识', '訊息標識', 'Message id'],
    data: ['数据', '資料', 'Data'],
    dataLength: ['数据长度', '資料長度', 'Length'],
    isAccepted: ['已接受', '已接受', 'Accepted'],
    receivedAt: ['收到时间', '收到時間', 'Received'],
  },
});

export const vendorMessageWords = {
  cut: ['共 {n} 个字符，仅保存开头部分', '共 {n} 個字元，僅儲存開頭部分', '{n} characters, of which the beginning is kept'],
} as const satisfies Readonly<Record<string, Words>>;
