import { feature } from '#kit/resource/feature.ts';
import { outboxLabels } from './outbox.labels.ts';
import { outbox, outboxApi } from './outbox.ts';

export const outboxFeature = feature({
  name: 'outbox',
  resource: outbox,
  api: outboxApi,
  labels: outboxLabels,
  rights: { read: 'platform', write: 'platform' },
  menu: [
    {
      path: '/system/outbox',
      component: 'system/OutboxList',
      title: ['发件箱', '寄件匣', 'Outbox'],
      icon: 'mail',
      group: 'system',
      order: 95,
      allow: 'outbox:list',
    },
  ],
});
