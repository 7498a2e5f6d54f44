import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { role } from './role.ts';

export const roleLabels = labels(role, {
  noun: ['角色', '角色', 'Role'],
  fields: {
    id: ['角色编号', '角色編號', 'Role id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    roleCode: ['角色编码', '角色編碼', 'Role code'],
    roleName: ['角色名称', '角色名稱', 'Role name'],
    roleLevel: ['角色级别', '角色級別', 'Level'],
    permissions: ['权限', '權限', 'Permissions'],
    builtIn: ['系统内置', '系統內建', 'Built in'],
    description: ['描述', '描述', 'Description'],
  },
  hints: {
    roleLevel: [
      '决定数据范围与可选权限，保存后不可修改',
      '決定資料範圍與可選權限，儲存後不可修改',
      'Decides the data scope and which permissions fit; fixed once saved',
    ],
  },
});

/** The texts of the page besides the labels of its fields. */
export const roleWords = {
  rights: ['角色权限', '角色權限', 'Rights of the role'],
  levelFirst: ['请先选择角色级别', '請先選擇角色級別', 'Choose the level first'],
} as const satisfies Readonly<Record<string, Words>>;

export const roleRefusals = {
  'role.builtIn': ['内置角色不能修改或删除', '內建角色不能修改或刪除', 'A built-in role cannot be changed or deleted'],
  'role.platformOwn': ['平台角色只能由平台修改', '平台角色只能由平台修改', 'Only the platform changes its own roles'],
  'role.levelAbove': ['不能使用高于自己的角色级别', '不能使用高於自己的角色級別', 'You cannot give a role level above your own'],
  'role.levelInTenant': ['平台级角色不属于任何租户', '平台級角色不屬於任何租戶', 'A role of platform level belongs to no tenant'],
  'role.unknownPermission': ['权限“{permission}”不存在', '權限「{permission}」不存在', 'There is no permission called {permission}'],
  'role.tooWide': [
    '该级别的角色不能拥有权限“{permission}”',
    '該級別的角色不能擁有權限「{permission}」',
    'A role of this level cannot hold the permission {permission}',
  ],
  'role.beyondOwn': [
    '您没有权限“{permission}”，不能授予他人',
    '您沒有權限「{permission}」，不能授予他人',
    'You do not hold the permission {permission} and cannot give it',
  ],
  'role.better': [
    '该角色拥有您没有的权限，您不能修改',
    '該角色擁有您沒有的權限，您不能修改',
    'This role holds rights that you lack, so you cannot change it',
  ],
  'role.equal': ['该角色与您权限相同，您不能修改', '該角色與您權限相同，您不能修改', 'This role holds all that you hold, so you cannot change it'],
  'role.inUse': [
    '角色“{name}”还有{count}个用户，不能删除',
    '角色「{name}」還有{count}個使用者，不能刪除',
    'Role {name} still has {count} {count|user|users} and cannot be deleted',
  ],
} as const satisfies RefusalTable;
export type RoleRefusal = keyof typeof roleRefusals;
