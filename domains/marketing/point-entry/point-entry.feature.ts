import { feature } from '#kit/resource/feature.ts';
import { pointEntryLabels } from './point-entry.labels.ts';
import { pointEntry, pointEntryApi } from './point-entry.ts';

export const pointEntryFeature = feature({
  name: 'pointEntry',
  resource: pointEntry,
  api: pointEntryApi,
  labels: pointEntryLabels,
  rights: { read: 'bigCustomer', write: 'agent' },
  menu: [
    {
      path: '/marketing/point-entry',
      component: 'marketing/PointEntryList',
      title: ['积分明细', '積分明細', 'Point entries'],
      icon: 'account-book',
      group: 'marketing',
      order: 56,
      allow: 'pointEntry:list',
    },
  ],
});
