import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { viewers } from '#kit/test/server.ts';
import { couponApi } from '../coupon/coupon.ts';
import { activityDraft, addPerson, couponDraft, inDays, publishedCoupon, startMarketingTestbed } from '../marketing-testbed.fixture.ts';
import type { MarketingTestbed } from '../marketing-testbed.fixture.ts';
import { activityApi } from './activity.ts';

let bed: MarketingTestbed;
beforeAll(async () => {
  bed = await startMarketingTestbed();
});
afterAll(() => bed.server.close());

const add = async (more: object = {}) => (await bed.server.ok(bed.staff, activityApi.add, activityDraft(bed, { kind: 1, ...more }))).activityId;
const stateOf = async (id: string) => (await bed.server.ok(bed.staff, activityApi.queryById, { id })).state;
const publish = (ids: string) => bed.server.ok(bed.staff, activityApi.publishActivity, { ids });

describe('an activity', () => {
  test('is published once, revoked with a reason once, and never published again', async () => {
    const id = await add();
    expect(await publish(id)).toEqual({ done: [id], left: [] });
    const { version } = await bed.server.ok(bed.staff, activityApi.queryById, { id });
    expect(await publish(id)).toEqual({ done: [id], left: [] });
    expect((await bed.server.ok(bed.staff, activityApi.queryById, { id })).version).toBe(version);
    const silent = await bed.server.ok(bed.staff, activityApi.revokeActivity, { ids: id, reason: ' ' });
    expect(silent).toMatchObject({ done: [], left: [{ id, refusal: 'activity.reasonMissing', reason: 'Give the reason of the revocation' }] });
    const revoked = { ids: id, reason: 'Out of budget' };
    expect(await bed.server.ok(bed.staff, activityApi.revokeActivity, revoked)).toEqual({ done: [id], left: [], held: 0, reserved: 0 });
    expect(await bed.server.ok(bed.staff, activityApi.revokeActivity, revoked)).toEqual({ done: [id], left: [], held: 0, reserved: 0 });
    expect(await stateOf(id)).toBe(2);
    expect((await publish(id)).left).toMatchObject([{ refusal: 'activity.revoked' }]);
  });

  test('is published among several, and those that cannot be are left with a reason', async () => {
    const ids = [
      await add(),
      await add({ image: null }),
      await add({ kind: 2 }),
      await add({ startTime: inDays(-9), displayTime: inDays(-10), endTime: inDays(-1) }),
    ];
    const { done, left } = await publish(ids.join(','));
    expect(done).toEqual([ids[0]]);
    expect(left.map(({ id, refusal }) => [id, refusal])).toEqual([
      [ids[1], 'activity.imageMissing'],
      [ids[2], 'activity.noCoupon'],
      [ids[3], 'activity.over'],
    ]);
    expect(await bed.server.ok(bed.staff, activityApi.publishActivity, { id: '999999999' })).toMatchObject({
      done: [],
      left: [{ refusal: 'missing' }],
    });
    expect((await bed.server.call(bed.staff, activityApi.publishActivity, {})).message).toBe('Choose an activity');
  });

  test('is published and revoked by GET with the header token, and not by a link', async () => {
    const id = await add();
    const path = `${activityApi.publishActivity.path}?ids=${id}`;
    const byLink = await fetch(`${bed.server.url}${path}`, { headers: { cookie: `X-Access-Token=${bed.staff.username}` } });
    expect([byLink.status, await stateOf(id)]).toEqual([401, 0]);
    const byGet = await bed.server.fetch(bed.staff, path);
    expect([byGet.headers.get('cache-control'), await byGet.json()]).toEqual([
      expect.stringContaining('no-store'),
      expect.objectContaining({ code: 200, result: { done: [id], left: [] } }),
    ]);
    await bed.server.fetch(bed.staff, `${activityApi.revokeActivity.path}?ids=${id}&reason=over`);
    expect(await stateOf(id)).toBe(2);
    expect(path.startsWith('/op/activity/') && bed.server.mounted.includes(`GET ${BASE_PATH}/op/activity/publishActivity`)).toBe(true);
  });

  test('that is published changes in its weight and a later end alone, and is not deleted', async () => {
    const id = await add();
    await publish(id);
    const edit = (changes: object) => bed.server.call(bed.staff, activityApi.edit, { activityId: id, ...changes });
    expect((await edit({ title: 'Winter' })).message).toContain('only the weight');
    expect((await edit({ endTime: inDays(10) })).success).toBe(false);
    expect((await edit({ weight: 7, endTime: inDays(40), title: 'Summer' })).success).toBe(true);
    expect((await bed.server.call(bed.staff, activityApi.deleteBatch, { ids: id })).success).toBe(false);
    await bed.server.ok(bed.staff, activityApi.revokeActivity, { ids: id, reason: 'over' });
    await bed.server.ok(bed.staff, activityApi.deleteBatch, { ids: id });
    expect(await bed.server.call(bed.staff, activityApi.queryById, { id })).toMatchObject({ status: 404 });
  });

  test.each([
    [{ endTime: inDays(-3) }, 'It has to end after it begins, and to be shown by then'],
    [{ displayTime: inDays(5) }, 'It has to end after it begins, and to be shown by then'],
    [{ stationIds: [] }, 'Choose the agents or the stations that its level asks for'],
    [{ level: 1 }, 'Choose the agents or the stations that its level asks for'],
    [{ linkUrl: 'https://elsewhere.example/a' }, 'The host of the link is not allowed'],
    [{ linkUrl: 'javascript:alert(1)' }, 'The host of the link is not allowed'],
    [{ stationIds: [{ stationId: '999999999' }] }, 'An agent or station does not belong to the owner of the activity'],
  ])('is refused with %o', async (more, message) => {
    expect((await bed.server.call(bed.staff, activityApi.add, activityDraft(bed, more))).message).toBe(message);
  });

  test('may lead to a page of the mini-program, and its rules lose what could run', async () => {
    const id = await add({ linkUrl: '/pages/promo/index?id=1', rule: '<p onclick="x()">Once a day</p><script>alert(1)</script>' });
    expect(await bed.server.ok(bed.staff, activityApi.queryById, { id })).toMatchObject({
      linkUrl: '/pages/promo/index?id=1',
      rule: '<p>Once a day</p>',
    });
  });
});

