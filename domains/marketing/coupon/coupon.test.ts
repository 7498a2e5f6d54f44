import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vipLevelApi, customerApi } from '#domains/customer/resources.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { bulkApi } from '#kit/resource/bulk.ts';
import { inSystem } from '#kit/db/index.ts';
import { couponExpiryJob } from '../server.ts';
import { activityApi } from '../activity/activity.ts';
import { couponReceiveApi } from '../coupon-receive/coupon-receive.ts';
import { activityDraft, addCard, addPerson, couponDraft, inDays, publishedCoupon, startMarketingTestbed } from '../marketing-testbed.fixture.ts';
import type { MarketingTestbed } from '../marketing-testbed.fixture.ts';
import { checkCoupon } from './coupon.rules.ts';
import { couponApi } from './coupon.ts';

let bed: MarketingTestbed;
beforeAll(async () => {
  bed = await startMarketingTestbed();
});
afterAll(() => bed.server.close());

const read = (id: string) => bed.server.ok(bed.staff, couponApi.queryById, { id });
const grant = async (couponId: string, mainPartId: string) => bed.server.call(bed.staff, couponApi.grant, { couponId, mainPartType: 1, mainPartId });
const BUSY: ReadonlySet<string> = new Set([kitRefusals.tooSlow[2], kitRefusals.databaseAway[2]]);
/** As people do: whoever is told that the system is too busy presses again. */
const grantPatiently = async (couponId: string, mainPartId: string) => {
  for (;;) {
    const answer = await grant(couponId, mainPartId);
    if (!BUSY.has(answer.message)) return answer;
  }
};
const given = async (couponId: string, mainPartId: string) =>
  (await bed.server.ok(bed.staff, couponApi.grant, { couponId, mainPartType: 1, mainPartId })).couponReceiveId;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => addPerson(bed)));
const receipts = async (filter: object) => (await bed.server.ok(bed.staff, couponReceiveApi.list, { pageSize: 100, ...filter })).records;

