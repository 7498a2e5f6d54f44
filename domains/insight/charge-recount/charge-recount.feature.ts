import { feature } from '#kit/resource/feature.ts';
import { chargeRecountLabels, chargeRecountRefusals } from './charge-recount.labels.ts';
import { chargeRecount, chargeRecountApi, chargeSumCheck } from './charge-recount.ts';

export const chargeRecountFeature = feature({
  name: 'chargeRecount',
  resource: chargeRecount,
  api: chargeRecountApi,
  labels: chargeRecountLabels,
  refusals: chargeRecountRefusals,
  jobs: [chargeSumCheck],
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/statistics/charge-recount',
      component: 'insight/ChargeRecountList',
      title: chargeRecountLabels.noun,
      icon: 'audit',
      group: 'report',
      order: 90,
      allow: 'chargeRecount:list',
    },
  ],
});
