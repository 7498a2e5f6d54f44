import { feature } from '#kit/resource/feature.ts';
import { openingBalanceLabels, openingBalanceRefusals } from './opening-balance.labels.ts';
import { openingBalance, openingBalanceApi } from './opening-balance.ts';

export const openingBalanceFeature = feature({
  name: 'openingBalance',
  resource: openingBalance,
  api: openingBalanceApi,
  labels: openingBalanceLabels,
  refusals: openingBalanceRefusals,
  endpointTitles: { book: ['复核入账', '複核入帳', 'book'], decline: ['拒绝', '拒絕', 'decline'] },
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/money/opening-balance',
      component: 'money/OpeningBalanceList',
      title: ['期初余额', '期初餘額', 'Opening balances'],
      icon: 'audit',
      group: 'money',
      order: 45,
      allow: 'openingBalance:list',
    },
  ],
});
