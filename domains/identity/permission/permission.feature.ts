import { feature } from '#kit/resource/feature.ts';
import { permissionInputLabels, permissionLabels, permissionRefusals } from './permission.labels.ts';
import { permission, permissionApi } from './permission.ts';

export const permissionFeature = feature({
  name: 'permission',
  endpointTitles: {
    saveRolePermission: ['授予角色权限', '授予角色權限', 'set the rights of a role'],
    saveDepartPermission: ['授予部门权限', '授予部門權限', 'set the rights of a department'],
  },
  resource: permission,
  api: permissionApi,
  labels: permissionLabels,
  inputLabels: permissionInputLabels,
  refusals: permissionRefusals,
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/system/permission',
      component: 'identity/PermissionPage',
      title: ['权限管理', '權限管理', 'Permissions'],
      icon: 'safety',
      group: 'system',
      order: 30,
      allow: 'permission:list',
    },
  ],
});