describe('whose activities they are', () => {
  test('an agent makes its own at its own stations, and sees no others', async () => {
    const { server, agentStaff, otherAgentStaff, agentId, stationId, otherStationId, tenantId } = bed;
    const own = { ...activityDraft(bed), tenantId, agentId, stationIds: [{ stationId }] };
    const { activityId } = await server.ok(agentStaff, activityApi.add, own);
    expect((await server.call(agentStaff, activityApi.add, { ...own, stationIds: [{ stationId: otherStationId }] })).success).toBe(false);
    expect((await server.call(agentStaff, activityApi.add, { ...own, agentId: null })).success).toBe(false);
    const seen = async (viewer = agentStaff) => (await server.ok(viewer, activityApi.list, { pageSize: 100 })).records.map((row) => row.activityId);
    expect(await seen()).toEqual([activityId]);
    expect([(await seen(otherAgentStaff)).length, (await seen(bed.foreign)).length]).toEqual([0, 0]);
    expect(await seen(bed.staff)).toContain(activityId);
    const { left } = await server.ok(otherAgentStaff, activityApi.publishActivity, { ids: activityId });
    expect(left).toMatchObject([{ id: activityId, refusal: 'missing' }]);
    const station = viewers.station({ tenantId, agentId, stationId });
    expect((await server.ok(station, activityApi.list, {})).records).toEqual([]);
  });

  test('revoking ends receiving of its coupons, and says how many people hold', async () => {
    const { server, staff } = bed;
    const { activityId, couponId } = await publishedCoupon(bed, { totalNum: 10 });
    const grant = async () => server.call(staff, couponApi.grant, { couponId, mainPartType: 1, mainPartId: await addPerson(bed) });
    await grant();
    await grant();
    expect(await server.ok(staff, activityApi.revokeActivity, { ids: activityId, reason: 'over' })).toMatchObject({ held: 2, reserved: 0 });
    expect((await grant()).message).toBe('The coupon can no longer be received');
    expect(await server.ok(staff, activityApi.queryById, { id: activityId })).toMatchObject({
      couponNum: 1,
      issued: 2,
      used: 0,
      creditAmount: '0.00',
    });
    expect((await server.call(staff, couponApi.add, couponDraft(activityId))).message).toBe('Its activity has been revoked');
  });
});
