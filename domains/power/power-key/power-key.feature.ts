import { feature } from '#kit/resource/feature.ts';
import { powerKeyLabels, powerKeyRefusals, powerKeyWords } from './power-key.labels.ts';
import { powerKey, powerKeyApi, powerKeyValidity } from './power-key.ts';

export const powerKeyFeature = feature({
  name: 'powerKey',
  resource: powerKey,
  api: powerKeyApi,
  labels: powerKeyLabels,
  endpointTitles: { issue: powerKeyWords.issueShort, revoke: powerKeyWords.revoke },
  refusals: powerKeyRefusals,
  codes: [powerKeyValidity],
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/power/power-key',
      component: 'power/PowerKeyList',
      title: ['调度密钥', '調度金鑰', 'Grid operator keys'],
      icon: 'safety-certificate',
      group: 'tariff',
      order: 21,
      allow: 'powerKey:list',
    },
  ],
});
