import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DriverBill, DriverCards, DriverProblem, DriverRecharge, DriverRechargeMade, DriverWallet } from '#domains/driver/resources.ts';
import { privilegeCardApi, privilegeCardHoldApi, privilegeCardPaymentApi } from '#domains/marketing/resources.ts';
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
  if (cents > 0n) await running().base.fund(`customer:${row?.id}`, cents);
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

/** A driver who pays for cards by a provider. */
const payingDriver = async (number: string, cents = 0n) => {
  const phone = await signedIn(number, cents);
  const ask = (cardId: string, { pay = 'wechat_native', key = '' } = {}) =>
    phone.press<DriverRechargeMade & DriverProblem>('/me/cards/payments', { cardId, priceCents: 3_000, pay }, key || randomUUID());
  const read = async (rechargeNo: string) => (await phone.call<DriverRecharge>('GET', `/me/recharges/${rechargeNo}`)).body;
  return {
    phone,
    ask,
    read,
    /** Pays at the provider and waits until the sale is decided. */
    settle: async (rechargeNo: string): Promise<DriverRecharge> => {
      const { standIn } = running();
      expect(standIn.pay(standIn.books.payments.find(({ payNo }) => payNo === rechargeNo) ?? expect.fail('nobody has asked for it'))).toBe(true);
      await expect.poll(async () => (await read(rechargeNo)).card, { interval: 50 }).not.toBe('open');
      return read(rechargeNo);
    },
  };
};

test('a card is paid by each provider, once for a press, and its refund can go back to where the money came from', async () => {
  const { server, staff } = running().base;
  const cardId = await sell({ limitNum: 3 });
  const { phone, ask, read, settle } = await payingDriver('13900000091');
  expect((await cardsOf(phone)).ways).toEqual(['wechat_jsapi', 'wechat_h5', 'wechat_native', 'alipay', 'alipay_qr', 'stripe']);
  for (const pay of ['wechat_native', 'alipay_qr', 'stripe']) {
    const key = randomUUID();
    const asked = await ask(cardId, { pay, key });
    expect(asked.status).toBe(201);
    expect((await ask(cardId, { pay, key })).body).toEqual(asked.body);
    expect(await read(asked.body.rechargeNo)).toMatchObject({ state: 'open', card: 'open', amountCents: 3_000 });
    expect(await settle(asked.body.rechargeNo)).toMatchObject({ state: 'paid', card: 'bought' });
  }
  const { own } = await cardsOf(phone);
  expect(own.map(({ state }) => state)).toEqual(expect.arrayContaining(['active', 'waiting', 'waiting']));
  expect(await walletOf(phone)).toMatchObject({ balanceCents: 0, refundableCents: 0 });
  expect((await walletOf(phone)).entries.map(({ kind, amountCents }) => [kind, amountCents])).toEqual(
    [1, 2, 3].flatMap(() => [
      ['card_sale', -3_000],
      ['recharge', 3_000],
    ]),
  );
  // Nobody asks for money for a card that could not be sold.
  expect((await ask(cardId)).body.code).toBe('privilegeCard.personLimit');
  const waiting = own.find(({ state }) => state === 'waiting')?.holdId ?? '';
  await server.ok(staff, privilegeCardHoldApi.end, { privilegeCardHoldId: waiting, reason: 'moved away', refund: 1 });
  expect(await walletOf(phone)).toMatchObject({ balanceCents: 3_000, refundableCents: 3_000 });
  expect((await phone.press('/me/refunds', { amountCents: 3_000 })).status).toBe(202);
  expect(await running().brokenBooks()).toEqual([]);
});

test('money that arrives when the card is not for sale at that price any more stays in the wallet', async () => {
  const { server, staff } = running().base;
  const cardId = await sell({ limitNum: 9 });
  const { phone, ask, settle } = await payingDriver('13900000092');
  const told = async (change: () => Promise<unknown>): Promise<DriverRecharge> => {
    const { body } = await ask(cardId, { pay: 'alipay_qr' });
    await change();
    return settle(body.rechargeNo);
  };
  const refused = { state: 'paid', card: 'refused' };
  expect(await told(() => server.ok(staff, privilegeCardApi.changeState, { id: cardId, state: 0 }))).toMatchObject(refused);
  expect((await ask(cardId)).body.code).toBe('privilegeCard.offSale');
  await server.ok(staff, privilegeCardApi.changeState, { id: cardId, state: 1 });
  expect(await told(() => server.ok(staff, privilegeCardApi.edit, { privilegeCardId: cardId, price: '35.00' }))).toMatchObject(refused);
  expect(await cardsOf(phone)).toMatchObject({ own: [], availableCents: 6_000 });
  const { records } = await server.ok(staff, privilegeCardPaymentApi.list, { privilegeCardId: cardId, state: 3 });
  expect(records.map(({ refusal, price, mainPartNo }) => [refusal, price, mainPartNo])).toEqual([
    ['privilegeCard.priceChanged', '30.00', '139****0092'],
    ['privilegeCard.offSale', '30.00', '139****0092'],
  ]);
  expect((await ask(cardId)).body.code).toBe('privilegeCard.priceChanged');
  expect((await ask('99999999')).status).toBe(404);
  expect((await running().phone().press('/me/cards/payments', { cardId, priceCents: 3_000, pay: 'alipay' })).status).toBe(401);
  expect(await running().brokenBooks()).toEqual([]);
});

test('of 6 drivers whose money for the last card arrives at once one gets it, and a press at the same time neither deadlocks nor takes a second one', async () => {
  const cardId = await sell({ totalNum: 1 });
  const drivers: Awaited<ReturnType<typeof payingDriver>>[] = [];
  for (let n = 0; n < 6; n += 1) {
    running().later(61);
    drivers.push(await payingDriver(String(13_900_001_000 + n), 30_00n));
  }
  const asked = await Promise.all(drivers.map(({ ask }) => ask(cardId)));
  const [results, presses] = await Promise.all([
    Promise.all(drivers.map(({ settle }, n) => settle(asked[n]?.body.rechargeNo ?? ''))),
    Promise.all(drivers.map(({ phone }) => phone.press('/me/cards', { cardId, priceCents: 3_000 }))),
  ]);
  const byPress = presses.filter(({ status }) => status === 201).length;
  expect(presses.every(({ status }) => status < 500)).toBe(true);
  expect(results.filter(({ card }) => card === 'bought').length + byPress).toBe(1);
  const wallets = await Promise.all(drivers.map(async ({ phone }) => (await walletOf(phone)).availableCents));
  expect(wallets.toSorted((a, b) => a - b)).toEqual([3_000, ...Array.from({ length: 5 }, () => 6_000)]);
  expect(await running().brokenBooks()).toEqual([]);
});
