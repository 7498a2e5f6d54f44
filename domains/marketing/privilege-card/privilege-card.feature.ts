import { feature } from '#kit/resource/feature.ts';
import { privilegeCardInputLabels, privilegeCardLabels, privilegeCardRefusals, privilegeCardWords } from './privilege-card.labels.ts';
import { privilegeCard, privilegeCardApi } from './privilege-card.ts';

export const privilegeCardFeature = feature({
  name: 'privilegeCard',
  lookup: { offered: true },
  resource: privilegeCard,
  api: privilegeCardApi,
  labels: privilegeCardLabels,
  inputLabels: privilegeCardInputLabels,
  refusals: privilegeCardRefusals,
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/marketing/privilege-card',
      component: 'marketing/PrivilegeCardList',
      title: privilegeCardWords.menu,
      icon: 'crown',
      group: 'marketing',
      order: 42,
      allow: 'privilegeCard:list',
    },
  ],
});
