import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PILE } from '#domains/charging/charging-testbed.fixture.ts';
import { pileApi, stationApi } from '#domains/network/resources.ts';
import { accessConfigApi, partnerCallApi } from '#domains/partner/resources.ts';
import { startPartnerTestbed } from '../testing/partner-testbed.ts';
import type { CallOptions, PartnerProgram, PartnerTestbed, SentCall } from '../testing/partner-testbed.ts';

let bed: PartnerTestbed;
beforeAll(async () => {
  bed = await startPartnerTestbed();
});
afterAll(() => bed.close());

const GUN = { cpCode: PILE, gunNumber: 1 };

describe('keys', () => {
  test('are shown once and stored sealed', async () => {
    const { keys, accessConfigId } = await bed.partner();
    const stored = inspect(await bed.rows('select * from access_key where access_config_id = $1', [accessConfigId]));
    for (const name of ['accessToken', 'secretKey', 'ivKey', 'signSecret'] as const) expect(stored).not.toContain(keys[name].slice(-20));
    const shown = JSON.stringify(await bed.server.ok(bed.staff, accessConfigApi.queryById, { id: accessConfigId }));
    expect(shown).toContain(`…${keys.accessToken.slice(-4)}`);
    for (const name of ['accessToken', 'secretKey', 'ivKey', 'signSecret'] as const) expect(shown).not.toContain(keys[name]);
  });

  test('rotate under load without a refused call, and the old ones end with their overlap', async () => {
    const old = await bed.partner();
    const outcomes: Promise<string>[] = [];
    for (let round = 0; round < 10; round += 1) outcomes.push(old.outcome('GET /stations'));
    const keys = await bed.server.ok(bed.staff, accessConfigApi.rotateKeys, { accessConfigId: old.accessConfigId, overlapHours: 1 });
    const fresh = bed.program(old.accessConfigId, keys);
    for (let round = 0; round < 10; round += 1) outcomes.push(old.outcome('GET /stations'), fresh.outcome('GET /stations'));
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['200']));
    // Keys of two sets do not mix.
    expect(await fresh.outcome('GET /stations', undefined, { token: old.keys.accessToken })).toBe('partner.signature');
    await bed.server.ok(bed.staff, accessConfigApi.endOldKeys, { accessConfigId: old.accessConfigId });
    expect([await old.outcome('GET /stations'), await fresh.outcome('GET /stations')]).toEqual(['partner.unknown', '200']);
    const third = bed.program(
      old.accessConfigId,
      await bed.server.ok(bed.staff, accessConfigApi.rotateKeys, { accessConfigId: old.accessConfigId, overlapHours: 1 }),
    );
    await bed.rows(`update access_key set end_time = now() - interval '1 second' where access_config_id = $1 and end_time > now()`, [
      old.accessConfigId,
    ]);
    expect([await fresh.outcome('GET /stations'), await third.outcome('GET /stations')]).toEqual(['partner.unknown', '200']);
  });
});

describe.each([
  ['signed', 1],
  ['signed and encrypted', 2],
])('an account that is %s', (_name, authType) => {
  test('reads its stations, guns and prices', async () => {
    const program = await bed.partner({ authType });
    const stations = await program.call('GET /stations');
    expect(stations.body).toMatchObject({
      records: [{ stationId: bed.ids.stationId, name: 'Charging Station', currency: 'CNY', isOpen: true, gunCount: 2 }],
    });
    expect(stations.text.includes('Charging Station')).toBe(authType === 1);
    const guns = await program.call(`GET /stations/${bed.ids.stationId}/guns`);
    expect(guns.body).toMatchObject({
      records: [
        { ...GUN, use: 'plugged', current: 'DC', powerW: 120_000, isOnline: true },
        { gunNumber: 2, use: 'idle' },
      ],
    });
    expect((await program.call(`GET /guns/${PILE}/1`)).body).toMatchObject({ ...GUN, use: 'plugged' });
    const prices = await program.call(`GET /guns/${PILE}/1/prices`);
    expect(prices.body).toMatchObject({
      currency: 'CNY',
      digits: 2,
      stages: [{ energyE5: 100_000, serviceE5: 50_000, totalE5: 150_000, hourE5: 0 }],
    });
  });
});

