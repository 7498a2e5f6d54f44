import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { cornerAt, markOf } from '#kit/test/nouns/corner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText } from '#kit/test/nouns/row-makers.ts';
import { positionApi } from './position.ts';

const BENCH_POSITIONS = 2_000;

export const testing = nounTesting({
  name: 'position',
  rows: rowsByAdding('tenant', { add: positionApi.add, key: 'id' }, async (b, corner) => ({
    tenantId: b.key('tenant', corner),
    code: `p${b.next()}-${markOf(cornerAt(corner, 'tenant'))}`,
    name: markedText(b, corner, 'tenant'),
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
