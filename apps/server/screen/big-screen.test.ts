import { afterAll, beforeAll, expect, test } from 'vitest';
import { gunState } from '#engines/pile/codes.ts';
import { PILE } from '#domains/charging/charging-testbed.fixture.ts';
import { startOperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import type { OperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import { bigScreenApi, insight, SCREEN_PATH } from '#domains/insight/resources.ts';
import type { ScreenAbout, ScreenLive, ScreenSums } from '#domains/insight/resources.ts';
import { insightRoutes } from '#domains/insight/server.ts';
import { createStreamBounds } from '#kit/server/connections/stream-bounds.ts';
import type { StreamBounds } from '#kit/server/connections/stream-bounds.ts';

let bed: OperatorTestbed;
let streams: StreamBounds;
beforeAll(async () => {
  streams = createStreamBounds();
  bed = await startOperatorTestbed({ domains: [insight], routes: (deps) => insightRoutes({ ...deps, streams, build: 'b1' }) });
});
afterAll(async () => {
  streams.close();
  await bed.close();
});

let names = 0;
const addScreen = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const input = { tenantId: bed.ids.tenantId, screenName: `Wall ${++names}`, views: [1, 3], turnS: 30, screenLanguage: 3, ...more };
  return (await bed.server.ok(bed.staff, bigScreenApi.add, input)).bigScreenId;
};
const keyIn = (path: string): string => path.replace('/screen/#k=', '');
const newKey = async (bigScreenId: string, days = 180): Promise<string> =>
  keyIn((await bed.server.ok(bed.staff, bigScreenApi.newKey, { bigScreenId, days })).path);

interface OpenedStream {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly about: ScreenAbout;
  readonly live: ScreenLive;
  readonly sums: ScreenSums;
  /** Resolves when the server ends the stream. */
  readonly end: Promise<void>;
  readonly leave: () => void;
}

/** Opens the stream of a key as a wall does, and waits for the first picture. */
const open = async (key: string): Promise<OpenedStream> => {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${bed.server.url}${SCREEN_PATH}/events`, { headers, signal: leaving.signal });
  const leave = () => leaving.abort();
  const none = { about: {}, live: {}, sums: {} } as unknown as Pick<OpenedStream, 'about' | 'live' | 'sums'>;
  if (answer.status !== 200 || !answer.body) {
    const { code } = (await answer.json()) as { code: string };
    return { status: answer.status, code, text: '', ...none, end: Promise.resolve(), leave };
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('event: sums') || !text.endsWith('\n\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended after ${text}`);
    text += value;
  }
  const dataOf = (event: string): unknown => JSON.parse(new RegExp(`event: ${event}\nid: \\d+\ndata: (.*)\n`, 'u').exec(text)?.[1] ?? 'null');
  const end = (async () => {
    while (!(await reader.read().catch(() => ({ done: true }))).done);
  })();
  return {
    status: 200,
    code: '',
    text,
    about: dataOf('about') as ScreenAbout,
    live: dataOf('live') as ScreenLive,
    sums: dataOf('sums') as ScreenSums,
    end,
    leave,
  };
};

const outcome = async (key: string): Promise<string> => {
  const { status, code, leave } = await open(key);
  leave();
  return status === 200 ? '200' : code;
};

test('a wall reads what the network does and did, and nothing of its drivers', async () => {
  await bed.charge(80_000);
  await bed.charge(40_000);
  await bed.startCharging({ energyDwh: 50_000 });
  await bed.plug(1, gunState.charging);
  const key = await newKey(await addScreen());
  const { about, live, sums, text, leave } = await open(key);
  leave();
  expect(about).toMatchObject({ views: [1, 3], turnS: 30, language: 'en_US', build: 'b1' });
  expect(live).toMatchObject({
    piles: 1,
    onlinePiles: 1,
    stations: [{ id: bed.ids.stationId, guns: 2, charging: 1 }],
    charges: [{ cpCode: PILE, gunNumber: 1 }],
  });
  const orders = await bed.server.database.asSuperuser<{ n: bigint; energy: bigint; amount: bigint }>(
    'select count(*) as n, sum(charging_elec)::int8 as energy, sum(billing_amount)::int8 as amount from charging_order where order_state in (4, 5)',
  );
  const settled = { charges: Number(orders[0]?.n), energyDwh: Number(orders[0]?.energy), amountCents: Number(orders[0]?.amount) };
  expect(settled).toMatchObject({ charges: 2, energyDwh: 120_000 });
  expect(sums).toMatchObject({ currency: 'CNY', digits: 2, otherCurrencies: [], total: settled, year: settled });
  expect([sums.days.length, sums.days.at(-1), sums.months.length, sums.months.at(-1)]).toEqual([14, settled, 12, settled]);
  expect(sums.hoursDwh.reduce((sum, dwh) => sum + dwh, 0)).toBe(settled.energyDwh);
  expect(sums.stagesDwh.reduce((sum, dwh) => sum + dwh, 0)).toBe(settled.energyDwh);
  expect(sums.ranking).toMatchObject([settled]);
  expect(sums.parties.reduce((sum, { energyDwh }) => sum + energyDwh, 0)).toBe(settled.energyDwh);
  expect(sums.carbonKg).toBeCloseTo(12 * 0.5474, 1);
  const [secrets] = await bed.server.database.asSuperuser<Record<string, string | null>>(
    'select ic_card_no, car_vin, user_name, user_mobile, cust_name, charging_order_no from charging_order order by 1 limit 1',
  );
  for (const secret of Object.values(secrets ?? {})) expect(secret === null || !text.includes(secret)).toBe(true);
});

