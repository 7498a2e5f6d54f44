import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PILE } from '#domains/charging/charging-testbed.fixture.ts';
import { chargePaid, refuseStart } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import type { DriverBill, DriverGunView, DriverOrderMade, DriverOrderView, DriverProblem, DriverVisit } from '#domains/driver/resources.ts';
import { pilePolicyApi, rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** Drivers with phones at a gun: their calls over HTTP, the providers over their wires, and a pile that charges. */

let bed: DriverTestbed | undefined;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(() => bed?.close());
const running = () => bed ?? expect.fail('the testbed has not started');
const phone = () => running().phone();
const endedBefore = (what: string): never => {
  throw new Error(`the stream ended before ${what}`);
};
const later = () => running().later();
const newest = () => running().newest();
/** A rule by which electricity costs nine yuan. */
const dearRule = async () => {
  const { server, staff } = running().base;
  const { rateRuleId } = await server.ok(staff, rateRuleApi.add, { rateRuleName: 'Dear' });
  const periods = [{ startTime: '00:00', rateStage: 3, rateDiscount: 100, rate: '9.00000' }];
  await server.ok(staff, rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: [{ rateType: 1, billMode: 1, periods }] });
  await server.ok(staff, rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  return rateRuleId;
};
const setRule = (rateRuleId: string) => running().base.server.ok(running().base.staff, pilePolicyApi.setRateRule, { cpCodes: PILE, rateRuleId });
const unplug = () => running().base.plug(1, 2);
const billOf = (orderNo: string) => running().billOf(orderNo);

test('a code opens a gun with its prices, without a cookie; a wrong one is no gun', async () => {
  await running().base.plug();
  const { status, body, headers } = await phone().call<DriverGunView>('GET', `/guns/${running().label.toLowerCase()}/1`);
  expect(status).toBe(200);
  expect(headers.get('set-cookie')).toBeNull();
  expect(body).toMatchObject({
    station: { name: 'Charging Station', zone: 'Asia/Shanghai' },
    pile: { no: PILE },
    gun: { no: 1, powerW: 120_000, current: 'DC', use: 'plugged', isPlugged: true, siblings: [{ no: 2 }] },
    step: 'gun',
    code: null,
    price: { currency: 'CNY', digits: 2, now: { energyE5: 100_000, serviceE5: 50_000, totalE5: 150_000, hourE5: 0 }, maxTotalE5: 150_000 },
    pay: { amountsCents: [3000, 5000, 10_000], ways: ['wechat_jsapi', 'wechat_h5', 'wechat_native', 'alipay', 'alipay_qr', 'stripe'] },
  });
  for (const wrong of [`${running().label.slice(0, -1)}${running().label.endsWith('0') ? '1' : '0'}`, PILE, 'x']) {
    const told = await phone().call<DriverProblem>('GET', `/guns/${wrong}/1`);
    expect(told.status).toBe(404);
    expect(told.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(told.body).toMatchObject({ code: 'driver.labelInvalid', status: 404, title: 'This code is not valid. Do not pay' });
  }
  for (const path of [`/guns/${running().label}/4`, '/guns/%zz/1', '/orders/x/y/z'])
    expect((await phone().call('GET', path)).headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect((await phone().call<DriverProblem>('GET', `/guns/${running().label}/9`)).body).toMatchObject({ status: 400 });
});

test('a visit is a cookie that no script reads; presses come from its own page', async () => {
  const mine = phone();
  const { status, headers } = await mine.scan();
  expect(status).toBe(201);
  expect(headers.get('set-cookie')).toMatch(/^visit=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/);
  expect((await mine.press('/orders', { quoteId: 'x', amountCents: 5000, pay: 'alipay' })).status).toBe(409);
  const foreign = await mine.call<DriverProblem>('POST', '/orders', {
    body: {},
    headers: { 'idempotency-key': '1', origin: 'https://evil.example' },
  });
  expect([foreign.status, foreign.body.code]).toEqual([400, 'badInput']);
  const stolen = await mine.call<DriverProblem>('POST', '/orders/X/stop', {
    body: {},
    headers: { 'idempotency-key': '1', origin: 'https://evil.example' },
  });
  expect([stolen.status, stolen.body.code]).toEqual([403, 'driver.foreignOrigin']);
  const tls = await mine.call('POST', '/visits', {
    body: { label: running().label, gun: 1, channel: 'web' },
    headers: { 'x-forwarded-proto': 'https', origin: 'https://pay.example', 'x-forwarded-host': 'pay.example', cookie: '' },
  });
  expect(tls.headers.get('set-cookie')).toMatch(/^__Host-visit=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure$/);
  const mini = await phone().call<DriverVisit>('POST', '/visits', { body: { label: running().label, gun: 1, channel: 'mini' } });
  expect(mini.headers.get('set-cookie')).toBeNull();
  const bearer = { authorization: `Bearer ${mini.body.visit}`, origin: '' };
  expect((await phone().call<DriverProblem>('GET', '/orders/X', { headers: bearer })).body.code).toBe('driver.orderUnknown');
  expect((await phone().call<DriverProblem>('GET', '/orders/X')).body).toMatchObject({ code: 'driver.noVisit', status: 401 });
});

test('until the record of the pile comes, the bill is provisional and tells what the samples cost', async () => {
  later();
  const { base, standIn, startNewest } = running();
  await base.plug();
  const mine = phone();
  await mine.scan();
  const { body: made } = await mine.order();
  expect(standIn.pay(newest())).toBe(true);
  const begun = 'select from prepaid_order where bill_id = $1 and charging_order_id is not null';
  const hasBegun = async () => (await base.server.database.asSuperuser(begun, [await billOf(made.orderNo)])).length === 1;
  await expect.poll(hasBegun, { interval: 100 }).toBe(true);
  const orderNo = await startNewest(0);
  base.advance(180_000);
  await base.sample(orderNo, 20_000);
  await base.plug(1, 7);
  expect(await mine.read(made.orderNo)).toMatchObject({ step: 'ended', energyWh: 2000, costCents: 300, leftCents: 4700 });
  const { body: bill } = await mine.call<DriverBill>('GET', `/orders/${made.orderNo}/bill`);
  expect(bill).toMatchObject({ isProvisional: true, totalCents: 300, paidCents: 5000, fees: { energyCents: 0 }, lines: [] });
  await base.sendEndRecord(orderNo, 20_000);
  await base.worker.poll();
  await expect.poll(async () => (await mine.read(made.orderNo)).step, { interval: 100 }).toBe('done');
});

test('order, pay, charge, bill and rest: the same order seen at each step', async () => {
  later();
  await running().base.plug();
  const mine = phone();
  await mine.scan();
  const { status, body: made } = await mine.order();
  expect(status).toBe(201);
  expect(made).toMatchObject({ step: 'paying', clientAction: { type: 'qr' } });
  expect(await mine.read(made.orderNo)).toMatchObject({ step: 'paying', text: null, actions: ['pay', 'cancel'], amountCents: 5000, paidCents: 0 });
  expect((await mine.press<DriverOrderView>(`/orders/${made.orderNo}/returned`)).body).toMatchObject({
    step: 'paying',
    text: { code: 'checkingPayment' },
    actions: [],
  });
  // A price that rises after the order is not the price of this charge.
  await setRule(await dearRule());
  expect(running().standIn.pay(newest())).toBe(true);
  await expect.poll(async () => (await mine.read(made.orderNo)).step, { interval: 100 }).toBe('starting');
  await setRule(running().base.ids.rateRuleId);
  expect((await mine.press<DriverProblem>(`/orders/${made.orderNo}/cancel`)).body.code).toBe('driver.notCancellable');
  expect((await mine.scan()).body.orderNo).toBe(made.orderNo);
  await chargePaid(running().base, await billOf(made.orderNo), 20_000);
  await expect.poll(async () => (await mine.read(made.orderNo)).step, { interval: 100 }).toBe('done');
  expect(await mine.read(made.orderNo)).toMatchObject({
    paidCents: 5000,
    costCents: 300,
    leftCents: 4700,
    energyWh: 2000,
    refund: { amountCents: 4700, state: 'succeeded' },
  });
  const { body: bill } = await mine.call<DriverBill>('GET', `/orders/${made.orderNo}/bill`);
  expect(bill).toMatchObject({ fees: { energyCents: 200, serviceCents: 100 }, totalCents: 300, paidCents: 5000, isProvisional: false });
  const [energy, service] = bill.lines;
  expect(bill.lines).toHaveLength(2);
  expect(energy).toMatchObject({ kind: 'energy', energyWh: 2000, priceE5: 100_000, per: 'kWh', from: bill.startedAt, to: bill.endedAt });
  expect(service).toMatchObject({ kind: 'service', energyWh: 2000, priceE5: 50_000, per: 'kWh' });
  // The pile reports that the platform has started it; the order says that the driver's page did.
  const [sources] = await running().base.server.database.asSuperuser<{ source: number; orderSource: number }>(
    'select app_type as source, o.start_source as "orderSource" from prepaid_order join charging_order o using (charging_order_id) where bill_id = $1',
    [await billOf(made.orderNo)],
  );
  expect(sources).toEqual({ source: 3, orderSource: 3 });
});

test('a start that the car refused: the driver plugs in again and retries with the same money, once, or takes it back', async () => {
  const paidOrder = async () => {
    later();
    await running().base.plug();
    const mine = phone();
    await mine.scan();
    const { orderNo } = (await mine.order()).body;
    expect((await mine.press<DriverProblem>(`/orders/${orderNo}/start`)).body).toMatchObject({ code: 'driver.notRetryable', status: 409 });
    expect(running().standIn.pay(newest())).toBe(true);
    await expect.poll(async () => (await mine.read(orderNo)).step, { interval: 100 }).toBe('starting');
    await refuseStart(running().base, await billOf(orderNo), 167);
    await expect.poll(async () => (await mine.read(orderNo)).actions, { interval: 100 }).toEqual(['start', 'cancel', 'report']);
    return { mine, orderNo };
  };
  const { mine, orderNo } = await paidOrder();
  expect(await mine.read(orderNo)).toMatchObject({
    step: 'problem',
    text: { code: 'startRetry', values: { reason: 'result:167', amountCents: 5000, at: expect.any(String) } },
    refund: null,
  });
  // The same visit finds its order again, and another one cannot press.
  expect((await mine.scan()).body.orderNo).toBe(orderNo);
  const other = phone();
  await other.scan();
  expect((await other.press<DriverProblem>(`/orders/${orderNo}/start`)).status).toBe(404);
  await unplug();
  expect((await mine.press<DriverProblem>(`/orders/${orderNo}/start`)).body).toMatchObject({ code: 'driver.cannotStart', status: 409 });
  await running().base.plug();
  const pressed = await Promise.all(Array.from({ length: 4 }, () => mine.press<DriverOrderView>(`/orders/${orderNo}/start`)));
  expect(pressed.map(({ status, body }) => [status, body.step])).toEqual(Array.from({ length: 4 }, () => [200, 'starting']));
  await chargePaid(running().base, await billOf(orderNo), 20_000);
  await expect.poll(async () => (await mine.read(orderNo)).step, { interval: 100 }).toBe('done');
  expect(await mine.read(orderNo)).toMatchObject({ costCents: 300, refund: { amountCents: 4700, state: 'succeeded' } });
  const declined = await paidOrder();
  expect((await declined.mine.press<DriverOrderView>(`/orders/${declined.orderNo}/cancel`)).body).toMatchObject({ step: 'refunding', actions: [] });
  await expect
    .poll(async () => (await declined.mine.read(declined.orderNo)).refund, { interval: 100 })
    .toMatchObject({
      amountCents: 5000,
      state: 'succeeded',
    });
  expect((await declined.mine.press<DriverProblem>(`/orders/${declined.orderNo}/start`)).body.code).toBe('driver.notRetryable');
});

test('two phones at one gun: one gets it, the other is told that it is busy, and sees nothing of the order', async () => {
  later();
  await running().base.plug();
  const [anna, bert] = [phone(), phone()];
  await Promise.all([anna.scan(), bert.scan()]);
  const told = await Promise.all([anna.order(), bert.order()]);
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([201, 409]));
  const [winner, loser] = told[0].status === 201 ? [anna, bert] : [bert, anna];
  const made = told.find(({ status }) => status === 201)?.body.orderNo ?? '';
  expect(told.find(({ status }) => status === 409)?.body.code).toBe('driver.gunBusy');
  expect(await phone().gun()).toMatchObject({ step: 'problem', code: 'gunBusy' });
  for (const orderNo of [made, 'NOBODY']) {
    const foreign = await loser.call<DriverProblem>('GET', `/orders/${orderNo}`);
    const { reference: _reference, ...rest } = foreign.body;
    expect([foreign.status, rest]).toEqual([
      404,
      { type: 'urn:chargeops:problem:driver.orderUnknown', code: 'driver.orderUnknown', title: 'There is no such order', status: 404 },
    ]);
    for (const action of ['cancel', 'stop', 'returned']) expect((await loser.press(`/orders/${orderNo}/${action}`)).status).toBe(404);
    expect((await loser.call('GET', `/orders/${orderNo}/bill`)).status).toBe(404);
    expect((await loser.press(`/orders/${orderNo}/payments`, { pay: 'alipay' })).status).toBe(404);
  }
  expect((await winner.order()).body).toMatchObject({ code: 'driver.orderOpen', next: { orderNo: made } });
  await winner.press(`/orders/${made}/cancel`);
  await expect.poll(async () => (await winner.read(made)).step, { interval: 100 }).toBe('closed');
  expect(await winner.read(made)).toMatchObject({ text: { code: 'notPaid' }, paidCents: 0 });
  expect((await loser.order()).status).toBe(201);
});

test('a press has its effect once: repeats, also at the same time, get one answer, and other values with its key are refused', async () => {
  later();
  await running().base.plug();
  const mine = phone();
  await mine.scan();
  const before = running().standIn.books.payments.length;
  const body = { quoteId: await mine.quote(), amountCents: 3000, pay: 'alipay_qr' };
  const key = randomUUID();
  const together = await Promise.all([1, 2, 3].map(() => mine.press<DriverOrderMade & DriverProblem>('/orders', body, key)));
  const made = together.find(({ status }) => status === 201)?.body;
  expect(made).toBeDefined();
  for (const { status, body: told } of together.filter((each) => each.status !== 201)) {
    expect([status, told.code]).toEqual([409, 'driver.inProgress']);
    expect(told.retryAfter).toBe(1);
  }
  expect((await mine.press('/orders', body, key)).body).toEqual(made);
  expect(running().standIn.books.payments.length).toBe(before + 1);
  expect((await mine.press<DriverProblem>('/orders', { ...body, amountCents: 5000 }, key)).body).toMatchObject({
    code: 'driver.keyReused',
    status: 409,
  });
  expect((await mine.call<DriverProblem>('POST', '/orders', { body })).body).toMatchObject({ code: 'driver.keyNeeded', status: 400 });
  // The provider closes the first payment before there is another one.
  const other = await mine.press<DriverOrderMade>(`/orders/${made?.orderNo}/payments`, { pay: 'stripe' });
  expect(other.status).toBe(200);
  expect(other.body).toMatchObject({ orderNo: made?.orderNo, clientAction: { type: 'clientSecret' } });
  expect(
    running()
      .standIn.books.payments.slice(before)
      .map(({ state }) => state),
  ).toEqual(['closed', 'open']);
  // The gun is not taken for longer than two payment windows.
  expect((await mine.read(made?.orderNo ?? '')).payBy > (made?.payBy ?? '')).toBe(true);
  expect(running().standIn.pay(newest())).toBe(true);
  await expect.poll(async () => (await mine.read(made?.orderNo ?? '')).step, { interval: 100 }).toBe('starting');
  expect((await mine.press<DriverProblem>(`/orders/${made?.orderNo}/payments`, { pay: 'alipay' })).body.code).toBe('driver.alreadyPaid');
  // The gun still shows the last figures of the charge before.
  const isAtGun = async () =>
    (
      await running().base.server.database.asSuperuser<{ isAtGun: boolean }>(
        `select exists (select from gun g join charging_order using (charging_order_no) join prepaid_order p using (charging_order_id)
          where p.bill_id = $1) as "isAtGun"`,
        [await billOf(made?.orderNo ?? '')],
      )
    )[0]?.isAtGun;
  await expect.poll(isAtGun, { interval: 100 }).toBe(true);
  expect(await mine.read(made?.orderNo ?? '')).toMatchObject({ costCents: 0, powerW: null });
  await chargePaid(running().base, await billOf(made?.orderNo ?? ''), 10_000);
});

test('an order takes its gun for two payment windows at most, however often its driver asks for another payment', async () => {
  later();
  await running().base.plug();
  const mine = phone();
  await mine.scan();
  const { body: made } = await mine.order();
  running().later(4);
  const again = await mine.press<DriverOrderMade>(`/orders/${made.orderNo}/payments`, { pay: 'alipay_qr' });
  expect(again.status).toBe(200);
  expect(Date.parse(again.body.payBy) - Date.parse(made.payBy)).toBeLessThan(300_000);
  running().later(2);
  expect((await mine.press<DriverProblem>(`/orders/${made.orderNo}/payments`, { pay: 'stripe' })).body).toMatchObject({
    code: 'driver.windowOver',
    status: 409,
  });
  await mine.press(`/orders/${made.orderNo}/cancel`);
  await expect.poll(async () => (await mine.read(made.orderNo)).step, { interval: 100 }).toBe('closed');
});

test('what is not offered is not sold: an old or foreign quote, another amount, a way of paying, an unplugged gun', async () => {
  later();
  await unplug();
  const mine = phone();
  await mine.scan();
  const codeOf = async (more: object) => (await mine.order(more)).body.code;
  expect(await codeOf({})).toBe('driver.notPlugged');
  await running().base.plug();
  expect(await codeOf({ quoteId: `${await mine.quote()}x` })).toBe('driver.quoteExpired');
  const other = (await mine.call<DriverGunView>('GET', `/guns/${running().label}/2`)).body.price?.quoteId;
  expect(await codeOf({ quoteId: other })).toBe('driver.quoteExpired');
  expect(await codeOf({ amountCents: 4999 })).toBe('driver.amountUnknown');
  expect(await codeOf({ pay: 'cash' })).toBe('badInput');
  const old = await mine.quote();
  later();
  expect(await codeOf({ quoteId: old })).toBe('driver.quoteExpired');
});

test('events tell what is true and what changes; a link opens the order elsewhere, and one that only reads cannot stop', async () => {
  later();
  await running().base.plug();
  const mine = phone();
  await mine.scan();
  const { body: made } = await mine.order();
  const { server } = running().base;
  const events = await fetch(`${server.url}/open/driver/v1/orders/${made.orderNo}/events`, { headers: { cookie: mine.cookie() } });
  expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no stream');
  const heard = { text: '' };
  const hear = async (what: string) => {
    while (!heard.text.includes(what)) heard.text += (await reader.read()).value ?? endedBefore(what);
  };
  await hear('"step":"paying"');
  expect(heard.text).toMatch(/^retry: 3000\n\nevent: order\nid: 1\ndata: \{/);
  expect(running().standIn.pay(newest())).toBe(true);
  await hear('"step":"starting"');
  await reader.cancel();
  const [orderNo, token] = made.viewLink.replace('/o/', '').split('#t=');
  const other = phone();
  expect((await other.call<DriverProblem>('POST', '/resume', { body: { orderNo, token: 'x'.repeat(22) } })).body).toMatchObject({
    code: 'driver.linkInvalid',
    status: 404,
  });
  expect((await other.call('POST', '/resume', { body: { orderNo, token } })).body).toMatchObject({ orderNo, role: 'view' });
  expect(await other.read(made.orderNo)).toMatchObject({ step: 'starting', role: 'view', actions: [] });
  expect((await other.press<DriverProblem>(`/orders/${made.orderNo}/stop`)).body).toMatchObject({ code: 'driver.viewOnly', status: 403 });
  const control = made.link.split('#t=')[1];
  expect((await other.call('POST', '/resume', { body: { orderNo, token: control } })).body).toMatchObject({ role: 'control' });
  const stopped = await other.press<DriverOrderView>(`/orders/${made.orderNo}/stop`);
  expect(stopped.status).toBe(202);
  expect((await other.press(`/orders/${made.orderNo}/stop`)).status).toBe(202);
});

test('who calls too often waits: a visit, an address, and orders at a gun', async () => {
  later();
  await running().base.plug();
  const mine = phone();
  await mine.scan();
  const { body: made } = await mine.order();
  const told = await Promise.all(Array.from({ length: 70 }, () => mine.call<DriverProblem>('GET', `/orders/${made.orderNo}`)));
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refused = told.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe('driver.tooMany');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  const scans = await Promise.all(Array.from({ length: 60 }, () => phone().call('GET', `/guns/${running().label}/1`)));
  expect(scans.some(({ status }) => status === 429)).toBe(true);
});

test('what a driver finds wrong becomes an exception of the pile, once for each press', async () => {
  later();
  const { press } = phone();
  const key = randomUUID();
  const fault = { label: running().label, gun: 2, kind: 'fakeCode', text: 'A sticker over the code', orderNo: 'X1' };
  const { status, body } = await press<{ readonly no: string }>('/faults', fault, key);
  expect([status, body.no]).toEqual([201, expect.stringMatching(/^F\d{16}$/)]);
  expect((await press('/faults', fault, key)).body).toEqual(body);
  expect((await press('/faults', { label: running().label, gun: 1, kind: 'cable' })).status).toBe(201);
  expect((await press<DriverProblem>('/faults', { label: 'nobody', gun: 1, kind: 'cable' })).body.code).toBe('driver.labelInvalid');
  const events = await running().base.server.database.asSuperuser<Record<string, unknown>>(
    'select subject, gun_number, exception_type, exception_code, detail from condition_event where exception_type in (8, 13) order by exception_type',
  );
  expect(events).toEqual([
    { subject: PILE, gun_number: 2, exception_type: 8, exception_code: 6, detail: `${body.no} X1 A sticker over the code` },
    { subject: PILE, gun_number: 1, exception_type: 13, exception_code: 3, detail: expect.stringMatching(/^F\d{16}$/) as unknown },
  ]);
});
