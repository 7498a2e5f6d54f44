import { feature } from '#kit/resource/feature.ts';
import { differenceInputLabels, differenceRefusals, payDifferenceLabels } from './pay-difference.labels.ts';
import { mendAloneMax, payDifference, payDifferenceApi } from './pay-difference.ts';

export const payDifferenceFeature = feature({
  name: 'payDifference',
  resource: payDifference,
  api: payDifferenceApi,
  labels: payDifferenceLabels,
  inputLabels: differenceInputLabels,
  refusals: differenceRefusals,
  settings: [mendAloneMax],
  endpointTitles: {
    ask: ['向渠道查询', '向通路查詢', 'ask the provider'],
    mend: ['处理差异', '處理差異', 'mend'],
    confirm: ['复核处理', '複核處理', 'confirm a mend'],
  },
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/money/pay-difference',
      component: 'charging/PayDifferenceList',
      title: ['对账差异', '對帳差異', 'Differences'],
      icon: 'alert',
      group: 'money',
      order: 93,
      allow: 'payDifference:list',
    },
  ],
});
