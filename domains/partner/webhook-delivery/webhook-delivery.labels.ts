import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { webhookDelivery } from './webhook-delivery.ts';

export const webhookDeliveryLabels = labels(webhookDelivery, {
  noun: ['推送记录', '推送記錄', 'Delivery'],
  fields: {
    webhookDeliveryId: ['编号', '編號', 'Delivery id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    accessConfigId: ['合作方', '合作夥伴', 'Partner'],
    partnerWebhookId: ['推送地址', '推送位址', 'Webhook'],
    eventId: ['消息编号', '訊息編號', 'Message id'],
    eventType: ['内容', '內容', 'Event'],
    subject: ['对象', '對象', 'Subject'],
    content: ['正文', '內文', 'Content'],
    deliveryState: ['状态', '狀態', 'State'],
    eventTime: ['发生时间', '發生時間', 'Happened'],
    nextTime: ['下次推送', '下次推送', 'Next attempt'],
    attempts: ['推送次数', '推送次數', 'Attempts'],
    lastStatus: ['状态码', '狀態碼', 'Status'],
    lastAnswer: ['应答', '應答', 'Answer'],
    lastTime: ['最近推送', '最近推送', 'Last attempt'],
    deliveredTime: ['送达时间', '送達時間', 'Delivered'],
  },
  actions: { redeliver: ['重新推送', '重新推送', 'Send again'] },
});

export const webhookDeliveryWords = {
  sentAgain: ['已加入推送', '已加入推送', 'It is sent again'],
  waiting: ['正在等待推送', '正在等待推送', 'It is waiting already'],
} as const satisfies Readonly<Record<string, Words>>;

export const webhookDeliveryRefusals = {
  'webhookDelivery.noHook': ['推送地址已停用或删除', '推送位址已停用或刪除', 'The webhook is disabled or deleted'],
} as const satisfies RefusalTable;
