import { feature } from '#kit/resource/feature.ts';
import { webhookDeliveryLabels, webhookDeliveryRefusals } from './webhook-delivery.labels.ts';
import { webhookDelivery, webhookDeliveryApi } from './webhook-delivery.ts';

export const webhookDeliveryFeature = feature({
  name: 'webhookDelivery',
  resource: webhookDelivery,
  api: webhookDeliveryApi,
  labels: webhookDeliveryLabels,
  refusals: webhookDeliveryRefusals,
  rights: { read: 'tenant', write: 'tenant', otherRights: { redeliver: 'tenant' } },
  menu: [
    {
      path: '/partner/webhook-delivery',
      component: 'partner/WebhookDeliveryList',
      title: ['推送记录', '推送記錄', 'Deliveries'],
      icon: 'notification',
      group: 'partner',
      order: 40,
      allow: 'webhookDelivery:list',
    },
  ],
});
