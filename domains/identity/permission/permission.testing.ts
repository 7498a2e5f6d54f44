import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByStaff, markedText } from '#kit/test/nouns/row-makers.ts';
import { permissionApi } from './permission.ts';

const BENCH_ENTRIES = 100;

export const testing = nounTesting({
  name: 'permission',
  rows: rowsByStaff({ add: permissionApi.add, key: 'id' }, async (b, owner) => ({
    menuType: 1,
    name: markedText(b, owner, 'tenant'),
    url: `https://maps.example/${b.next()}`,
    internalOrExternal: 1,
    sortNo: 1,
  })),
  bench: {
    rows: BENCH_ENTRIES,
    sql: [
      `insert into sys_permission (tenant_id, menu_type, name, url, create_time) select ${TENANT}, 1, 'Entry ' || n, '/own/' || n, ${AT} ${rowsOf(BENCH_ENTRIES)}`,
    ],
  },
  samples: {
    getSystemSubmenuBatch: async ({ own }) => [{ parentIds: await own('permission') }],
    saveRolePermission: async ({ own }) => [{ roleId: await own('role'), permissionIds: '', lastpermissionIds: '' }],
    saveDepartPermission: async ({ own }) => [{ departId: await own('depart'), permissionIds: '', lastpermissionIds: '' }],
    givers: async () => [{ perms: 'station:edit' }],
  },
  aliases: { parentIds: {}, permissionIds: {}, lastpermissionIds: {} },
});
