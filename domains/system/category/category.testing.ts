import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByStaff, markedText } from '#kit/test/nouns/row-makers.ts';
import { categoryApi } from './category.ts';

const BENCH_CATEGORIES = 2_000;

export const testing = nounTesting({
  name: 'category',
  rows: rowsByStaff({ add: categoryApi.add, key: 'id' }, async (b, owner) => ({
    pid: '0',
    name: markedText(b, owner, 'tenant'),
    code: `G${b.next()}${markOf(ownerAt(owner, 'tenant'))}`,
  })),
  bench: {
    rows: BENCH_CATEGORIES,
    sql: [
      `insert into sys_category (id, tenant_id, pid, name, code, create_time)
        select 1000000 + n, ${TENANT}, case when n <= 100 then 0 else 1000001 + n % 100 end, 'Category ' || n, 'B' || lpad(n::text, 6, '0'), ${AT}
        ${rowsOf(BENCH_CATEGORIES)}`,
    ],
  },
  samples: {
    loadTreeData: async ({ own }) => [{ pid: await own('category') }],
    loadOne: async ({ own }) => [{ field: 'id', val: await own('category') }],
    move: async ({ own, builder, owner }) => [{ id: await own('category'), pid: await builder.make('category', owner) }],
    checkCode: async () => [{ pid: '0', code: 'A01' }],
  },
  aliases: { pid: {}, pcode: { field: 'code' }, 'lookup.loadTreePath key': {} },
});
