import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PILE } from '#domains/charging/charging-testbed.fixture.ts';
import { chargePaid } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import { driverOrderApi, phoneAccountApi } from '#domains/driver/resources.ts';
import { driverJobs } from '#domains/driver/server.ts';
import type {
  DriverAccountOrders,
  DriverOtpSent,
  DriverPhoneSession,
  DriverProblem,
  DriverPuzzle,
  DriverRechargeMade,
  DriverVisit,
  DriverWallet,
} from '#domains/driver/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** Drivers who sign in with their phone number: their calls over HTTP, and the messages that the outbox sends. */

let bed: DriverTestbed | undefined;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(() => bed?.close());
const running = () => bed ?? expect.fail('the testbed has not started');
const phone = () => running().phone();
const rows = (statement: string, values: readonly unknown[] = []) =>
  running().base.server.database.asSuperuser<Record<string, unknown>>(statement, [...values]);
const billOf = (orderNo: string) => running().billOf(orderNo);
/** Runs the jobs of drivers with this name. */
const run = async (name: string) => {
  const { deps, stores } = running();
  const { database, clock } = deps;
  const job = driverJobs({ stores }).find(({ kind }) => kind.name === name) ?? expect.fail(`there is no job ${name}`);
  return inSystem(database, (tx) => job.run({ tx, now: clock(), params: job.kind.initial.params }));
};
/** More than an hour, so that what one test sends does not count in the next. */
const nextHour = () => running().later(61);

test('a code by SMS signs in for thirty days; a repeat of the press gets the same session, another one gets none', async () => {
  const mine = phone();
  expect((await mine.call<DriverProblem>('GET', '/otp/puzzle')).body.code).toBe('driver.noVisit');
  await mine.scan();
  const asked = await mine.askCode('139 0000 0001');
  expect([asked.status, asked.body]).toEqual([202, { resendS: 60, expiresAt: expect.any(String) as unknown }]);
  await expect.poll(() => mine.codesTo('13900000001')).toHaveLength(1);
  const [code = ''] = mine.codesTo('13900000001');
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => mine.verify('+86 13900000001', code, key)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ headers }) => headers.getSetCookie()[0])).size).toBe(1);
  expect(answers[0]?.headers.getSetCookie()[0]).toMatch(/^phone=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  expect(answers[0]?.body).toMatchObject({ session: null, phone: '139****0001', adoptedOrders: 0 });
  expect(await rows('select phone, token_digest ~ $1 as is_digest from driver_phone_session', ['^[0-9a-f]{64}$'])).toEqual([
    { phone: '13900000001', is_digest: true },
  ]);
  expect((await mine.verify('13900000001', code)).body.code).toBe('driver.codeWrong');
  expect((await mine.call('GET', '/me')).body).toEqual({ phone: '139****0001', hasVisit: true, isOffered: true });
  expect((await phone().call('GET', '/me')).body).toEqual({ phone: null, hasVisit: false, isOffered: true });
  expect((await mine.scan()).body).toMatchObject({ orderNo: null, walletCents: 0 });
  expect(await rows(`select cust_name, cust_type, currency from customer where cust_phone = '13900000001'`)).toEqual([
    { cust_name: '139****0001', cust_type: 1, currency: 'CNY' },
  ]);
  // Neither the number nor the code can be read from where codes are kept.
  expect(await rows('select o::text as text from driver_otp o')).toEqual([
    { text: expect.not.stringMatching(new RegExp(`13900000001|[(,]${code}[,)]`)) as unknown },
  ]);
});

