import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargePaid } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import type { DriverBill, DriverProblem } from '#domains/driver/resources.ts';
import { driverJobs } from '#domains/driver/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

let bed: DriverTestbed | undefined;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(() => bed?.close());
const running = () => bed ?? expect.fail('the testbed has not started');
const DAY_MS = 24 * 3_600_000;

/** A driver whose charge of 3.00 is settled, and one whose charge still runs. */
const settledOrder = async () => {
  running().later();
  await running().base.plug();
  const mine = running().phone();
  await mine.scan();
  const { orderNo } = (await mine.order()).body;
  expect((await mine.press<DriverProblem>(`/orders/${orderNo}/receipt`, { by: 'mail', to: 'a@b.example' })).body.code).toBe('driver.noReceipt');
  expect(running().standIn.pay(running().newest())).toBe(true);
  await expect.poll(async () => (await mine.read(orderNo)).step, { interval: 100 }).toBe('starting');
  await chargePaid(running().base, await running().billOf(orderNo), 20_000);
  await expect.poll(async () => (await mine.read(orderNo)).step, { interval: 100 }).toBe('done');
  return { mine, orderNo };
};

test('a receipt comes by mail as a PDF with a link that only reads, and by SMS as a link; three a day', async () => {
  const { mine, orderNo } = await settledOrder();
  const receipt = (body: object, key?: string) => mine.press<DriverProblem>(`/orders/${orderNo}/receipt`, body, key);
  expect((await mine.call<DriverBill>('GET', `/orders/${orderNo}/bill`)).body.receiptBy).toEqual(expect.arrayContaining(['mail', 'sms']));
  for (const [by, to, code] of [
    ['mail', 'no address', 'driver.mailInvalid'],
    ['sms', '12', 'driver.phoneInvalid'],
    ['sms', '+4917055500001', 'driver.phoneCountry'],
  ] as const)
    expect((await receipt({ by, to })).body).toMatchObject({ code, status: 400 });
  // A press and its repeat send one message.
  const key = '7b9c2f10-0000-4000-8000-000000000001';
  for (let times = 0; times < 2; times += 1) expect((await receipt({ by: 'mail', to: 'anna@driver.example' }, key)).status).toBe(202);
  await expect.poll(() => running().mails.length).toBe(1);
  const [mail] = running().mails;
  expect(mail).toMatchObject({ to: 'anna@driver.example' });
  expect(mail?.files[0]?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(mail?.body).toContain('¥3.00');
  const token = /#t=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  const elsewhere = running().phone();
  expect((await elsewhere.press<{ role: string }>('/resume', { orderNo, token })).body).toMatchObject({ orderNo, role: 'view' });
  expect((await elsewhere.press<DriverProblem>(`/orders/${orderNo}/stop`)).status).toBe(403);
  expect((await receipt({ by: 'sms', to: '13700000001' })).status).toBe(202);
  await expect.poll(() => running().messages.length).toBe(1);
  expect(running().messages[0]).toMatchObject({ to: '13700000001', body: expect.stringContaining(`/o/${orderNo}#t=`) });
  // Two presses at the same time, of which one is the third of the day.
  const last = await Promise.all([receipt({ by: 'mail', to: 'anna@driver.example' }), receipt({ by: 'mail', to: 'bert@driver.example' })]);
  expect(new Set(last.map(({ status }) => status))).toEqual(new Set([202, 429]));
  const stranger = running().phone();
  await stranger.scan();
  expect((await stranger.press(`/orders/${orderNo}/receipt`, { by: 'mail', to: 'c@d.example' })).status).toBe(404);
});

test('after thirty days the contact, its message and the file are gone', async () => {
  const { base, deps, stores } = running();
  const files = () => base.server.database.asSuperuser<{ path: string | null }>('select file_path as path from driver_receipt order by receipt_id');
  const [stored] = await files();
  expect(await stores.into.read(stored?.path ?? '')).toBeDefined();
  const run = async (days: number) => {
    const job = driverJobs({ stores }).find(({ kind }) => kind.name === 'driverRetention');
    return inSystem(deps.database, async (tx) => job?.run({ tx, now: new Date(base.now() + days * DAY_MS), params: { keepDays: 7 } }));
  };
  expect(await run(29)).toMatchObject({ receiptsForgotten: 0 });
  expect(await run(31)).toMatchObject({ receiptsForgotten: 3 });
  expect((await files()).map(({ path }) => path)).toEqual([null, null, null]);
  expect(await stores.into.read(stored?.path ?? '')).toBeUndefined();
  expect(await base.server.database.asSuperuser('select from sys_message where receiver like $1', ['%driver.example'])).toEqual([]);
});
