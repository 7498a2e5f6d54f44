import { feature } from '#kit/resource/feature.ts';
import { privilegeCardUseLabels, privilegeCardUseWords } from './privilege-card-use.labels.ts';
import { privilegeCardUse, privilegeCardUseApi } from './privilege-card-use.ts';

export const privilegeCardUseFeature = feature({
  name: 'privilegeCardUse',
  resource: privilegeCardUse,
  api: privilegeCardUseApi,
  labels: privilegeCardUseLabels,
  rights: { read: 'bigCustomer', write: 'tenant' },
  menu: [
    {
      path: '/marketing/privilege-card-use',
      component: 'marketing/PrivilegeCardUseList',
      title: privilegeCardUseWords.menu,
      icon: 'transaction',
      group: 'marketing',
      order: 46,
      allow: 'privilegeCardUse:list',
    },
  ],
});
