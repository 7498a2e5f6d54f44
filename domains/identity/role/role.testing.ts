import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByStaff, markedText } from '#kit/test/nouns/row-makers.ts';
import { roleApi } from './role.ts';

/** The ids of the benchmark's roles start at 1001. */
export const BENCH_ROLES = 1_000;

export const testing = nounTesting({
  name: 'role',
  rows: rowsByStaff({ add: roleApi.add, key: 'id' }, async (b, owner) => ({
    roleCode: `r${b.next()}-${markOf(ownerAt(owner, 'tenant'))}`,
    roleName: markedText(b, owner, 'tenant'),
    roleLevel: 90,
    permissions: ['station:list'],
  })),
  bench: {
    rows: BENCH_ROLES,
    sql: [
      `insert into sys_role (id, tenant_id, role_code, role_name, role_level, permissions, create_time)
        select 1000 + n, ${TENANT}, 'role' || n, 'Role ' || n, 90, '[]', ${AT} ${rowsOf(BENCH_ROLES)}`,
    ],
  },
  samples: { checkRoleCode: async () => [{ roleCode: 'nobody-has-this' }] },
  aliases: { selectedroles: {}, roleIds: {} },
  namesNoRow: ['roleCode'],
});