describe('a coupon', () => {
  test('follows its activity from the draft to the list of the activity', async () => {
    const { server, staff, tenantId } = bed;
    const { activityId } = await server.ok(staff, activityApi.add, activityDraft(bed));
    const second = await server.ok(staff, couponApi.add, couponDraft(activityId, { couponName: 'Second', sort: 1 }));
    const first = await server.ok(staff, couponApi.add, couponDraft(activityId, { couponName: 'First', sort: 9 }));
    expect(first).toMatchObject({ tenantId, agentId: null, state: 0, currency: 'CNY', issued: 0, used: 0, creditAmount: '0.00' });
    expect((await grant(first.couponId, await addPerson(bed))).message).toBe('The coupon has not been published');
    await server.ok(staff, activityApi.publishActivity, { ids: activityId });
    const found = await server.ok(staff, couponApi.findCouponsByActId, { actId: activityId });
    expect(found.map(({ couponName, state }) => [couponName, state])).toEqual([
      ['First', 1],
      ['Second', 1],
    ]);
    const later = await server.ok(staff, couponApi.add, couponDraft(activityId, { couponName: 'Later' }));
    expect(later.state).toBe(0);
    await server.ok(staff, couponApi.publish, { id: later.couponId });
    expect((await read(later.couponId)).state).toBe(1);
    await server.ok(staff, couponApi.delete, { id: second.couponId });
    const { activityId: empty } = await server.ok(staff, activityApi.add, activityDraft(bed));
    expect(await server.ok(staff, couponApi.findCouponsByActId, { actId: empty })).toEqual([]);
    expect(await server.call(bed.foreign, couponApi.findCouponsByActId, { actId: activityId })).toMatchObject({ status: 404 });
  });

  test.each([
    [{ preferentialAmount: null }, 'A deduction has an amount, a discount a percent to pay, and not both'],
    [{ preferentialAmount: '0.00' }, 'A deduction has an amount, a discount a percent to pay, and not both'],
    [{ preferentialDiscount: 80 }, 'A deduction has an amount, a discount a percent to pay, and not both'],
    [{ couponForm: 1 }, 'A deduction has an amount, a discount a percent to pay, and not both'],
    [{ useEndTime: inDays(10) }, 'Each period has to begin before it ends, and use may not end before receiving does'],
    [{ endTime: inDays(-2) }, 'Each period has to begin before it ends, and use may not end before receiving does'],
    [{ totalNum: 2, limitNum: 3 }, 'Nobody can receive more than there are in all'],
  ])('is refused with %o', async (more, message) => {
    const { activityId } = await bed.server.ok(bed.staff, activityApi.add, activityDraft(bed));
    expect((await bed.server.call(bed.staff, couponApi.add, couponDraft(activityId, more))).message).toBe(message);
  });

  test('that the rules accept is accepted by the table, too', async () => {
    const { activityId } = await bed.server.ok(bed.staff, activityApi.add, activityDraft(bed));
    const cents = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
    const day = fc.integer({ min: -3, max: 3 });
    const values = fc.record({
      form: fc.constantFrom(1, 2),
      amount: cents,
      discount: fc.option(fc.constantFrom(0, 99), { nil: null }),
      most: cents,
      total: fc.option(fc.constantFrom(1, 5), { nil: null }),
      from: day,
      to: day,
      useFrom: day,
      useTo: day,
    });
    await fc.assert(
      fc.asyncProperty(values, async ({ form, amount, discount, most, total, from, to, useFrom, useTo }) => {
        const money = (value: number | null) => (value === null ? null : `0.0${value}`);
        const times = { startTime: inDays(from), endTime: inDays(to), useBeginTime: inDays(useFrom), useEndTime: inDays(useTo) };
        const draft = {
          couponForm: form,
          preferentialAmount: money(amount),
          preferentialDiscount: discount,
          maxCredit: money(most),
          totalNum: total,
          ...times,
        };
        const bigOrNull = (value: number | null) => (value === null ? null : BigInt(value));
        const verdict = checkCoupon({
          couponForm: form,
          preferentialAmount: bigOrNull(amount),
          preferentialDiscount: discount,
          maxCredit: bigOrNull(most),
          totalNum: total,
          limitNum: 1,
          startTime: new Date(times.startTime),
          endTime: new Date(times.endTime),
          useBeginTime: new Date(times.useBeginTime),
          useEndTime: new Date(times.useEndTime),
        });
        const answer = await bed.server.call(bed.staff, couponApi.add, couponDraft(activityId, draft));
        expect([answer.success, answer.status]).toEqual([verdict.ok, 200]);
      }),
      { numRuns: 60 },
    );
  });

  test('that is published becomes more, and never less', async () => {
    const { couponId } = await publishedCoupon(bed, { totalNum: 5, limitNum: 2 });
    const person = await addPerson(bed);
    await given(couponId, person);
    await given(couponId, person);
    const edit = (changes: object) => bed.server.call(bed.staff, couponApi.edit, { couponId, ...changes });
    expect((await edit({ totalNum: 1 })).message).toBe('2 have been received; there cannot be fewer in all');
    expect((await edit({ totalNum: 4 })).success).toBe(false);
    expect((await edit({ preferentialAmount: '9.00' })).success).toBe(false);
    expect((await edit({ endTime: inDays(1) })).success).toBe(false);
    expect((await edit({ totalNum: 6, endTime: inDays(30), sort: 4, remark: 'more' })).success).toBe(true);
    expect((await bed.server.call(bed.staff, couponApi.delete, { id: couponId })).message).toBe('The coupon has been received; it cannot be deleted');
  });
});

