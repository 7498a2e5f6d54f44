import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, digits, markedText } from '#kit/test/nouns/row-makers.ts';
import { departApi } from './depart.ts';

const BENCH_DEPARTS = 2_000;

export const testing = nounTesting({
  name: 'depart',
  rows: rowsByAdding('tenant', { add: departApi.add, key: 'id' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    departName: markedText(b, owner, 'tenant'),
    departOrder: 1,
    mobile: `021${digits(b, 8)}`,
  })),
  bench: {
    rows: BENCH_DEPARTS,
    sql: [
      `insert into sys_depart (id, tenant_id, org_code, depart_name, create_time)
        select n, ${TENANT}, chr(65 + (n - 1) / 99) || lpad(((n - 1) % 99 + 1)::text, 2, '0'), 'Department ' || n, ${AT} ${rowsOf(BENCH_DEPARTS)}`,
    ],
  },
  samples: { searchBy: async () => [{ keyWord: 'Q' }] },
  aliases: { selecteddeparts: {}, departIds: {} },
  namesNoRow: ['orgCode', 'primaryKey'],
});
