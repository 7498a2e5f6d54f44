import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { gunState } from '#engines/pile/codes.ts';
import { readFrame } from '#engines/protocol/native/frame.ts';
import type { Dial } from '#apps/simulator/pile/channel.ts';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { payQrApi } from '#domains/device/resources.ts';
import { gunApi, stationApi } from '#domains/network/resources.ts';
import { aCar, addPrices, connectPile } from '../testing/charging-fixture.ts';
import type { ConnectedPile } from '../testing/charging-fixture.ts';
import { readEachLanguage, rowNos, rowsSeen, seeRow, yuan } from '../testing/driver-rows.ts';
import { button, openDriverSite } from '../testing/driver-site.ts';
import type { DriverSite } from '../testing/driver-site.ts';

/**
 * Every state that a driver can be told, on a phone, in three languages, with virtual piles and a stand-in for WeChat Pay; one clock for all moves on
 * where minutes have to pass. Drivers who do not disturb each other do their parts at the same time.
 */

const TEL = '400-820-1234';
const PAID = yuan('50.00');
const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;

let drivers: DriverSite;
let rateRuleId: string;
/** The half hour at which the price of one pile changes. */
let dearAtMs: number;
let dearRuleId: string;
const piles: Pile[] = [];
beforeAll(async () => {
  dearAtMs = halfHourAfter(Date.now() + 10 * MINUTE_MS);
  // The change is announced a quarter of an hour ahead.
  drivers = await openDriverSite({ aheadMs: Math.max(0, dearAtMs - 14 * MINUTE_MS - Date.now()) });
  const { network } = drivers;
  await network.tenant.ok(stationApi.edit, { stationId: network.stations['North One'], servicePhone1: TEL });
  rateRuleId = await addPrices(network);
  dearRuleId = await addPrices(network, 'Dear from the next half hour', clockOf(dearAtMs));
});
afterAll(async () => {
  for (const pile of piles) pile.close();
  await drivers?.close();
});

/** The time of day at the station, which is in Shanghai. */
const clockOf = (ms: number): string => new Date(ms + 8 * 60 * MINUTE_MS).toISOString().slice(11, 16);

/** The next half hour; but a day begins with a price of its own. */
const halfHourAfter = (ms: number): number => {
  const nextMs = Math.ceil(ms / HALF_HOUR_MS) * HALF_HOUR_MS;
  return clockOf(nextMs) === '00:00' ? nextMs + HALF_HOUR_MS : nextMs;
};

interface LabelledPile {
  readonly pile: Pile;
  readonly url: string;
}

/** One after the other, because a change of the network locks more than its pile. */
const placeOf = (cpCode: string, options: Partial<ConnectedPile> = {}): Promise<LabelledPile> => {
  const placed = lastPlaced.then(() => addPlace(cpCode, options));
  lastPlaced = placed.catch(() => undefined);
  return placed;
};
let lastPlaced: Promise<unknown> = Promise.resolve();

const addPlace = async (cpCode: string, options: Partial<ConnectedPile>): Promise<LabelledPile> => {
  const { site, network, clock } = drivers;
  const pile = await connectPile(site.product, network, { cpCode, protocol: 'native', rateRuleId, time: clock.time, ...options });
  piles.push(pile);
  await pile.waitFor(({ connection }) => connection.live);
  return { pile, url: await drivers.urlBehindCode(cpCode) };
};

/** The messages of these types are lost on their way. */
const losing =
  (isLost: (type: string) => boolean) =>
  (dial: Dial): Dial =>
  (pile, events) => {
    const passes = (message: Uint8Array | string): boolean => typeof message === 'string' || !isLost(readFrame(message).type);
    return dial(pile, {
      opened: (channel) =>
        events.opened({
          close: () => channel.close(),
          cut: () => channel.cut(),
          send: (message) => void (passes(message) && channel.send(message)),
        }),
      received: (message) => void (passes(message) && events.received(message)),
      closed: (reason) => events.closed(reason),
    });
  };
const [END_RECORD, START, STOP] = ['0015', '1001', '1002'];

const scan = async ({ url }: LabelledPile): Promise<Page> => {
  const { page } = await drivers.phone();
  await page.goto(url);
  return page;
};