test('a person looks for an hour, at a screen of the own tenant, and cannot lengthen it', async () => {
  const bigScreenId = await addScreen();
  const key = keyIn((await bed.server.ok(bed.anna, bigScreenApi.look, { bigScreenId })).path);
  expect(await outcome(key)).toBe('200');
  const [prefix, id, ends = '', mac] = key.split('.');
  const later = (Number.parseInt(ends, 36) + 1).toString(36);
  expect(await outcome([prefix, id, later, mac].join('.'))).toBe('bigScreen.keyInvalid');
  expect(await outcome([prefix, String(Number(id) + 1), ends, mac].join('.'))).toBe('bigScreen.keyInvalid');
  bed.advance(3_600_001);
  expect(await outcome(key)).toBe('bigScreen.keyInvalid');
});

test('a key opens one screen until it ends, is replaced or taken back, or the screen is disabled', async () => {
  const bigScreenId = await addScreen();
  const first = await newKey(bigScreenId, 1);
  expect([await outcome(first), await outcome(`${first}x`), await outcome('')]).toEqual(['200', 'bigScreen.keyInvalid', 'bigScreen.keyInvalid']);
  const second = await newKey(bigScreenId);
  expect([await outcome(first), await outcome(second)]).toEqual(['bigScreen.keyInvalid', '200']);
  const state = async (to: number) => bed.server.ok(bed.staff, bigScreenApi.changeState, { entityId: bigScreenId, setState: to });
  await state(0);
  expect(await outcome(second)).toBe('bigScreen.keyInvalid');
  await state(1);
  const { end } = await open(second);
  await bed.server.ok(bed.staff, bigScreenApi.endKey, { bigScreenId });
  await end;
  expect(await outcome(second)).toBe('bigScreen.keyInvalid');
  const shown = JSON.stringify(await bed.server.ok(bed.staff, bigScreenApi.queryById, { id: bigScreenId }));
  expect([shown.includes(first), shown.includes(second)]).toEqual([false, false]);
  const third = await newKey(bigScreenId, 1);
  bed.advance(24 * 3_600_000 + 1);
  expect(await outcome(third)).toBe('bigScreen.keyInvalid');
});

test('four walls may read with one address, and a fifth waits', async () => {
  const key = await newKey(await addScreen());
  const opened = await Promise.all(Array.from({ length: 4 }, () => open(key)));
  expect(await outcome(key)).toBe('bigScreen.tooMany');
  for (const { leave } of opened) leave();
  await expect.poll(() => outcome(key)).toBe('200');
});

test('a screen of one station shows that one alone', async () => {
  const { live, sums, leave } = await open(await newKey(await addScreen({ stationId: bed.ids.stationId })));
  leave();
  expect([live.stations.map(({ id }) => id), sums.total.charges]).toEqual([[bed.ids.stationId], 2]);
});

test('a screen tells the time of most stations, and that of the tenant where there is none', async () => {
  const key = await newKey(await addScreen());
  const timeZoneOf = async () => {
    const { live, leave } = await open(key);
    leave();
    return live.timeZone;
  };
  const change = (statement: string) => bed.server.database.asSuperuser(statement);
  await change(`update station set timezone = 'Europe/Berlin' where station_id = ${bed.ids.stationId}`);
  await change(`update tenant set timezone = 'Asia/Tokyo' where tenant_id = ${bed.ids.tenantId}`);
  // What was read is shared for a while.
  await expect.poll(timeZoneOf, { interval: 500 }).toBe('Europe/Berlin');
  await change(`update station set station_stat = 0 where station_id = ${bed.ids.stationId}`);
  await expect.poll(timeZoneOf, { interval: 500 }).toBe('Asia/Tokyo');
});