test('a mini-program keeps its key itself, and signing out ends it', async () => {
  nextHour();
  const mini = phone();
  const { visit } = (await mine(mini)).body;
  const bearer = { authorization: `Bearer ${visit}`, origin: '' };
  const { puzzle, bits } = (await mini.call<{ puzzle: string; bits: number }>('GET', '/otp/puzzle', { headers: bearer })).body;
  expect(bits).toBe(16);
  const solved = mini.solution({ puzzle, bits }, '13900000002');
  const headers = { ...bearer, 'idempotency-key': randomUUID() };
  expect((await mini.call('POST', '/otp', { body: solved, headers })).status).toBe(202);
  await expect.poll(() => mini.codesTo('13900000002')).toHaveLength(1);
  const body = { phone: '13900000002', code: mini.codesTo('13900000002')[0] };
  const signed = await mini.call<DriverPhoneSession>('POST', '/otp/verify', { body, headers: { ...bearer, 'idempotency-key': randomUUID() } });
  expect(signed.headers.getSetCookie()).toEqual([]);
  const session = { authorization: `Bearer ${signed.body.session}`, origin: '' };
  expect((await mini.call('POST', '/me/sign-out', { body: { everywhere: 0 }, headers: session })).body).toEqual({ ended: 1 });
  expect((await mini.call<DriverProblem>('POST', '/me/sign-out', { body: { everywhere: 0 }, headers: session })).body.code).toBe('driver.noPhone');
});
const mine = (mini: ReturnType<typeof phone>) =>
  mini.call<DriverVisit>('POST', '/visits', { body: { label: running().label, gun: 1, channel: 'mini' } });

test('a code is good for five tries, five minutes and its visit; only the newest counts', async () => {
  nextHour();
  const [anna, bert] = [phone(), phone()];
  await Promise.all([anna.scan(), bert.scan()]);
  const codeOf = async (): Promise<string> => {
    const before = anna.codesTo('13900000003').length;
    expect((await anna.askCode('13900000003')).status).toBe(202);
    await expect.poll(() => anna.codesTo('13900000003')).toHaveLength(before + 1);
    return anna.codesTo('13900000003').at(-1) ?? '';
  };
  const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const first = await codeOf();
  expect((await bert.verify('13900000003', first)).body.code).toBe('driver.codeWrong');
  const tried = await Promise.all([1, 2, 3, 4, 5].map(() => anna.verify('13900000003', wrong(first))));
  expect(new Set(tried.map(({ body }) => body.code))).toEqual(new Set(['driver.codeWrong']));
  expect((await anna.verify('13900000003', first)).body.code).toBe('driver.codeWrong');
  running().later(1);
  const second = await codeOf();
  running().later(5);
  expect((await anna.verify('13900000003', second)).body.code).toBe('driver.codeWrong');
  const third = await codeOf();
  running().later(1);
  const fourth = await codeOf();
  expect((await anna.verify('13900000003', third)).body.code).toBe('driver.codeWrong');
  expect((await anna.verify('13900000003', fourth)).status).toBe(201);
});

