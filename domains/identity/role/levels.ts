import { codeTable } from '#kit/fields/codes.ts';
import { roleReach } from '#kit/resource/rights/role-level.ts';
import type { CodeValue } from '#kit/fields/codes.ts';

/** The levels of roles; a wider scope has a larger number. */
export const roleLevel = codeTable({
  dictCode: 'role_level',
  title: ['角色级别', '角色級別', 'Role level'],
  items: {
    bigCustomer: { value: roleReach.bigCustomer, words: ['大客户', '大客戶', 'Big customer'] },
    station: { value: roleReach.station, words: ['站点', '站點', 'Station'] },
    agent: { value: roleReach.agent, words: ['运营商', '營運商', 'Agent'] },
    tenant: { value: roleReach.tenant, words: ['租户', '租戶', 'Tenant'] },
    platform: { value: roleReach.platform, words: ['平台', '平台', 'Platform'] },
  },
});
export type RoleLevel = CodeValue<typeof roleLevel>;
