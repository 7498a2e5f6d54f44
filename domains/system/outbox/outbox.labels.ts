import { labels } from '#kit/resource/labels.ts';
import { outbox } from './outbox.ts';

export const outboxLabels = labels(outbox, {
  noun: ['消息', '訊息', 'Message'],
  fields: {
    messageId: ['消息编号', '訊息編號', 'Message id'],
    channel: ['渠道', '渠道', 'Channel'],
    receiver: ['接收人', '接收人', 'Receiver'],
    subject: ['主题', '主旨', 'Subject'],
    body: ['内容', '內容', 'Text'],
    state: ['状态', '狀態', 'State'],
    provider: ['发送服务', '發送服務', 'Provider'],
    failure: ['失败原因', '失敗原因', 'Failure'],
    sentTime: ['发送时间', '發送時間', 'Sent'],
  },
});
