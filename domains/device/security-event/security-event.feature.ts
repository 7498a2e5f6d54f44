import { feature } from '#kit/resource/feature.ts';
import { securityEventLabels } from './security-event.labels.ts';
import { securityEvent, securityEventApi } from './security-event.ts';

export const securityEventFeature = feature({
  name: 'securityEvent',
  resource: securityEvent,
  api: securityEventApi,
  labels: securityEventLabels,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/device/security-event',
      component: 'device/SecurityEventList',
      title: ['安全事件', '安全事件', 'Security events'],
      icon: 'safety',
      group: 'device',
      order: 60,
      allow: 'securityEvent:list',
    },
  ],
});
