import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { activityApi } from '../activity/activity.ts';
import { couponApi } from './coupon.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const draft = async (b: Builder, owner: Owner) => ({
  activityId: await b.make('activity', owner),
  couponName: markedText(b, owner, 'agent'),
  couponForm: 2,
  preferentialAmount: '5.00',
  useScene: 2,
  canOverlay: 1,
  useAmountLimit: '0.00',
  vipLevelValLimit: 0,
  limitNum: 50,
  startTime: daysFromNow(-1),
  endTime: daysFromNow(20),
  useBeginTime: daysFromNow(-1),
  useEndTime: daysFromNow(60),
  sort: 1,
});

/** A coupon that can be received, with its activity. */
export const publishedCoupon = async (b: Builder, owner: Owner): Promise<string> => {
  const row = await draft(b, owner);
  const couponId = textAt(await b.ok(couponApi.add, row), 'couponId');
  await b.ok(activityApi.publishActivity, { ids: row.activityId });
  return couponId;
};

export const testing = nounTesting({
  name: 'coupon',
  rows: rowsByAdding('agent', { add: couponApi.add, key: 'couponId', needs: ['activity', 'customer', 'card'] }, draft),
  bench: {
    sql: [
      `insert into coupon (coupon_id, tenant_id, agent_id, activity_id, coupon_name, coupon_form, preferential_amount, use_scene, can_overlay, use_amount_limit,
          vip_level_val_limit, limit_num, start_time, end_time, use_begin_time, use_end_time, sort, currency, create_time)
        select n, ${TENANT}, ${AGENT}, n, 'Coupon ' || n, 2, 500, 2, 1, 0, 0, 1, ${AT}, ${AT} + interval '30 days', ${AT}, ${AT} + interval '60 days', 0, 'CNY', ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    publish: async ({ builder, owner }) => [{ id: await publishedCoupon(builder, owner) }],
    revoke: async ({ builder, owner }) => [{ id: await publishedCoupon(builder, owner), reason: 'over', voidHeld: 0 }],
    grant: async ({ builder, owner, own }) => [{ couponId: await publishedCoupon(builder, owner), mainPartType: 2, mainPartId: await own('card') }],
    grantToCard: async ({ builder, owner, own }) => [{ couponId: await publishedCoupon(builder, owner), icCardId: await own('card') }],
    grantToCustomer: async ({ builder, owner, own }) => [{ couponId: await publishedCoupon(builder, owner), custId: await own('customer') }],
    quote: async ({ own, builder, owner }) => [
      { mainPartType: 2, mainPartId: await own('card'), stationId: builder.key('station', owner), amount: '30.00' },
    ],
  },
});
