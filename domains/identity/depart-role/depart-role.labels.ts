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
    permissions: ['权限', '權限', 'Rights'],
    forAll: ['部门全员拥有', '部門全員擁有', 'Held by everybody in it'],
    description: ['描述', '描述', 'Description'],
  },
  actions: { deptRoleUserAdd: ['分配角色', '分配角色', 'Assign roles'] },
});

export const departRoleInputLabels = {
  userId: ['用户', '使用者', 'User'],
  newRoleId: ['新角色', '新角色', 'New roles'],
  oldRoleId: ['原角色', '原角色', 'Roles before'],
  roleId: ['部门角色', '部門角色', 'Department role'],
  permissionIds: ['所选权限', '所選權限', 'The chosen permissions'],
  lastpermissionIds: ['原有权限', '原有權限', 'The permissions before'],
} as const satisfies Readonly<Record<string, Words>>;

/** The texts about roles on the page of a department. */
export const departRoleWords = {
  assign: ['分配部门角色', '分配部門角色', 'Assign department roles'],
  assignTo: ['为“{name}”分配部门角色', '為「{name}」分配部門角色', 'Department roles of {name}'],
  none: ['该部门还没有角色', '該部門還沒有角色', 'This department has no roles yet'],
  rights: ['部门角色权限', '部門角色權限', 'Rights of the department role'],
  noRights: ['请先为部门设置权限', '請先為部門設定權限', 'Give the department rights first'],
  holders: ['拥有者', '擁有者', 'Who holds it'],
  holdersOf: ['拥有“{name}”的人员', '擁有「{name}」的人員', 'Who holds {name}'],
  nobody: ['还没有人拥有该角色', '還沒有人擁有該角色', 'Nobody holds this role yet'],
  everybody: ['部门全员拥有该角色', '部門全員擁有該角色', 'Everybody in the department holds this role'],
  give: ['分配给', '分配給', 'Give it to'],
  noneToGive: ['没有可分配的人员', '沒有可分配的人員', 'Nobody is left to give it to'],
  take: ['收回', '收回', 'Take it away'],
  takeFrom: ['收回“{name}”的该角色', '收回「{name}」的該角色', 'Take it away from {name}'],
} as const satisfies Readonly<Record<string, Words>>;

export const departRoleRefusals = {
  'departRole.foreign': ['所选部门角色不存在', '所選部門角色不存在', 'A chosen department role does not exist'],
  'departRole.notMember': ['该用户不属于此部门', '該使用者不屬於此部門', 'This user does not belong to the department'],
  'departRole.beyondDepart': [
    '部门没有权限“{permission}”，其角色不能拥有',
    '部門沒有權限「{permission}」，其角色不能擁有',
    'The department does not have the permission {permission}, so its roles cannot hold it',
  ],
  'departRole.forAll': ['该角色由部门全员拥有，无需分配', '該角色由部門全員擁有，無需分配', 'Everybody in the department holds this role already'],
} as const satisfies RefusalTable;
export type DepartRoleRefusal = keyof typeof departRoleRefusals;
