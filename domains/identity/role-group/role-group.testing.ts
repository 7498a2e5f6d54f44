import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByStaff, markedText } from '#kit/test/nouns/row-makers.ts';
import { roleGroupApi } from './role-group.ts';

const BENCH_GROUPS = 2_000;

export const testing = nounTesting({
  name: 'roleGroup',
  rows: rowsByStaff({ add: roleGroupApi.add, key: 'id', needs: ['role', 'user'] }, async (b, owner) => ({
    groupName: markedText(b, owner, 'tenant'),
    // A new role, because a request of the same test may have moved the existing one.
    roleIds: `${await b.make('role', owner)},`,
    userIds: `${b.key('user', { ...owner, agent: 1 })},`,
  })),
  bench: {
    rows: BENCH_GROUPS,
    sql: [
      `insert into sys_role_group (id, tenant_id, group_name, role_ids, create_time) select n, ${TENANT}, 'Group ' || n, '1001,', ${AT} ${rowsOf(BENCH_GROUPS)}`,
    ],
  },
});
