import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { couponApi } from '../coupon/coupon.ts';
import { publishedCoupon } from '../coupon/coupon.testing.ts';

/** The terms of a coupon of 5.00 at the stations of an agent. */
export const BENCH_TERMS = `'{"couponName":"Five","currency":"CNY","scene":2,"couponForm":2,"preferentialAmount":"500","preferentialDiscount":null,"maxCredit":null,"useAmountLimit":"0","canOverlay":true,"rateTypes":null,"agentIds":["2"],"stationIds":[],"funder":"tenant"}'::jsonb`;

export const testing = nounTesting({
  name: 'couponReceive',
  rows: {
    level: 'agent',
    needs: ['coupon', 'card', 'customer'],
    make: async (b, owner) => {
      const given = await b.ok(couponApi.grant, { couponId: await publishedCoupon(b, owner), mainPartType: 2, mainPartId: b.key('card', owner) });
      return textAt(given, 'couponReceiveId');
    },
  },
  bench: {
    sql: [
      `insert into coupon_receive (coupon_receive_id, tenant_id, agent_id, coupon_id, main_part_type, main_part_id, main_part_no, main_part_name, cust_id, state, ordinal,
          terms, begins_at, expires_at, source, create_time)
        select n, ${TENANT}, ${AGENT}, n, 1 + n % 4, n, 'C' || n, 'Holder ' || n, n, 1 + n % 4, 1, ${BENCH_TERMS}, ${AT}, ${AT} + interval '60 days', 1 + n % 2, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    takeBack: async ({ own }) => [{ couponReceiveId: await own('couponReceive'), reason: 'mistake' }],
  },
  aliases: { 'couponReceive.selectByReceiveId id': {} },
});
