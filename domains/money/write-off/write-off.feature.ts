import { feature } from '#kit/resource/feature.ts';
import { writeOffLabels, writeOffRefusals } from './write-off.labels.ts';
import { writeOff, writeOffApi } from './write-off.ts';

export const writeOffFeature = feature({
  name: 'writeOff',
  resource: writeOff,
  api: writeOffApi,
  labels: writeOffLabels,
  refusals: writeOffRefusals,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/money/write-off',
      component: 'money/WriteOffList',
      title: ['欠款核销', '欠款核銷', 'Write-offs'],
      icon: 'audit',
      group: 'money',
      order: 40,
      allow: 'writeOff:list',
    },
  ],
});
