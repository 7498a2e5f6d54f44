import { feature } from '#kit/resource/feature.ts';
import { pileLabels, pileRefusals } from './pile.labels.ts';
import { pile, pileApi } from './pile.ts';

export const pileFeature = feature({
  name: 'pile',
  lookup: { offered: true },
  endpointTitles: { renewSecret: ['更换密钥', '更換密鑰', 'renew the key'] },
  resource: pile,
  api: pileApi,
  labels: pileLabels,
  refusals: pileRefusals,
  rights: { read: 'station', write: 'agent', otherRights: { secret: 'tenant' } },
  menu: [
    {
      path: '/network/pile',
      component: 'network/PileList',
      title: ['电桩管理', '電樁管理', 'Piles'],
      icon: 'cus-pile',
      group: 'network',
      order: 40,
      allow: 'pile:list',
    },
  ],
});
