import { feature } from '#kit/resource/feature.ts';
import { cardEarning } from './privilege-card-hold-jobs.ts';
import {
  privilegeCardHoldInputLabels,
  privilegeCardHoldLabels,
  privilegeCardHoldRefusals,
  privilegeCardHoldWords,
} from './privilege-card-hold.labels.ts';
import { privilegeCardHold, privilegeCardHoldApi } from './privilege-card-hold.ts';

export const privilegeCardHoldFeature = feature({
  name: 'privilegeCardHold',
  resource: privilegeCardHold,
  api: privilegeCardHoldApi,
  labels: privilegeCardHoldLabels,
  inputLabels: privilegeCardHoldInputLabels,
  refusals: privilegeCardHoldRefusals,
  jobs: [cardEarning],
  rights: { read: 'bigCustomer', write: 'agent' },
  menu: [
    {
      path: '/marketing/privilege-card-hold',
      component: 'marketing/PrivilegeCardHoldList',
      title: privilegeCardHoldWords.menu,
      icon: 'idcard',
      group: 'marketing',
      order: 44,
      allow: 'privilegeCardHold:list',
    },
  ],
});
