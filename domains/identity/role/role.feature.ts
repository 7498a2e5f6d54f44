import { feature } from '#kit/resource/feature.ts';
import { roleLabels, roleRefusals } from './role.labels.ts';
import { role, roleApi } from './role.ts';

export const roleFeature = feature({
  name: 'role',
  resource: role,
  api: roleApi,
  labels: roleLabels,
  refusals: roleRefusals,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/system/role',
      component: 'identity/RoleList',
      title: ['角色管理', '角色管理', 'Roles'],
      icon: 'idcard',
      group: 'system',
      order: 20,
      allow: 'role:list',
    },
  ],
});
