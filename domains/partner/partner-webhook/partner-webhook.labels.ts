import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { partnerWebhook } from './partner-webhook.ts';

export const partnerWebhookLabels = labels(partnerWebhook, {
  noun: ['推送地址', '推送位址', 'Webhook'],
  fields: {
    partnerWebhookId: ['编号', '編號', 'Webhook id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    accessConfigId: ['合作方', '合作夥伴', 'Partner'],
    hookName: ['名称', '名稱', 'Name'],
    hookUrl: ['地址', '位址', 'Address'],
    hookEvents: ['事件', '事件', 'Events'],
    state: ['状态', '狀態', 'State'],
    lastOkTime: ['最近成功', '最近成功', 'Last delivery'],
    lastAnswer: ['最近应答', '最近應答', 'Last answer'],
    failStreak: ['连续失败', '連續失敗', 'Failures in a row'],
    pausedUntil: ['暂停至', '暫停至', 'Paused until'],
  },
  actions: { sendTest: ['发送测试', '傳送測試', 'Send a test'] },
});

export const partnerWebhookWords = {
  testSent: ['测试消息已加入推送', '測試訊息已加入推送', 'The test is on its way'],
} as const satisfies Readonly<Record<string, Words>>;

export const partnerWebhookRefusals = {
  'partnerWebhook.badUrl': ['不是正确的网址', '不是正確的網址', 'This is not a valid address'],
  'partnerWebhook.notHttps': ['地址须以 https:// 开头', '位址須以 https:// 開頭', 'The address must begin with https://'],
  'partnerWebhook.credentials': ['地址不能包含用户名或密码', '位址不能包含使用者名稱或密碼', 'The address cannot contain a user name or password'],
  'partnerWebhook.insideAddress': ['不能推送到内部网络的地址', '不能推送到內部網路的位址', 'Addresses inside our network are not called'],
  'partnerWebhook.off': ['推送地址未启用', '推送位址未啟用', 'The webhook is not enabled'],
  'partnerWebhook.disused': ['推送地址已废弃，不能操作', '推送位址已廢棄，不能操作', 'The webhook is disused'],
} as const satisfies RefusalTable;
