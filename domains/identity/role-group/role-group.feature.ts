import { feature } from '#kit/resource/feature.ts';
import { roleGroupLabels, roleGroupRefusals } from './role-group.labels.ts';
import { roleGroup, roleGroupApi } from './role-group.ts';

export const roleGroupFeature = feature({
  name: 'roleGroup',
  resource: roleGroup,
  api: roleGroupApi,
  labels: roleGroupLabels,
  refusals: roleGroupRefusals,
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/system/role-group',
      component: 'identity/RoleGroupList',
      title: ['角色组', '角色組', 'Role groups'],
      icon: 'team',
      group: 'system',
      order: 25,
      allow: 'roleGroup:list',
    },
  ],
});
