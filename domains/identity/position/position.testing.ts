import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText } from '#kit/test/nouns/row-makers.ts';
import { positionApi } from './position.ts';

const BENCH_POSITIONS = 2_000;

export const testing = nounTesting({
  name: 'position',
  rows: rowsByAdding('tenant', { add: positionApi.add, key: 'id' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    code: `p${b.next()}-${markOf(ownerAt(owner, 'tenant'))}`,
    name: markedText(b, owner, 'tenant'),
    postRank: 1,
  })),
  bench: {
    rows: BENCH_POSITIONS,
    sql: [
      `insert into sys_position (id, tenant_id, code, name, create_time)
        select n, ${TENANT}, 'position' || n, 'Position ' || n, ${AT} ${rowsOf(BENCH_POSITIONS)}`,
    ],
  },
  aliases: { post: {} },
});
