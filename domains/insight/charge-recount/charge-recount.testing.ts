import { AT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { chargeRecountApi } from './charge-recount.ts';

export const testing = nounTesting({
  name: 'chargeRecount',
  rows: rowsByAdding('tenant', { add: chargeRecountApi.add, key: 'chargeRecountId' }, (b, owner) =>
    Promise.resolve({ tenantId: b.key('tenant', owner), firstDay: '2026-01-01', lastDay: '2026-01-02' }),
  ),
  bench: {
    sql: [
      `insert into charge_recount (tenant_id, first_day, last_day, recount_state, create_time) select n, '2026-01-01', '2026-01-02', 2, ${AT} ${rowsOf()}`,
    ],
  },
});
