import { AT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText } from '#kit/test/nouns/row-makers.ts';
import { vipLevelApi } from './vip-level.ts';

export const testing = nounTesting({
  name: 'vipLevel',
  rows: rowsByAdding('tenant', { add: vipLevelApi.add, key: 'vipLevelId' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    vipLevelName: markedText(b, owner, 'tenant'),
    vipLevelVal: b.nextOf(`rank ${owner.tenant}`),
  })),
  bench: {
    sql: [
      `insert into vip_level (vip_level_id, tenant_id, vip_level_name, vip_level_val, create_time) select n, n, 'Level ' || n, 1 + n % 99, ${AT} ${rowsOf()}`,
    ],
  },
  aliases: { vipInfoId: {} },
});