describe('receiving', () => {
  test('500 people who take at once get all 100 coupons and not one more', async () => {
    const { couponId } = await publishedCoupon(bed, { totalNum: 100 });
    const takers = await people(500);
    const answers = await Promise.all(takers.map((id) => grantPatiently(couponId, id)));
    expect(answers.filter(({ success }) => success)).toHaveLength(100);
    expect(new Set(answers.filter(({ success }) => !success).map(({ message }) => message))).toEqual(new Set(['None is left']));
    expect(await read(couponId)).toMatchObject({ issued: 100, totalNum: 100 });
    const [counts] = await bed.server.database.asSuperuser<{ receipts: bigint; people: bigint; taken: bigint }>(
      `select (select count(*) from coupon_receive where coupon_id = $1) as receipts, count(*) as people, sum(taken) as taken from coupon_person where coupon_id = $1`,
      [couponId],
    );
    expect(counts).toEqual({ receipts: 100n, people: 100n, taken: 100n });
  });

  test('a person who takes 30 times at once gets as many as one may have', async () => {
    const { couponId } = await publishedCoupon(bed, { limitNum: 3, totalNum: 100 });
    const person = await addPerson(bed);
    const answers = await Promise.all(Array.from({ length: 30 }, () => grant(couponId, person)));
    expect(answers.filter(({ success }) => success)).toHaveLength(3);
    expect(await read(couponId)).toMatchObject({ issued: 3 });
    expect(new Set((await receipts({ couponId })).map(({ ordinal }) => ordinal))).toEqual(new Set([1, 2, 3]));
  });

  test('a press that comes again gets the same coupon', async () => {
    const { couponId } = await publishedCoupon(bed, { limitNum: 5 });
    const input = { couponId, mainPartType: 1, mainPartId: await addPerson(bed) };
    const press = () => bed.server.call(bed.staff, couponApi.grant, input, { 'idempotency-key': 'the-same-press' });
    const [first, again] = [await press(), await press()];
    expect(again.result).toEqual(first.result);
    expect((await read(couponId)).issued).toBe(1);
  });

  test('keeps its terms when the coupon changes, and counts whole local days', async () => {
    const { couponId } = await publishedCoupon(bed, { validDays: 1, limitNum: 1 });
    const id = await given(couponId, await addPerson(bed));
    await bed.server.ok(bed.staff, couponApi.edit, { couponId, remark: 'changed' });
    const receipt = await bed.server.ok(bed.staff, couponReceiveApi.selectByReceiveId, { id });
    expect(receipt).toMatchObject({
      state: 1,
      source: 2,
      ordinal: 1,
      terms: { couponForm: 2, preferentialAmount: '500', stationIds: [bed.stationId], funder: 'tenant' },
    });
    // The end of the next day in Shanghai, eight hours before midnight UTC.
    expect(receipt.expiresAt.slice(11)).toBe('16:00:00.000Z');
    const aheadMs = Date.parse(receipt.expiresAt) - Date.now();
    expect(aheadMs > 86_400_000 && aheadMs <= 2 * 86_400_000).toBe(true);
  });

  test.each([
    [{ startTime: inDays(1) }, 'It cannot be received yet'],
    [{ startTime: inDays(-5), endTime: inDays(-1) }, 'It can no longer be received'],
  ])('is refused outside of its time: %o', async (times, message) => {
    const { couponId } = await publishedCoupon(bed, times);
    expect((await grant(couponId, await addPerson(bed))).message).toBe(message);
  });

  test('may ask for a VIP level', async () => {
    const level = async (vipLevelVal: number) =>
      (await bed.server.ok(bed.staff, vipLevelApi.add, { vipLevelName: `Rank ${vipLevelVal}`, vipLevelVal })).vipLevelId;
    const [low, high] = [await level(3), await level(7)];
    const { couponId } = await publishedCoupon(bed, { vipLevelValLimit: 5, limitNum: 5 });
    const person = await addPerson(bed);
    expect((await grant(couponId, person)).message).toBe('The VIP level is too low');
    await bed.server.ok(bed.staff, customerApi.edit, { custId: person, vipInfoId: low });
    expect((await grant(couponId, person)).message).toBe('The VIP level is too low');
    await bed.server.ok(bed.staff, customerApi.edit, { custId: person, vipInfoId: high });
    expect((await grant(couponId, person)).success).toBe(true);
  });
});

