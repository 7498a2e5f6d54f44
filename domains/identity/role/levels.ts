import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';

/** How far a role reaches: the wider, the larger. */
export const roleLevel = codeTable({
  dictCode: 'role_level',
  title: ['角色级别', '角色級別', 'Role level'],
  items: {
    bigCustomer: { value: 70, words: ['大客户', '大客戶', 'Big customer'] },
    station: { value: 80, words: ['站点', '站點', 'Station'] },
    agent: { value: 90, words: ['运营商', '營運商', 'Agent'] },
    tenant: { value: 100, words: ['租户', '租戶', 'Tenant'] },
    platform: { value: 999, words: ['平台', '平台', 'Platform'] },
  },
});
export type RoleLevel = CodeValue<typeof roleLevel>;
