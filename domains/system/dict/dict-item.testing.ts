import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByStaff, markedText } from '#kit/test/nouns/row-makers.ts';
import { dictItemApi } from './dict-item.ts';

const BENCH_ITEMS = 20_000;

export const testing = nounTesting({
  name: 'dictItem',
  rows: rowsByStaff({ add: dictItemApi.add, key: 'id', needs: ['dict'] }, async (b, owner) => ({
    dictId: await b.make('dict', owner),
    itemText: markedText(b, owner, 'tenant'),
    itemValue: `v${b.next()}`,
    sortValue: b.nextOf('sort value'),
  })),
  bench: {
    rows: BENCH_ITEMS,
    sql: [
      `insert into sys_dict_item (id, dict_id, tenant_id, item_text, item_value, sort_value, create_time)
        select 1000000 + n, 1000001 + n % 100, ${TENANT}, 'Item ' || n, n::text, n % 500, ${AT} ${rowsOf(BENCH_ITEMS)}`,
    ],
  },
});