interface OrderedCharge {
  readonly page: Page;
  /** The page of the order. */
  readonly url: string;
  readonly payNo: string;
}

let cars = 0;
/** Plugs in, orders, and stands before the cashier. */
const order = async (place: LabelledPile, car: Partial<ReturnType<typeof aCar>> = {}): Promise<OrderedCharge> => {
  place.pile.plug(1, { ...aCar(`LROWS${String(++cars).padStart(12, '0')}`), ...car });
  const page = await scan(place);
  await page.getByText('Plugged in').waitFor();
  await button(page, 'Pay ¥50.00 and start').click();
  return { page, ...(await atCashier(page)) };
};

const atCashier = async (page: Page): Promise<Omit<OrderedCharge, 'page'>> => {
  await page.waitForURL(({ origin }) => origin === drivers.standIn.origin);
  const { pathname, searchParams } = new URL(page.url());
  const back = new URL(searchParams.get('redirect_url') ?? '');
  return { url: `${back.origin}${back.pathname}`, payNo: pathname.split('/').at(-1) ?? '' };
};

/** Orders, pays, and waits for the page of the order. */
const paid = async (place: LabelledPile, car: Partial<ReturnType<typeof aCar>> = {}): Promise<OrderedCharge> => {
  const ordered = await order(place, car);
  await drivers.pay(ordered.page);
  await ordered.page.waitForURL(/\/o\/[\w-]+(?:\?|$)/u);
  return ordered;
};

const charging = async (place: LabelledPile, car: Partial<ReturnType<typeof aCar>> = {}): Promise<OrderedCharge> => {
  const ordered = await paid(place, car);
  await ordered.page.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await ordered.page.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  return ordered;
};

const stop = async (page: Page): Promise<void> => {
  await button(page, 'Stop charging').click();
  await button(page, 'Yes, stop').click();
};

/** Another tab of the same phone, which does not know that its driver has been at the cashier. */
const inAnotherTab = async ({ page, url }: OrderedCharge): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(url);
  return tab;
};

/** Waits until the platform has heard of the cable. */
const gunShows = async ({ pile }: LabelledPile, state: number): Promise<void> => {
  const shown = async () => (await drivers.network.tenant.ok(gunApi.list, { cpCode: pile.facts.cpCode })).records[0]?.gunWorkStat;
  await expect.poll(shown).toBe(state);
};

type DriverCourse = () => Promise<void>;
const together = (...parts: readonly DriverCourse[]) => Promise.all(parts.map((part) => part()));

/** A pile whose guns nobody uses. */
let free: LabelledPile;

/** Plug in, the wrong gun, offline, out of service, in use, a code that is not valid. */
const beforePayment: readonly DriverCourse[] = [
  async () => seeRow(await scan(free), 1),
  async () => {
    const place = await placeOf('ROW-02', { gunCount: 2 });
    place.pile.plug(2, aCar('LROWS200000000000'));
    const page = await scan(place);
    await seeRow(page, 2, { n: '2' });
    await page.getByRole('link', { name: /^Use connector 2/u }).click();
    await page.getByRole('heading', { name: 'ROW-02 · 2' }).waitFor();
    await button(page, 'Pay ¥50.00 and start').waitFor();
  },
  async () => {
    const place = await placeOf('ROW-03');
    place.pile.close();
    const page = await scan(place);
    await seeRow(page, 3, { list: ['ROW-00 · 1、ROW-00 · 2', 'ROW-00 · 1、ROW-00 · 2', 'ROW-00 · 1, ROW-00 · 2'] });
    expect(await page.getByRole('button', { name: /^Pay/u }).count()).toBe(0);
  },
  async () => {
    const place = await placeOf('ROW-04');
    place.pile.setFault(3);
    const page = await scan(place);
    await seeRow(page, 4, { reason: ['故障', '故障', 'fault'] });
    await page.getByText('Free nearby: ROW-00 · 1, ROW-00 · 2').waitFor();
    expect(await page.getByRole('button', { name: /^Pay/u }).count()).toBe(0);
  },
  async () => {
    const place = await placeOf('ROW-05');
    await order(place);
    const page = await scan(place);
    await seeRow(page, 5);
    await page.getByText('Free nearby: ROW-00 · 1, ROW-00 · 2').waitFor();
  },
  async () => {
    const place = await placeOf('ROW-27');
    const wrong = { ...place, url: place.url.replace(/\w{6}\/1$/u, '000000/1') };
    await seeRow(await scan(wrong), 27);
    const { orderNo } = /\/o\/(?<orderNo>[\w-]+)$/u.exec((await order(place)).url)?.groups ?? {};
    const linked = await scan({ ...place, url: `${new URL(place.url).origin}/o/${orderNo}#t=${'x'.repeat(22)}` });
    await seeRow(linked, 27);
    await drivers.network.tenant.ok(payQrApi.renewLabels, { cpCodes: 'ROW-27' });
    await seeRow(await scan(place), 27);
  },
];

