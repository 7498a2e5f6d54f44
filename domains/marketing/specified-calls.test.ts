import { afterAll, beforeAll, expect, test } from 'vitest';
import { activityApi } from './activity/activity.ts';
import { couponApi } from './coupon/coupon.ts';
import { activityDraft, couponDraft, startMarketingTestbed } from './marketing-testbed.fixture.ts';
import type { MarketingTestbed } from './marketing-testbed.fixture.ts';
import { privilegeCardApi } from './privilege-card/privilege-card.ts';

/** The 21 calls that the specification names for activities, coupons, privilege cards, points and comments, by their methods and paths as it writes them. */

let bed: MarketingTestbed;
beforeAll(async () => {
  bed = await startMarketingTestbed();
});
afterAll(() => bed.server.close());

const called: string[] = [];

interface Envelope {
  readonly success: boolean;
  readonly code: number;
  readonly result: unknown;
}

/** Makes a call as a client of the product family does, and returns its result, which such a client takes when the code is 200 alone. */
const call = async (route: string, input: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
  const [method = '', path = ''] = route.split(' ');
  called.push(route);
  const inQuery = method === 'GET' || method === 'DELETE';
  const query = inQuery
    ? `?${new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, String(value)])).toString()}`
    : '';
  const answer = await bed.server.fetch(bed.staff, `${path}${query}`, {
    method,
    ...(!inQuery && { headers: { 'content-type': 'application/json', 'idempotency-key': route }, body: JSON.stringify(input) }),
  });
  const envelope = (await answer.json()) as Envelope;
  expect({ route, status: answer.status, ...envelope }).toMatchObject({ route, status: 200, success: true, code: 200 });
  return envelope.result;
};
const textOf = (row: unknown, name: string): string => String(typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined);

const commentsOf = (count: number): Promise<readonly { readonly id: bigint }[]> =>
  bed.server.database.asSuperuser(
    `insert into comment (tenant_id, agent_id, station_id, charging_order_id, charging_order_no, cp_code, gun_number, charge_time, charge_minutes, charging_elec, score, content, machine_verdict, comment_time)
     select $1, $2, $3, n, 'O' || n, 'P1', 1, now() - interval '1 hour', 40, 123400, 4, 'said ' || n, 'pass', now() from generate_series(1, $4) n returning comment_id as id`,
    [bed.tenantId, bed.agentId, bed.stationId, count],
  );

test('activities and their coupons, from the draft to the revocation', async () => {
  const activity = await call('POST /op/activity/add', activityDraft(bed));
  const [activityId, version] = [textOf(activity, 'activityId'), textOf(activity, 'version')];
  await call('PUT /op/activity/edit', { activityId, version, title: 'Late summer' });
  const coupon = await call('POST /op/coupon/add', couponDraft(activityId));
  const couponId = textOf(coupon, 'couponId');
  await call('PUT /op/coupon/edit', { couponId, version: textOf(coupon, 'version'), totalNum: 10 });
  expect(await call('GET /op/coupon/findCouponsByActId', { actId: activityId })).toMatchObject([{ couponId, totalNum: 10 }]);
  expect(await call('GET /op/activity/publishActivity', { ids: activityId })).toMatchObject({ done: [activityId], left: [] });
  expect(await call('GET /op/activity/list', { name: 'Summer' })).toMatchObject({
    total: 1,
    records: [{ activityId, title: 'Late summer', state: 1 }],
  });
  expect(await call('GET /op/activity/revokeActivity', { ids: activityId, reason: 'Out of budget' })).toMatchObject({ done: [activityId] });
  const spare = textOf(await bed.server.ok(bed.staff, activityApi.add, activityDraft(bed)), 'activityId');
  const spares = [
    await bed.server.ok(bed.staff, couponApi.add, couponDraft(spare)),
    await bed.server.ok(bed.staff, couponApi.add, couponDraft(spare)),
  ];
  await call('DELETE /op/coupon/delete', { id: textOf(spares[0], 'couponId') });
  await call('DELETE /op/coupon/deleteBatch', { ids: textOf(spares[1], 'couponId') });
  await call('DELETE /op/activity/deleteBatch', { ids: spare });
  expect(await call('GET /op/coupon/findCouponsByActId', { actId: activityId })).toHaveLength(1);
});

test('privilege cards and points', async () => {
  expect(await call('GET /op/privilegeCard/toggleFeature', { enable: 1 })).toEqual({ feature: 1 });
  const terms = { cardKind: 1, price: '30.00', validDays: 30, discountPercent: 50, level: 1, overlayVip: 1, overlayCoupon: 1 } as const;
  const card = await bed.server.ok(bed.staff, privilegeCardApi.add, { ...terms, cardName: 'Month', vipLevelValLimit: 0, limitNum: 1, sort: 1 });
  await call('PUT /op/privilegeCard/edit', { privilegeCardId: card.privilegeCardId, version: card.version, price: '35.00' });
  expect(await call('GET /op/privilegeCard/changeState', { id: card.privilegeCardId, state: 1 })).toMatchObject({ state: 1 });
  expect(await call('GET /op/privilegeCard/list')).toMatchObject({ total: 1, records: [{ cardName: 'Month', price: '35.00', state: 1 }] });
  expect(await call('GET /op/userAgentPoints/list')).toMatchObject({ total: 0, records: [] });
});

test('comments', async () => {
  const ids = (await commentsOf(3)).map(({ id }) => String(id));
  const [first = '', second = '', third = ''] = ids;
  expect(await call('GET /deal/commentbackend/getCommentList', { commentStatus: 0 })).toMatchObject({ total: 3 });
  expect(await call('GET /deal/commentbackend/queryById', { id: first })).toMatchObject({ commentId: first, score: 4 });
  expect(await call('PUT /deal/commentbackend/updateCommentStatus', { id: first, commentStatus: 1 })).toEqual({ done: [first], left: [] });
  await call('DELETE /deal/commentbackend/delete', { id: second });
  await call('DELETE /deal/commentbackend/deleteBatch', { ids: third });
  expect(await call('GET /deal/commentbackend/getCommentList')).toMatchObject({ total: 1, records: [{ commentId: first, commentStatus: 1 }] });
});

test('are 21', () => {
  expect(new Set(called).size).toBe(21);
});