test('orders before and after signing in belong to the account, and nobody else sees them', async () => {
  nextHour();
  await running().base.plug();
  const anna = phone();
  await anna.scan();
  const { body: made } = await anna.order({ pay: 'alipay_qr' });
  expect((await anna.signIn('13900000041')).body).toMatchObject({ adoptedOrders: 1 });
  expect(running().standIn.pay(running().newest())).toBe(true);
  await expect.poll(async () => (await anna.read(made.orderNo)).step, { interval: 100 }).toBe('starting');
  const ordersOf = async (who: ReturnType<typeof phone>, page = 1) => (await who.call<DriverAccountOrders>('GET', `/me/orders?page=${page}`)).body;
  expect(await ordersOf(anna)).toMatchObject({
    orders: [{ orderNo: made.orderNo, state: 'open', paidCents: 5000, totalCents: null, stationName: 'Charging Station', gunNo: 1, pileNo: PILE }],
    hasMore: false,
  });
  await chargePaid(running().base, await billOf(made.orderNo), 20_000);
  await expect.poll(async () => (await anna.read(made.orderNo)).step, { interval: 100 }).toBe('done');
  expect((await ordersOf(anna)).orders).toMatchObject([{ state: 'over', totalCents: 300, energyWh: 2000 }]);
  await running().base.plug();
  const { body: second } = await anna.order({ pay: 'alipay_qr' });
  await anna.press(`/orders/${second.orderNo}/cancel`);
  await expect.poll(async () => (await ordersOf(anna)).orders[0]?.state, { interval: 100 }).toBe('notPaid');
  // The customer of a payment is who has signed in.
  expect(
    await rows(
      `select c.cust_phone as phone, p.user_mobile as mobile from prepaid_order p join driver_order d using (pre_pay_order_id)
    join customer c on c.cust_id = p.cust_id where d.order_no = $1`,
      [second.orderNo],
    ),
  ).toEqual([{ phone: '13900000041', mobile: '13900000041' }]);
  // Another phone with the number opens them without the code on the pile; a foreign account and a visit do not.
  const tablet = phone();
  running().later(1);
  expect((await tablet.signIn('13900000041')).status).toBe(201);
  tablet.forget('visit');
  expect((await tablet.call<DriverProblem>('GET', `/orders/${made.orderNo}`)).body.code).toBe('driver.noVisit');
  expect((await tablet.call('POST', `/me/orders/${made.orderNo}/open`, { body: {} })).status).toBe(200);
  expect(await tablet.read(made.orderNo)).toMatchObject({ step: 'done', role: 'control' });
  const bert = phone();
  expect((await bert.signIn('13900000042')).body).toMatchObject({ adoptedOrders: 0 });
  expect(await ordersOf(bert)).toEqual({ orders: [], page: 1, hasMore: false });
  for (const orderNo of [made.orderNo, 'NOBODY']) {
    const foreign = await bert.call<DriverProblem>('POST', `/me/orders/${orderNo}/open`, { body: {} });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'driver.orderUnknown']);
  }
  const stranger = phone();
  await stranger.scan();
  for (const path of ['/me/orders', '/me/wallet']) expect((await stranger.call<DriverProblem>('GET', path)).body.code).toBe('driver.noPhone');
  expect((await anna.call<DriverWallet>('GET', '/me/wallet')).body).toMatchObject({
    phone: '139****0041',
    currency: 'CNY',
    digits: 2,
    balanceCents: 0,
    heldCents: 0,
    availableCents: 0,
    owedCents: 0,
    entries: [],
    page: 1,
    hasMore: false,
  });
  expect(
    (await anna.call<DriverProblem>('POST', `/me/orders/${made.orderNo}/open`, { body: {}, headers: { origin: 'https://evil.example' } })).body.code,
  ).toBe('driver.foreignOrigin');
});