const replaced = (text: string, at: number): string => `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
const withHeader =
  (name: string, change: (value: string) => string) =>
  (sent: SentCall): SentCall => ({ ...sent, headers: { ...sent.headers, [name]: change(sent.headers[name] ?? '') } });

describe('what is refused', () => {
  let program: PartnerProgram;
  beforeAll(async () => {
    program = await bed.partner({ allowedAddresses: '127.0.0.1, 203.0.113.0/24' });
  });
  /** Addresses of their own, because one that is refused too often is not listened to. */
  const from = (index: number): string => `203.0.113.${index}`;

  const start = { requestId: 'r', ...GUN };
  test.each<[string, string, CallOptions]>([
    ['another method', 'partner.signature', { bend: (sent) => ({ ...sent, method: 'PUT' }) }],
    ['another path', 'partner.signature', { bend: (sent) => ({ ...sent, path: '/charges/x/stop' }) }],
    ['another query', 'partner.signature', { bend: (sent) => ({ ...sent, path: `${sent.path}?a=1` }) }],
    ['another body', 'partner.signature', { bend: (sent) => ({ ...sent, body: sent.body.replace('"r"', '"s"') }) }],
    ['another timestamp', 'partner.signature', { bend: withHeader('x-timestamp', (value) => replaced(value, 9)) }],
    ['another nonce', 'partner.signature', { bend: withHeader('x-nonce', (value) => replaced(value, 3)) }],
    ['another signature', 'partner.signature', { bend: withHeader('x-signature', (value) => replaced(value, 63)) }],
    ['an unknown account', 'partner.unknown', { authId: 'P000' }],
    ['an unknown token', 'partner.unknown', { token: 'cop_x' }],
    ['no signature', 'partner.headers', { bend: withHeader('x-signature', () => '') }],
    ['a short nonce', 'partner.headers', { nonce: 'short' }],
    ['a foreign address', 'partner.address', { ip: '198.51.100.7' }],
  ])('%s: %s', async (_name, code, options) => {
    // A method that is no route is answered before anybody is asked.
    const expected = options.bend?.({ method: '', path: '', body: '', headers: {} }).method === 'PUT' ? 'missing' : code;
    expect(await program.outcome('POST /charges', start, { ip: from(1), ...options })).toBe(expected);
  });

  test('a clock that is five minutes off, either way; the answer tells the time', async () => {
    const nowS = Math.floor(bed.now() / 1_000);
    for (const offS of [-301, 302]) {
      const answer = await program.call('GET /stations', undefined, { timestampS: nowS + offS, ip: from(2) });
      expect(answer.body).toMatchObject({ code: 'partner.clock', detail: { serverTime: expect.stringMatching(/^20/) } });
    }
    for (const offS of [-295, 295]) expect(await program.outcome('GET /stations', undefined, { timestampS: nowS + offS, ip: from(2) })).toBe('200');
  });

  test('a repetition, also one of many at once', async () => {
    const options = { nonce: 'a-nonce-of-its-own-1', timestampS: Math.floor(bed.now() / 1_000), ip: from(3) };
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => program.outcome('GET /stations', undefined, options)));
    expect(outcomes.toSorted()).toEqual(['200', ...Array.from({ length: 15 }, () => 'partner.replayed')]);
  });

  test('a disabled account, one that has ended, and one of a disabled tenant', async () => {
    const own = await bed.partner();
    const set = (setState: number) => bed.server.ok(bed.staff, accessConfigApi.changeState, { entityId: own.accessConfigId, setState });
    await set(0);
    expect(await own.outcome('GET /stations')).toBe('partner.disabled');
    await set(1);
    await bed.rows(`update access_config set auth_exp_time = now() - interval '1 second' where access_config_id = $1`, [own.accessConfigId]);
    expect(await own.outcome('GET /stations')).toBe('partner.expired');
  });

  test('a flood beyond the limit of the account; the answer says when to come back', async () => {
    const own = await bed.partner({ callsPerMinute: 20 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => own.call('GET /stations')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refusedAnswer = answers.find(({ status }) => status === 429);
    expect(refusedAnswer?.body).toMatchObject({ code: 'partner.tooFast', title: 'Too many calls; 20 a minute at most' });
    expect(Number(refusedAnswer?.headers.get('retry-after'))).toBeGreaterThan(0);
    // The refusals of a minute are one row of the log.
    const read = () =>
      bed.rows(
        `select problem_code as code, sum(repeat_count)::int as n, count(*)::int as rows from partner_call
      where access_config_id = $1 group by 1 order by 1 nulls first`,
        [own.accessConfigId],
      );
    await expect.poll(async () => (await read()).reduce((sum, { n }) => sum + Number(n), 0)).toBe(60);
    const logged = await read();
    expect(logged.filter(({ code }) => code === null)).toMatchObject([{ n: 20, rows: 20 }]);
    const floods = logged.filter(({ code }) => code === 'partner.tooFast');
    expect(floods).toMatchObject([{ n: 40 }]);
    expect(Number(floods[0]?.['rows'])).toBeLessThanOrEqual(2);
  });

  test('an address that sends nonsense is not listened to for a while, and others are', async () => {
    for (let n = 0; n < 60; n += 1) await program.outcome('GET /stations', undefined, { token: 'cop_x', ip: from(9) });
    expect(await program.outcome('GET /stations', undefined, { ip: from(9) })).toBe('partner.tooManyRefused');
    expect(await program.outcome('GET /stations', undefined, { ip: from(10) })).toBe('200');
  });

  test('calls without their right', async () => {
    const calls = [
      'GET /stations',
      `GET /guns/${PILE}/1/prices`,
      'GET /charges/none',
      'GET /orders?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
    ];
    for (const [held, own] of [1, 2, 3, 4].entries()) {
      const limited = await bed.partner({ accessRights: [own] });
      const outcomes = await Promise.all(calls.map((route) => limited.outcome(route)));
      expect(outcomes.map((outcome, index) => [outcome === 'partner.right', index === held])).toEqual(
        calls.map((_call, index) => [index !== held, index === held]),
      );
    }
  });

  test('a plain body of an encrypted account, and a changed one', async () => {
    const own = await bed.partner({ authType: 2 });
    expect(await own.outcome('POST /charges', start, { isEncrypted: false })).toBe('partner.encryption');
    expect(await own.outcome('POST /charges', { encData: 'AAAA' }, { isEncrypted: false })).toBe('partner.encryption');
    expect(await own.outcome('POST /charges', { encData: Buffer.alloc(64).toString('base64') }, { isEncrypted: false })).toBe('partner.encryption');
    // Encrypted rightly, but no JSON of this call.
    expect(await own.outcome('POST /charges', { requestId: 'x' })).toBe('badInput');
  });

  test('nobody learns from an unsigned call whether an account exists', async () => {
    const answers = await Promise.all([
      program.call('GET /stations', undefined, { authId: 'P999', ip: from(11) }),
      program.call('GET /stations', undefined, { token: 'cop_y', ip: from(11) }),
    ]);
    const [unknown, wrong] = answers.map(({ status, body: { reference: _reference, ...rest } }) => ({ status, ...rest }));
    expect(unknown).toEqual(wrong);
  });
});

test('an input that cannot be what it should is named, also of an encrypted call, and logged', async () => {
  const program = await bed.partner({ authType: 2 });
  const wrong = await program.call('POST /charges', { requestId: 'a b', cpCode: '', gunNumber: 9, strategyType: 7, strategyVal: '-1' });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'badInput' } });
  expect(Object.keys(wrong.body['fields'] ?? {}).toSorted()).toEqual(['cpCode', 'gunNumber', 'requestId', 'strategyType', 'strategyVal']);
  for (const period of ['from=x&to=y', 'from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z', 'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z'])
    expect((await program.call(`GET /orders?${period}`)).status).toBe(400);
  expect(await program.outcome('GET /orders?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&page=0')).toBe('badInput');
  const log = () =>
    bed.rows(`select problem_code from partner_call where access_config_id = $1 and problem_code = 'badInput'`, [program.accessConfigId]);
  await expect.poll(async () => (await log()).length).toBe(3);
});

test('a long encrypted answer, which browsers would get compressed, can be opened', async () => {
  const program = await bed.partner({ authType: 2 });
  await bed.rows('update station set station_addr = $1 where station_id = $2', ['A long road '.repeat(400), bed.ids.stationId]);
  const { body, text } = await program.call('GET /stations');
  expect(text.length).toBeGreaterThan(5_000);
  expect(body).toMatchObject({ records: [{ address: 'A long road '.repeat(400) }] });
});

test('a pile that is not open to the public is hidden from partners', async () => {
  const program = await bed.partner();
  await bed.rows('update pile set exter_operate = 0 where cp_code = $1', [PILE]);
  expect(await program.outcome(`GET /guns/${PILE}/1`)).toBe('partner.gunUnknown');
  expect(await program.outcome('POST /charges', { requestId: 'hidden', ...GUN })).toBe('partner.gunUnknown');
  expect((await program.call(`GET /stations/${bed.ids.stationId}/guns`)).body).toEqual({ records: [] });
  await bed.rows('update pile set exter_operate = 1 where cp_code = $1', [PILE]);
  expect(await program.outcome(`GET /guns/${PILE}/1`)).toBe('200');
});

test('a partner sees its own stations and charges alone', async () => {
  const { server, staff, ids } = bed;
  const { stationId } = await server.ok(staff, stationApi.add, { agentId: ids.agentId, stationName: 'Other Station', timezone: 'Asia/Shanghai' });
  await server.ok(staff, pileApi.add, {
    cpCode: 'OTHER01',
    stationId,
    cpName: 'Other',
    cpType: 1,
    protocol: 1,
    gunCount: 1,
    cpPower: '60',
    accountMinAmount: '1.00',
  });
  const [one, two, none] = [await bed.partner(), await bed.partner({}, stationId), await bed.partner({}, '')];
  await bed.plug();
  expect(await one.outcome('POST /charges', { requestId: 'mine', ...GUN })).toBe('200');
  const period = `from=${new Date(bed.now() - 3_600_000).toISOString()}&to=${new Date(bed.now() + 3_600_000).toISOString()}`;
  const seenBy = async (program: PartnerProgram) => {
    const stations = await program.call('GET /stations');
    const orders = await program.call(`GET /orders?${period}`);
    const outcomes = await Promise.all([
      program.outcome(`GET /stations/${ids.stationId}/guns`),
      program.outcome(`GET /guns/${PILE}/1`),
      program.outcome(`GET /guns/${PILE}/1/prices`),
      program.outcome(`GET /stations/${stationId}/guns`),
      program.outcome('GET /guns/OTHER01/1'),
      program.outcome('GET /charges/mine'),
      program.outcome('POST /charges/other/stop'),
    ]);
    return { stations: namesIn(stations.body), orders: namesIn(orders.body), outcomes };
  };
  const [gone, charge] = [['partner.stationUnknown', 'partner.gunUnknown', 'partner.gunUnknown'], 'partner.chargeUnknown'];
  expect(await seenBy(one)).toEqual({
    stations: ['Charging Station'],
    orders: ['mine'],
    outcomes: ['200', '200', '200', 'partner.stationUnknown', 'partner.gunUnknown', '200', charge],
  });
  expect(await seenBy(two)).toEqual({ stations: ['Other Station'], orders: [], outcomes: [...gone, '200', '200', charge, charge] });
  expect(await seenBy(none)).toEqual({
    stations: [],
    orders: [],
    outcomes: [...gone, 'partner.stationUnknown', 'partner.gunUnknown', charge, charge],
  });
  // A foreign gun is answered like one that does not exist.
  expect(await two.outcome('POST /charges', { requestId: 'theirs', cpCode: PILE, gunNumber: 2 })).toBe('partner.gunUnknown');
  expect(await two.outcome('POST /charges', { requestId: 'theirs', cpCode: 'NONE', gunNumber: 2 })).toBe('partner.gunUnknown');
  // The same request id of another account is another charge.
  expect(await two.outcome('POST /charges/mine/stop')).toBe(charge);
  await endCharge(one, 'mine', 10_000);
});

const namesIn = (body: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const { records } = body;
  if (!Array.isArray(records)) throw new Error(JSON.stringify(body));
  return records.map((row: Readonly<Record<string, unknown>>) => row['name'] ?? row['requestId']);
};

/** The pile starts, charges and ends the charge of a request, which is settled afterwards. */
const endCharge = async (program: PartnerProgram, requestId: string, energyDwh: number): Promise<string> => {
  const orderNo = String((await program.call(`GET /charges/${requestId}`)).body['chargingOrderNo']);
  await bed.charging.handlers.startResult(bed.pile, {
    kind: 'startResult',
    chargingOrderNo: orderNo,
    gunNumber: 1,
    startResult: 0,
    startSource: 5,
    startAtMs: bed.now(),
    startSoc: 40,
    fromStore: false,
    startMeterDwh: 1_000_000,
  });
  bed.advance(60_000);
  await bed.sample(orderNo, energyDwh, { meterDwh: 1_000_000 + energyDwh });
  expect((await program.call(`GET /charges/${requestId}`)).body).toMatchObject({
    orderState: 2,
    live: { energyWh: energyDwh / 10, powerW: 40_000 },
  });
  await program.call(`POST /charges/${requestId}/stop`);
  expect((await program.call(`GET /charges/${requestId}`)).body).toMatchObject({ isStopping: true });
  await bed.sendEndRecord(orderNo, energyDwh, { startMeterDwh: 1_000_000, stopMeterDwh: 1_000_000 + energyDwh });
  await bed.worker.poll();
  await bed.plug(1, 2);
  await bed.plug(1, 3);
  return orderNo;
};

describe('a charge', () => {
  const balanceOf = async (): Promise<bigint> => {
    const [row] = await bed.rows('select b.posted from ledger.account a join ledger.balance b using (account_id) where a.code = $1', [
      `wallet:customer:${bed.custId}`,
    ]);
    return BigInt(String(row?.['posted']));
  };

  test('is begun once for a request, also by many calls at once, and paid by the customer of the account', async () => {
    const program = await bed.partner();
    const before = await balanceOf();
    const request = { requestId: 'order-1', ...GUN, strategyType: 2, strategyVal: '20.00' };
    const answers = await Promise.all(Array.from({ length: 16 }, () => program.call('POST /charges', request)));
    expect(new Set(answers.map(({ body, status }) => `${status} ${String(body['chargingOrderNo'])}`)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ requestId: 'order-1', orderState: 6, bill: null, currency: 'CNY' });
    expect(await program.outcome('POST /charges', { ...request, strategyVal: '30.00' })).toBe('partner.requestReused');
    const orderNo = await endCharge(program, 'order-1', 20_000);
    expect(await bed.orderRow(orderNo)).toMatchObject({ start_source: 5, main_part_type: 3, main_part_id: BigInt(bed.custId), order_state: 4 });
    const { body } = await program.call('GET /charges/order-1');
    expect(body).toMatchObject({
      orderState: 4,
      energyWh: 2_000,
      live: null,
      bill: { totalCents: 300, energyCents: 200, serviceCents: 100, discountCents: 0 },
    });
    expect(before - (await balanceOf())).toBe(300n);
    expect(await bed.brokenInvariants()).toEqual([]);
    // A stop after the end changes nothing.
    expect(await program.outcome('POST /charges/order-1/stop')).toBe('200');
    const again = await program.call('POST /charges', request);
    expect(again.body).toMatchObject({ chargingOrderNo: orderNo, orderState: 4 });
  });

  test('is not begun beyond the open charges of the account, at an unplugged gun, or with a wrong strategy', async () => {
    const program = await bed.partner({ openChargesMax: 1 });
    const start = (requestId: string, more: object = {}) => program.call('POST /charges', { requestId, ...GUN, ...more });
    expect((await start('a', { strategyType: 4, strategyVal: '101' })).body).toMatchObject({ code: 'partner.strategy' });
    expect((await start('b', { gunNumber: 2 })).body).toMatchObject({
      code: 'partner.notStarted',
      detail: { obstacle: 'gun.notPlugged' },
      title: 'The charge cannot begin: The gun is not plugged in',
    });
    expect((await start('c')).status).toBe(200);
    expect((await start('d', { gunNumber: 2 })).body).toMatchObject({ code: 'partner.openCharges', title: '1 charges are open, which is the limit' });
    // What was refused is forgotten, so the same request may be tried again.
    await endCharge(program, 'c', 1_000);
    expect((await start('d')).status).toBe(200);
    await endCharge(program, 'd', 1_000);
  });

  test('is not begun when the customer has no money', async () => {
    await bed.rows(`update customer set cust_state = 0 where cust_id = $1`, [bed.custId]);
    const program = await bed.partner();
    const answer = await program.call('POST /charges', { requestId: 'x', ...GUN });
    expect(answer.body).toMatchObject({ code: 'partner.notStarted', detail: { obstacle: 'account.disabled' } });
    await bed.rows(`update customer set cust_state = 1 where cust_id = $1`, [bed.custId]);
    const cap = await program.call('POST /charges', { requestId: 'x', ...GUN, strategyType: 2, strategyVal: '100000.00' });
    expect(cap.body).toMatchObject({ code: 'partner.notStarted', detail: { obstacle: 'money.insufficient' } });
  });
});

test('the log has each call, with declared inputs alone, and its refusals', async () => {
  const program = await bed.partner();
  await program.call('POST /charges', { requestId: 'log-1', cpCode: 'NONE', gunNumber: 1, phone: '13912345678' });
  await program.call('GET /stations');
  await program.call('GET /stations', undefined, { bend: withHeader('x-signature', (value) => replaced(value, 5)) });
  const read = async () =>
    (await bed.server.ok(bed.staff, partnerCallApi.list, { accessConfigId: program.accessConfigId, column: 'createTime', order: 'asc' })).records;
  await expect.poll(async () => (await read()).length).toBe(3);
  expect(await read()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        callPath: '/charges',
        callMethod: 'POST',
        httpStatus: 404,
        problemCode: 'partner.gunUnknown',
        callOutcome: 2,
        callInput: '{"requestId":"log-1","cpCode":"NONE","gunNumber":1,"phone":"***"}',
      }),
      expect.objectContaining({ callPath: '/stations', httpStatus: 200, problemCode: null, callOutcome: 1, repeatCount: 1 }),
      expect.objectContaining({ httpStatus: 401, problemCode: 'partner.signature', callOutcome: 2, callInput: null }),
    ]),
  );
});
