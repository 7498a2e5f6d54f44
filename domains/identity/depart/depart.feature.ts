import { feature } from '#kit/resource/feature.ts';
import { departInputLabels, departLabels, departRefusals } from './depart.labels.ts';
import { depart, departApi } from './depart.ts';

export const departFeature = feature({
  name: 'depart',
  endpointTitles: { addUsers: ['添加用户', '新增使用者', 'add people'], removeUsers: ['移出用户', '移出使用者', 'take people out'] },
  resource: depart,
  api: departApi,
  labels: departLabels,
  inputLabels: departInputLabels,
  refusals: departRefusals,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/system/depart',
      component: 'identity/DepartPage',
      title: ['部门管理', '部門管理', 'Departments'],
      icon: 'apartment',
      group: 'system',
      order: 30,
      allow: 'depart:list',
    },
  ],
});