test('of all calls of drivers, nobody and somebody else get nothing of an account, whatever they name', async () => {
  nextHour();
  await running().base.plug();
  const anna = phone();
  await anna.signIn('13900000051');
  const { body: order } = await anna.order({ pay: 'alipay_qr' });
  const { body: recharge } = await anna.press<DriverRechargeMade>('/me/recharges', { amountCents: 5_000, pay: 'wechat_native' });
  const bert = phone();
  await bert.signIn('13900000052');
  const visitor = phone();
  await visitor.scan();
  const values: Readonly<Record<string, unknown>> = {
    orderNo: order.orderNo,
    rechargeNo: recharge.rechargeNo,
    quoteId: 'x',
    amountCents: 1,
    pay: 'alipay',
    token: 'x',
    page: 1,
    by: 'mail',
    to: 'bert@driver.example',
  };
  const secrets = [order.orderNo, recharge.rechargeNo, '0051'];
  const calls = Object.entries({ ...driverOrderApi, ...phoneAccountApi });
  expect(calls.length).toBeGreaterThan(14);
  for (const [name, { method, path, input }] of calls) {
    const own = path.replace('/open/driver/v1', '').replaceAll(/:(\w+)/g, (_whole, key: string) => String(values[key]));
    const body = Object.fromEntries(
      Object.keys(input).flatMap((key) => (path.includes(`:${key}`) || values[key] === undefined ? [] : [[key, values[key]]])),
    );
    const headers = { 'idempotency-key': randomUUID() };
    const asked = method === 'GET' ? { headers } : { headers, body };
    const told = await Promise.all([phone(), visitor, bert].map((each) => each.call<DriverProblem>(method, own, asked)));
    const [nobody, visit, foreign] = told;
    expect([name, [401, 404].includes(nobody?.status ?? 0)]).toEqual([name, true]);
    const isNamed = path.includes(':') || name === 'resume';
    const visitStatus = path.includes('/me/') ? 401 : isNamed ? 404 : visit?.status;
    expect([name, visit?.status, foreign?.status]).toEqual([name, visitStatus, isNamed ? 404 : foreign?.status]);
    for (const { body: answer } of told) expect([name, secrets.filter((secret) => JSON.stringify(answer).includes(secret))]).toEqual([name, []]);
  }
  // What the others have tried has changed nothing.
  expect(await anna.read(order.orderNo)).toMatchObject({ step: 'paying', role: 'control' });
  expect((await anna.call('GET', `/me/recharges/${recharge.rechargeNo}`)).body).toMatchObject({ state: 'open' });
  await anna.press(`/orders/${order.orderNo}/cancel`);
  await expect.poll(async () => (await anna.read(order.orderNo)).step, { interval: 100 }).toBe('closed');
});

