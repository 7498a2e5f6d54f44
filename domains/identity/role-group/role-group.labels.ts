import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { roleGroup } from './role-group.ts';

export const roleGroupLabels = labels(roleGroup, {
  noun: ['角色组', '角色組', 'Role group'],
  fields: {
    id: ['角色组编号', '角色組編號', 'Role group id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    groupName: ['角色组名称', '角色組名稱', 'Group name'],
    roleIds: ['角色', '角色', 'Roles'],
    userIds: ['成员', '成員', 'Members'],
    description: ['描述', '描述', 'Description'],
  },
  hints: {
    userIds: [
      '成员除自身角色外还拥有这些角色的权限；数据范围仍由自身角色决定',
      '成員除自身角色外還擁有這些角色的權限；資料範圍仍由自身角色決定',
      'Members hold the rights of these roles beside their own; their own role alone decides the data scope',
    ],
  },
});

export const roleGroupWords = {
  roles: ['{count} 个角色', '{count} 個角色', '{count} {count|role|roles}'],
  members: ['{count} 名成员', '{count} 名成員', '{count} {count|member|members}'],
} as const satisfies Readonly<Record<string, Words>>;

export const roleGroupRefusals = {
  'roleGroup.foreignRole': ['所选角色不存在', '所選角色不存在', 'A chosen role does not exist'],
  'roleGroup.foreignUser': ['所选用户不存在', '所選使用者不存在', 'A chosen user does not exist'],
} as const satisfies RefusalTable;