/** A payment that is being checked, that comes too late, that was made twice; a cable that was pulled out, and a start that the car refuses. */
const aroundPayment: readonly DriverCourse[] = [
  async () => {
    const { page, url } = await order(await placeOf('ROW-07'));
    await page.goto(url);
    await seeRow(page, 7);
    expect(await page.getByRole('button', { name: /^Pay/u }).count()).toBe(0);
  },
  async () => {
    const ordered = await order(await placeOf('ROW-08'));
    const tab = await inAnotherTab(ordered);
    await button(tab, 'Cancel').click();
    await seeRow(tab, 6);
    await drivers.standIn.pay(ordered.payNo, { isLate: true });
    await seeRow(tab, 8, { amount: PAID });
  },
  async () => {
    const first = await order(await placeOf('ROW-09'));
    const tab = await inAnotherTab(first);
    // The first payment has to be closed at the provider; until it is, the press is refused.
    await eventually(async () => {
      if (!tab.url().startsWith(drivers.standIn.origin)) await button(tab, 'WeChat Pay').click({ timeout: 1_000 });
      await tab.waitForURL(({ origin }) => origin === drivers.standIn.origin, { timeout: 10_000 });
    }, 100);
    await drivers.pay(tab);
    await drivers.standIn.pay(first.payNo, { isLate: true });
    await seeRow(tab, 9, { amount: PAID });
  },
  async () => {
    const place = await placeOf('ROW-11');
    const refusing = place.pile.gun(1);
    if (refusing) refusing.failNextStart = 167;
    const { page } = await paid(place);
    const reason = ['车辆没有正确应答（167）', '車輛沒有正確回應（167）', 'the car did not answer as it should (167)'] as const;
    await seeRow(page, 11, { reason, amount: PAID });
    place.pile.unplug(1);
    place.pile.plug(1, aCar('LROWS110000000000'));
    await gunShows(place, gunState.plugged);
    await button(page, 'Try again').click();
    await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  },
  async () => {
    const place = await placeOf('ROW-13');
    const { page } = await order(place);
    place.pile.unplug(1);
    await gunShows(place, gunState.idle);
    await drivers.pay(page);
    await seeRow(page, 13);
    await page.getByText(/^\d+ s left$/u).waitFor();
    place.pile.plug(1, aCar('LROWS130000000000'));
    await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  },
];