test('messages are limited by number, address and puzzle; known and unknown numbers get the same answers', async () => {
  nextHour();
  const mobile = phone();
  await mobile.scan();
  const solved = await mobile.solve('13900000004');
  const key = randomUUID();
  const together = await Promise.all([1, 2, 3].map(() => mobile.press<DriverOtpSent & DriverProblem>('/otp', solved, key)));
  expect(together.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
  expect(together.every(({ status, body }) => status === 202 || body.code === 'driver.inProgress')).toBe(true);
  expect((await mobile.press('/otp', solved, key)).status).toBe(202);
  const again = await mobile.press<DriverProblem>('/otp', solved);
  expect([again.status, again.body.code, Number(again.headers.get('retry-after'))]).toEqual([429, 'driver.tooMany', 60]);
  running().later(1);
  // A puzzle is good for one message, for its own number, and for its visit.
  expect((await mobile.press<DriverProblem>('/otp', solved)).body.code).toBe('driver.puzzleWrong');
  expect((await mobile.press<DriverProblem>('/otp', { ...(await mobile.solve('13900000005')), phone: '13900000006' })).body.code).toBe(
    'driver.puzzleWrong',
  );
  const other = phone();
  await other.scan();
  expect((await other.press<DriverProblem>('/otp', await mobile.solve('13900000005'))).body.code).toBe('driver.puzzleWrong');
  for (const [number, code] of [
    ['+14155550100', 'driver.phoneCountry'],
    ['12345', 'driver.phoneInvalid'],
  ] as const)
    expect((await mobile.askCode(number)).body.code).toBe(code);
  // 13900000001 has an account, 13900000007 has none.
  const [known, unknown] = [await mobile.askCode('13900000001'), await mobile.askCode('13900000007')];
  expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
  for (let message = 0; message < 4; message++) {
    expect((await mobile.askCode('13900000004')).status).toBe(202);
    running().later(1);
  }
  expect((await mobile.askCode('13900000004')).body.code).toBe('driver.tooMany');
  const numbers = ['13900000011', '13900000012', '13900000013', '13900000014', '13900000015'];
  const flood: number[] = [];
  for (const number of numbers) flood.push((await mobile.askCode(number)).status);
  expect(flood).toEqual([202, 202, 202, 429, 429]);
});

test('the budget of an hour ends the messages and is an exception, as are codes that nobody uses; both end by themselves', async () => {
  nextHour();
  await rows(`insert into sys_config (tenant_id, config_key, value, update_by, update_time) values (null, 'driver.otpHourMax', '3', 'test', now())`);
  running().later(1);
  const mobile = phone();
  await mobile.scan();
  const told: number[] = [];
  // Solved before the budget is nearly spent, because puzzles are harder then.
  const solved = [];
  for (const number of ['13900000021', '13900000022', '13900000023', '13900000024']) solved.push(await mobile.solve(number));
  for (const each of solved) told.push((await mobile.press('/otp', each)).status);
  expect((await mobile.call<DriverPuzzle>('GET', '/otp/puzzle')).body.bits).toBe(20);
  expect(told).toEqual([202, 202, 202, 429]);
  const present = async () =>
    (await rows('select exception_code as code from condition where exception_type = 8 and is_present order by 1')).map(({ code }) => code);
  expect(await present()).toEqual([7]);
  expect(await run('driverOtpWatch')).toEqual({ begun: 0, over: 0 });
  nextHour();
  expect(await run('driverOtpWatch')).toEqual({ begun: 0, over: 1 });
  expect(await present()).toEqual([]);
  await rows(
    `insert into driver_otp (tenant_id, visit_id, phone_mac, code_mac, puzzle_digest, remote_network, sent_time, expire_time, verified_time, verified_press)
    select tenant_id, max(visit_id), n::text, '', n::text, '', $1, $1, case when n <= 7 then $1::timestamptz end, case when n <= 7 then '' end
    from driver_visit, generate_series(1, 20) n group by tenant_id, n`,
    [new Date(running().deps.clock().getTime() - 20 * 60_000)],
  );
  expect(await run('driverOtpWatch')).toEqual({ begun: 2, over: 0 });
  expect(await present()).toEqual([7, 8]);
  nextHour();
  expect(await run('driverOtpWatch')).toEqual({ begun: 0, over: 2 });
});

test('an account is signed in on five phones; a new number of the customer, and the retention, end sessions', async () => {
  await rows(`update sys_config set value = '200' where config_key = 'driver.otpHourMax'`);
  nextHour();
  const number = '13900000031';
  const phones = Array.from({ length: 5 }, () => phone());
  for (const each of phones) {
    expect((await each.signIn(number)).status).toBe(201);
    running().later(1);
  }
  running().later(24 * 60);
  const sixth = phone();
  expect((await sixth.signIn(number)).status).toBe(201);
  const [first, second] = phones;
  expect((await first?.call<DriverProblem>('POST', '/me/sign-out', { body: { everywhere: 0 } }))?.body.code).toBe('driver.noPhone');
  expect((await second?.call('POST', '/me/sign-out', { body: { everywhere: 1 } }))?.body).toEqual({ ended: 5 });
  running().later(1);
  expect((await sixth.signIn(number)).status).toBe(201);
  await rows(`update customer set cust_phone = '13900000032' where cust_phone = $1`, [number]);
  expect((await sixth.call<DriverProblem>('POST', '/me/sign-out', { body: { everywhere: 0 } })).body.code).toBe('driver.noPhone');
  // A closed customer has no account, and its number cannot make another one.
  const former = phone();
  expect((await former.signIn('13900000033')).status).toBe(201);
  await rows(`update customer set cust_state = -1 where cust_phone = '13900000033'`);
  expect((await former.call<DriverProblem>('GET', '/me/wallet')).body.code).toBe('driver.noPhone');
  running().later(1);
  expect((await former.signIn('13900000033')).body.code).toBe('driver.accountClosed');
  running().later(31 * 24 * 60);
  await run('driverRetention');
  expect(await rows('select (select count(*)::int from driver_phone_session) as sessions, (select count(*)::int from driver_otp) as codes')).toEqual([
    { sessions: 0, codes: 0 },
  ]);
});
