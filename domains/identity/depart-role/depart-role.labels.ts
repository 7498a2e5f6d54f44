import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { departRole } from './depart-role.ts';

export const departRoleLabels = labels(departRole, {
  noun: ['部门角色', '部門角色', 'Department role'],
  fields: {
    id: ['部门角色编号', '部門角色編號', 'Department role id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    departId: ['部门', '部門', 'Department'],
    roleName: ['角色名称', '角色名稱', 'Name'],
    roleCode: ['角色编码', '角色編碼', 'Code'],
    description: ['描述', '描述', 'Description'],
  },
  actions: { deptRoleUserAdd: ['分配角色', '分配角色', 'Assign roles'] },
});

export const departRoleInputLabels = {
  userId: ['用户', '使用者', 'User'],
  newRoleId: ['新角色', '新角色', 'New roles'],
  oldRoleId: ['原角色', '原角色', 'Roles before'],
} as const satisfies Readonly<Record<string, Words>>;

/** What the department's page says of its roles. */
export const departRoleWords = {
  assign: ['分配部门角色', '分配部門角色', 'Assign department roles'],
  assignTo: ['为“{name}”分配部门角色', '為「{name}」分配部門角色', 'Department roles of {name}'],
  none: ['该部门还没有角色', '該部門還沒有角色', 'This department has no roles yet'],
} as const satisfies Readonly<Record<string, Words>>;

export const departRoleRefusals = {
  'departRole.foreign': ['所选部门角色不存在', '所選部門角色不存在', 'A chosen department role does not exist'],
  'departRole.notMember': ['该用户不属于此部门', '該使用者不屬於此部門', 'This user does not belong to the department'],
} as const satisfies RefusalTable;
