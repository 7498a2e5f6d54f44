import { feature } from '#kit/resource/feature.ts';
import { positionLabels, positionRefusals } from './position.labels.ts';
import { position, positionApi } from './position.ts';

export const positionFeature = feature({
  name: 'position',
  resource: position,
  api: positionApi,
  labels: positionLabels,
  refusals: positionRefusals,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/system/position',
      component: 'identity/PositionList',
      title: ['职务管理', '職務管理', 'Positions'],
      icon: 'idcard',
      group: 'system',
      order: 35,
      allow: 'position:list',
    },
  ],
});
