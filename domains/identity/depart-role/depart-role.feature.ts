import { feature } from '#kit/resource/feature.ts';
import { departRoleInputLabels, departRoleLabels, departRoleRefusals } from './depart-role.labels.ts';
import { departRole, departRoleApi } from './depart-role.ts';

export const departRoleFeature = feature({
  name: 'departRole',
  endpointTitles: { saveDeptRolePermission: ['授予部门角色权限', '授予部門角色權限', 'set the rights of a department role'] },
  resource: departRole,
  api: departRoleApi,
  labels: departRoleLabels,
  inputLabels: departRoleInputLabels,
  refusals: departRoleRefusals,
  rights: { read: 'agent', write: 'tenant', listedWith: 'depart' },
});
