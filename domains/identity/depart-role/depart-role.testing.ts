import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText } from '#kit/test/nouns/row-makers.ts';
import { departRoleApi } from './depart-role.ts';

const BENCH_ROLES = 2_000;

export const testing = nounTesting({
  name: 'departRole',
  rows: rowsByAdding('tenant', { add: departRoleApi.add, key: 'id', needs: ['depart'] }, async (b, owner) => ({
    departId: b.key('depart', owner),
    roleName: markedText(b, owner, 'tenant'),
    roleCode: `dr${b.next()}-${markOf(ownerAt(owner, 'tenant'))}`,
  })),
  bench: {
    rows: BENCH_ROLES,
    sql: [
      `insert into sys_depart_role (id, tenant_id, depart_id, role_name, role_code, create_time)
        select n, ${TENANT}, n, 'Role ' || n, 'role' || n, ${AT} ${rowsOf(BENCH_ROLES)}`,
    ],
  },
  samples: {
    deptRoleUserAdd: async ({ own }) => [{ userId: await own('user'), newRoleId: await own('departRole'), oldRoleId: '' }],
    saveDeptRolePermission: async ({ own }) => [{ roleId: await own('departRole'), permissionIds: '', lastpermissionIds: '' }],
  },
  aliases: { newRoleId: {}, oldRoleId: {} },
});
