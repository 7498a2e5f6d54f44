import { AT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { vipDiscountApi } from './vip-discount.ts';

export const testing = nounTesting({
  name: 'vipDiscount',
  rows: rowsByAdding('tenant', { add: vipDiscountApi.add, key: 'vipDiscountId', needs: ['vipLevel'] }, async (b, owner) => ({
    vipLevelId: await b.make('vipLevel', owner),
    rateType: 1,
    vipDiscount: 90,
  })),
  bench: {
    sql: [
      `insert into vip_discount (vip_discount_id, tenant_id, vip_level_id, rate_type, vip_discount, create_time) select n, n, n, 1 + n % 4, 90, ${AT} ${rowsOf()}`,
    ],
  },
  samples: { add: async ({ own }) => [{ vipLevelId: await own('vipLevel'), rateType: 2, vipDiscount: 80 }] },
});