/** No network, back again, full, no record, a check by hand, no energy. */
const duringCharge: readonly DriverCourse[] = [
  async () => {
    const { page } = await charging(await placeOf('ROW-15'));
    await readEachLanguage(page);
    await page.context().setOffline(true);
    await seeRow(page, 15);
    await page.context().setOffline(false);
  },
  async () => {
    const place = await placeOf('ROW-16');
    const { page } = await charging(place);
    const again = await page.context().newPage();
    await again.goto(place.url);
    await again.getByRole('link', { name: 'Go to your charge' }).click();
    await seeRow(again, 16);
  },
  async () => {
    const { page } = await paid(await placeOf('ROW-18', { gunTimes: { startMs: [300, 600], socSpeed: 200 } }), { socPercent: 98 });
    await seeRow(page, 18);
  },
  async () => {
    const { page } = await charging(await placeOf('ROW-20', { rateRuleId: dearRuleId }));
    await seeRow(page, 20, { time: clockOf(dearAtMs), price: yuan('9.90') });
  },
  async () => {
    const { page } = await charging(await placeOf('ROW-22', { through: losing((type) => type === END_RECORD) }));
    await stop(page);
    await seeRow(page, 22);
    await page.getByText('provisional').waitFor();
  },
  async () => {
    const place = await placeOf('ROW-23');
    const { page, url } = await charging(place);
    place.pile.setFalseReport(1, 'energyTooLarge');
    await stop(page);
    await seeRow(page, 23, { hours: '24', no: url.split('/').at(-1) ?? '' });
  },
  async () => {
    // The card ends it as soon as it has begun, before the first step of the calculation.
    const place = await placeOf('ROW-26', { gunTimes: { startMs: [300, 600], tickMs: MINUTE_MS, stepMs: MINUTE_MS } });
    place.pile.on((notice) => void (notice.kind === 'recordCreated' && notice.record.kind === 'start' && setTimeout(() => place.pile.stop(1))));
    const { page } = await paid(place);
    await seeRow(page, 26, { amount: PAID });
  },
];

test('before the payment, around it, and during the charge', async () => {
  free = await placeOf('ROW-00', { gunCount: 2 });
  await together(...beforePayment, ...aroundPayment, ...duringCharge);
  expect(rowsSeen()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 18, 20, 22, 23, 26, 27]);
});

/** The rest on its way back, and a refund that failed. */
const afterCharge = async (): Promise<void> => {
  // One after the other, because the provider gives its fates to the next refunds, whosever they are.
  for (const [no, fate] of [
    [24, 'slow'],
    [25, 'abnormal'],
  ] as const) {
    const { page, payNo } = await charging(await placeOf(`ROW-${no}`));
    await drivers.standIn.misbehave({ refunds: [fate] });
    await stop(page);
    await page.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
    const refundOf = async () => (await drivers.standIn.payments()).find((payment) => payment.payNo === payNo)?.refunds[0]?.amountCents;
    await expect.poll(refundOf).toBeGreaterThan(0);
    await seeRow(page, no, { amount: yuan((((await refundOf()) ?? 0) / 100).toFixed(2)) });
  }
};

test('after the charge, and when minutes have passed; then each row was told', async () => {
  const { clock } = drivers;
  const cut = await placeOf('ROW-14');
  const slowly = async () => {
    const place = await placeOf('ROW-12', { through: losing((type) => type === START) });
    const { page } = await paid(place);
    await seeRow(page, 10, { s: /\d{1,2}/u });
    return { place, page };
  };
  // No other charge of these ends, and is refunded, in the meantime.
  const [unpaid, slow, silent, disobeying, spending] = await Promise.all([
    order(await placeOf('ROW-06')),
    slowly(),
    charging(cut),
    charging(await placeOf('ROW-17', { through: losing((type) => type === STOP) })),
    charging(await placeOf('ROW-19')),
    afterCharge(),
  ]);
  await together(
    async () => {
      await stop(disobeying.page);
      await disobeying.page.getByRole('heading', { name: 'Stopping …' }).waitFor();
    },
    async () => cut.pile.cut(10 * MINUTE_MS),
  );
  await clock.advance(31_000);
  await seeRow(disobeying.page, 17, { tel: TEL });
  await clock.advance(65_000);
  await together(
    async () => seeRow(slow.page, 12),
    async () => seeRow(silent.page, 14, { time: /\d\d:\d\d/u }),
  );
  slow.place.pile.unplug(1);
  await gunShows(slow.place, gunState.idle);
  // The pile was never told, and its gun is free: all of the money goes back by itself. Connections are cut where a pile is silent for so long, so the gun
  // is looked at a moment after its pile is back.
  await clock.advance(130_000);
  await slow.place.pile.waitFor(({ connection }) => connection.live);
  await clock.advance(20_000);
  await seeRow(slow.page, 26, { amount: PAID });
  await clock.advance(180_000);
  const tab = await inAnotherTab(unpaid);
  await together(
    async () => seeRow(tab, 6),
    async () => seeRow(spending.page, 19),
  );
  expect(rowsSeen()).toEqual(rowNos);
});