describe('giving', () => {
  test('to many shows who cannot have it before anything is given', async () => {
    const { couponId } = await publishedCoupon(bed, { totalNum: 2 });
    const ids = await people(3);
    const run = (preview: 0 | 1) =>
      bed.server.ok(bed.staff, bulkApi.run, { noun: 'coupon', verb: 'grantToCustomer', rowIds: ids.join(','), shared: { couponId }, preview });
    const outcomes = ({ rows }: Awaited<ReturnType<typeof run>>) => rows.map(({ outcome, reason }) => `${outcome} ${reason}`);
    expect(outcomes(await run(1))).toEqual(['done ', 'done ', 'refused None is left']);
    expect((await read(couponId)).issued).toBe(0);
    expect(outcomes(await run(0))).toEqual(['done ', 'done ', 'refused None is left']);
    expect((await read(couponId)).issued).toBe(2);
  });

  test('to the cards of a customer', async () => {
    const { couponId } = await publishedCoupon(bed);
    const custId = await addPerson(bed, { custType: 2, custName: 'Fleet' });
    const cards = [await addCard(bed, { custId }), await addCard(bed, { custId })];
    await bed.server.ok(bed.staff, bulkApi.run, { noun: 'coupon', verb: 'grantToCard', rowIds: cards.join(','), shared: { couponId }, preview: 0 });
    expect(new Set((await receipts({ custId })).map(({ mainPartType, mainPartId }) => `${mainPartType} ${mainPartId}`))).toEqual(
      new Set(cards.map((id) => `2 ${id}`)),
    );
  });

  test('reaches nobody of another tenant, and is not done by one', async () => {
    const { couponId } = await publishedCoupon(bed);
    const person = await addPerson(bed);
    expect(await bed.server.call(bed.foreign, couponApi.grant, { couponId, mainPartType: 1, mainPartId: person })).toMatchObject({ status: 404 });
    expect(await bed.server.call(bed.agentStaff, couponApi.grant, { couponId, mainPartType: 1, mainPartId: person })).toMatchObject({ status: 404 });
    expect((await read(couponId)).issued).toBe(0);
  });

  test('what was given can be taken back while no order has it, alone or with the whole coupon', async () => {
    const { server, staff } = bed;
    const { couponId } = await publishedCoupon(bed, { totalNum: 10 });
    const [one, two, three] = await Promise.all((await people(3)).map((id) => given(couponId, id)));
    await server.ok(staff, couponReceiveApi.takeBack, { couponReceiveId: one ?? '', reason: 'By mistake' });
    expect((await server.call(staff, couponReceiveApi.takeBack, { couponReceiveId: one ?? '', reason: 'again' })).message).toBe(
      'The coupon was taken back',
    );
    expect((await server.call(staff, couponReceiveApi.takeBack, { couponReceiveId: two ?? '' })).message).toBe('Give the reason');
    await server.database.asSuperuser(`update coupon_receive set state = 2 where coupon_receive_id = $1`, [two]);
    expect((await server.call(staff, couponReceiveApi.takeBack, { couponReceiveId: two ?? '', reason: 'late' })).message).toBe(
      'Another order has reserved the coupon',
    );
    expect(await server.ok(staff, couponApi.revoke, { id: couponId, reason: 'Out of budget', voidHeld: 1 })).toEqual({
      held: 0,
      reserved: 1,
      voided: 1,
    });
    expect(new Map((await receipts({ couponId })).map(({ couponReceiveId, state }) => [couponReceiveId, state]))).toEqual(
      new Map([
        [one, 5],
        [two, 2],
        [three, 5],
      ]),
    );
  });
});

describe('expired coupons', () => {
  test('are shown as expired at once, and found as expired once the job has written it down', async () => {
    const { server, staff } = bed;
    const { couponId } = await publishedCoupon(bed);
    const id = await given(couponId, await addPerson(bed));
    await server.database.asSuperuser(
      `update coupon_receive set begins_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' where coupon_receive_id = $1`,
      [id],
    );
    const expired = async () => [(await receipts({ couponId, state: '4' })).length, (await receipts({ couponId, state: '1' })).length];
    expect(await receipts({ couponId })).toMatchObject([{ state: 4 }]);
    const run = () => inSystem(server.database, (tx) => couponExpiryJob.run({ tx, now: new Date(), params: {} }));
    expect(await run()).toMatchObject({ expired: expect.any(Number) });
    expect(await expired()).toEqual([1, 0]);
    expect(await run()).toEqual({ expired: 0 });
    expect((await server.call(staff, couponReceiveApi.takeBack, { couponReceiveId: id, reason: 'late' })).message).toBe('The coupon has expired');
  });
});

describe('a quote', () => {
  test('names the best coupon of a party for an amount at a station, and why the others are not', async () => {
    const { server, staff, stationId, otherStationId } = bed;
    const person = await addPerson(bed);
    for (const more of [{ couponName: 'Five' }, { couponName: 'Eight', preferentialAmount: '8.00', useAmountLimit: '50.00' }]) {
      const { couponId } = await publishedCoupon(bed, more);
      await given(couponId, person);
    }
    const { couponId } = await publishedCoupon(bed, { couponName: 'Tenth', couponForm: 1, preferentialAmount: null, preferentialDiscount: 90 });
    await given(couponId, person);
    const quote = async (amount: string, place = stationId) =>
      (await server.ok(staff, couponApi.quote, { mainPartType: 1, mainPartId: person, stationId: place, amount })).map(
        ({ couponName, creditAmount, outcome }) => `${couponName} ${creditAmount} ${outcome}`,
      );
    expect(await quote('30.00')).toEqual(['Five 5.00 best', 'Tenth 3.00 otherBetter', 'Eight 0.00 belowLimit']);
    expect(await quote('100.00')).toEqual(['Tenth 10.00 best', 'Eight 8.00 otherBetter', 'Five 5.00 otherBetter']);
    expect(await quote('30.00', otherStationId)).toEqual([]);
    expect(await server.call(bed.foreign, couponApi.quote, { mainPartType: 1, mainPartId: person, stationId, amount: '30.00' })).toMatchObject({
      status: 404,
    });
  });
});
