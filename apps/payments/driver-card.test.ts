import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DriverBill, DriverCards, DriverProblem, DriverWallet } from '#domains/driver/resources.ts';
import { privilegeCardApi, privilegeCardHoldApi } from '#domains/marketing/resources.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** Privilege cards of drivers, over HTTP as their page calls them: from the sale to the bill. */

let bed: DriverTestbed | undefined;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(() => bed?.close());
const running = () => bed ?? expect.fail('the testbed has not started');
beforeEach(() => running().later(61));

type Phone = ReturnType<DriverTestbed['phone']>;

const sell = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const { server, staff, ids } = running().base;
  await server.ok(staff, privilegeCardApi.toggleFeature, { enable: 1 });
  const { privilegeCardId } = await server.ok(staff, privilegeCardApi.add, {
    tenantId: ids.tenantId,
    cardName: '半价月卡',
    cardNameEn: 'Half price',
    cardKind: 1,
    price: '30.00',
    validDays: 30,
    discountPercent: 50,
    level: 3,
    stationIds: [{ stationId: ids.stationId }],
    overlayVip: 1,
    overlayCoupon: 1,
    vipLevelValLimit: 0,
    limitNum: 1,
    totalNum: 100,
    sort: 0,
    ...more,
  });
  await server.ok(staff, privilegeCardApi.changeState, { id: privilegeCardId, state: 1 });
  return privilegeCardId;
};

/** A phone whose driver has signed in, with money in the wallet. */
const signedIn = async (number: string, cents: bigint): Promise<Phone> => {
  const phone = running().phone();
  await phone.scan();
  expect((await phone.signIn(number)).status).toBe(201);
  const [row] = await running().base.server.database.asSuperuser<{ id: bigint }>(`select cust_id as id from customer where cust_phone = $1`, [
    number,
  ]);
  await running().base.fund(`customer:${row?.id}`, cents);
  return phone;
};
const cardsOf = async (phone: Phone) => (await phone.call<DriverCards>('GET', '/me/cards')).body;
const walletOf = async (phone: Phone) => (await phone.call<DriverWallet>('GET', '/me/wallet')).body;

test('a card is bought from the wallet once for a press, halves the bill, and its rest goes back', async () => {
  const cardId = await sell();
  const phone = await signedIn('13900000081', 100_00n);
  const shown = await cardsOf(phone);
  expect(shown.availableCents).toBe(10_000);
  expect(shown.offered.find((card) => card.cardId === cardId)).toMatchObject({
    names: { zh_CN: '半价月卡', zh_TW: '半价月卡', en_US: 'Half price' },
    priceCents: 3_000,
    payPercent: 50,
    fees: [],
    validDays: 30,
    left: 100,
    state: 'open',
  });
  expect(shown.offered.find((card) => card.cardId === cardId)?.places).toHaveLength(1);
  const key = randomUUID();
  const bought = await phone.press<{ holdId: string }>('/me/cards', { cardId, priceCents: 3_000 }, key);
  expect(bought.status).toBe(201);
  expect((await phone.press<{ holdId: string }>('/me/cards', { cardId, priceCents: 3_000 }, key)).body).toEqual(bought.body);
  expect(await phone.press<DriverProblem>('/me/cards', { cardId, priceCents: 3_000 })).toMatchObject({ body: { code: 'privilegeCard.personLimit' } });
  expect(await walletOf(phone)).toMatchObject({ availableCents: 7_000, entries: [{ kind: 'card_sale', amountCents: -3_000 }, {}] });
  expect(await cardsOf(phone)).toMatchObject({ own: [{ holdId: bought.body.holdId, state: 'active', timesUsed: 0, savedCents: 0 }] });

  await running().base.plug();
  const made = await phone.order({ pay: 'wallet' });
  expect(made.status).toBe(201);
  const orderNo = await running().chargeNewest(20_000);
  const bill = (await phone.call<DriverBill>('GET', `/orders/${made.body.orderNo}/bill`)).body;
  expect(bill).toMatchObject({ isProvisional: false, discountCents: 150, cardCents: 150, couponCents: 0, totalCents: 150 });
  expect(await running().base.orderRow(orderNo)).toMatchObject({ card_credit_amount: 150n, billing_amount: 150n });
  expect(await cardsOf(phone)).toMatchObject({ own: [{ timesUsed: 1, usedWh: 2_000, savedCents: 150 }] });
  expect(await running().brokenBooks()).toEqual([]);

  const { server, staff } = running().base;
  const ended = await server.ok(staff, privilegeCardHoldApi.end, { privilegeCardHoldId: bought.body.holdId, reason: 'moved away', refund: 1 });
  // The price less what the card has saved.
  expect(ended).toContain('28.50');
  expect(await walletOf(phone)).toMatchObject({ availableCents: 7_000 - 150 + 2_850 });
  expect(await cardsOf(phone)).toMatchObject({ own: [{ state: 'ended' }] });
  expect(await running().brokenBooks()).toEqual([]);
});

test('32 presses with the money of one card buy one; an old price, a foreign card and a stranger buy none', async () => {
  const [cardId, dear] = [await sell({ limitNum: 50 }), await sell({ price: '40.00' })];
  const phone = await signedIn('13900000082', 45_00n);
  const answers = await Promise.all(Array.from({ length: 32 }, () => phone.press<DriverProblem>('/me/cards', { cardId, priceCents: 3_000 })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await walletOf(phone)).availableCents).toBe(1_500);
  expect(await phone.press<DriverProblem>('/me/cards', { cardId: dear, priceCents: 3_000 })).toMatchObject({
    status: 409,
    body: { code: 'privilegeCard.priceChanged' },
  });
  expect(await phone.press<DriverProblem>('/me/cards', { cardId: dear, priceCents: 4_000 })).toMatchObject({ body: { code: 'ledger.insufficient' } });
  expect(await phone.press<DriverProblem>('/me/cards', { cardId: '99999999', priceCents: 4_000 })).toMatchObject({ status: 404 });
  const stranger = running().phone();
  expect(await stranger.press<DriverProblem>('/me/cards', { cardId, priceCents: 3_000 })).toMatchObject({
    status: 401,
    body: { code: 'driver.noPhone' },
  });
  expect((await stranger.call<DriverProblem>('GET', '/me/cards')).status).toBe(401);
  expect(await running().brokenBooks()).toEqual([]);
});

test('nothing is offered while the tenant has switched cards off, and what is held counts', async () => {
  const { server, staff } = running().base;
  const cardId = await sell({ limitNum: 2 });
  const phone = await signedIn('13900000083', 100_00n);
  await phone.press('/me/cards', { cardId, priceCents: 3_000 });
  await server.ok(staff, privilegeCardApi.toggleFeature, { enable: 0 });
  expect(await cardsOf(phone)).toMatchObject({ offered: [], own: [{ state: 'active' }] });
  expect(await phone.press<DriverProblem>('/me/cards', { cardId, priceCents: 3_000 })).toMatchObject({ body: { code: 'privilegeCard.featureOff' } });
  await running().base.plug();
  expect((await phone.order({ pay: 'wallet' })).status).toBe(201);
  expect(await running().base.orderRow(await running().chargeNewest(20_000))).toMatchObject({ card_credit_amount: 150n });
});
