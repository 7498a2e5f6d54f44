import { feature } from '#kit/resource/feature.ts';
import { partnerWebhookLabels, partnerWebhookRefusals } from './partner-webhook.labels.ts';
import { partnerWebhook, partnerWebhookApi } from './partner-webhook.ts';

export const partnerWebhookFeature = feature({
  name: 'partnerWebhook',
  lookup: { offered: true },
  resource: partnerWebhook,
  api: partnerWebhookApi,
  labels: partnerWebhookLabels,
  refusals: partnerWebhookRefusals,
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/partner/partner-webhook',
      component: 'partner/PartnerWebhookList',
      title: ['推送地址', '推送位址', 'Webhooks'],
      icon: 'send',
      group: 'partner',
      order: 30,
      allow: 'partnerWebhook:list',
    },
  ],
});
