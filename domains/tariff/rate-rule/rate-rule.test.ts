import { laterNouns } from '../later-nouns.fixture.ts';
import { slotOfTime, timeOfSlot } from '#engines/time/slots.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { agentApi, network, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes, noPileCommands } from '#domains/network/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { waitingForLocks } from '#kit/test/database.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import type { TestServer } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { pilePolicyApi, rateMonthApi, rateRuleApi, tariff } from '../resources.ts';
import { freezeTariff, readSnapshot, tariffRoutes } from '../server.ts';
import { mayEdit } from '../rate-month/rate-month.rules.ts';

let server: TestServer;
let staff: Viewer;
let foreign: Viewer;
const platform = viewers.platform();
const world = { tenantId: '', agentId: '', stationIds: ['', ''], farStationId: '' };

const electricity = (rate: string, more: readonly object[] = []) => ({
  rateType: 1,
  billMode: 1,
  periods: [{ startTime: '00:00', rateStage: 4, rateDiscount: 100, rate }, ...more],
});
const service = { rateType: 2, billMode: 1, periods: [{ startTime: '00:00', rateStage: 0, rateDiscount: 90, rate: '0.5' }] };
const addRule = async (rateRuleName: string, months = 12): Promise<string> => {
  const { rateRuleId } = await server.ok(staff, rateRuleApi.add, { rateRuleName });
  await server.ok(staff, rateMonthApi.saveMonth, {
    rateRuleId,
    month: 1,
    fees: [electricity('0.35', [{ startTime: '08:30', rateStage: 2, rateDiscount: 100, rate: '1.20005' }]), service],
  });
  const rest = Array.from({ length: months - 1 }, (_unused, index) => index + 2).join(',');
  if (rest) await server.ok(staff, rateMonthApi.copyMonth, { rateRuleId, month: 1, months: rest });
  return rateRuleId;
};
const enabledRule = async (rateRuleName: string): Promise<string> => {
  const rateRuleId = await addRule(rateRuleName);
  await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  return rateRuleId;
};
const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());
const monthIn = (timeZone: string): number => Number(dayIn(timeZone).slice(5, 7));
const addPile = (cpCode: string, stationId: string) =>
  server.ok(staff, pileApi.add, { cpCode, stationId, cpName: cpCode, cpType: 1, gunCount: 2, cpPower: '120', accountMinAmount: '1.00' });

beforeAll(async () => {
  server = await startTestServer({
    domains: [network, tariff, laterNouns],
    routes: [...networkRoutes({ secrets: testSecrets, piles: noPileCommands }), ...tariffRoutes({ sendRatesToPiles: async () => undefined })],
  });
  const tenants = await Promise.all(
    ['Own Tenant', 'Other Tenant'].map((name) => server.ok(platform, tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })),
  );
  world.tenantId = tenants[0]?.tenantId ?? '';
  staff = viewers.tenant(world.tenantId);
  foreign = viewers.tenant(tenants[1]?.tenantId ?? '');
  world.agentId = (await server.ok(staff, agentApi.add, { agentName: 'Agent', timezone: 'Asia/Shanghai' })).agentId;
  for (const place of [0, 1])
    world.stationIds[place] = (
      await server.ok(staff, stationApi.add, { agentId: world.agentId, stationName: `Station ${place}`, timezone: 'Asia/Shanghai' })
    ).stationId;
  world.farStationId = (
    await server.ok(staff, stationApi.add, { agentId: world.agentId, stationName: 'Far Station', timezone: 'Pacific/Pago_Pago' })
  ).stationId;
});
afterAll(() => server.close());

describe('a rule', () => {
  test('prices a year month by month and is enabled only when whole', async () => {
    const partial = await addRule('Eleven Months', 11);
    const refused = await server.call(staff, rateRuleApi.changeRuleState, { rateRuleId: partial, opCode: 1 });
    expect(refused).toMatchObject({ success: false, message: 'Rule Eleven Months has no prices for month 12 and cannot be enabled' });
    await server.ok(staff, rateMonthApi.copyMonth, { rateRuleId: partial, month: 3, months: '12' });
    await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId: partial, opCode: 1 });
    expect(await server.ok(staff, rateRuleApi.queryById, { id: partial })).toMatchObject({ ruleState: 1, monthCount: 12, pileCount: 0 });
    expect((await server.ok(staff, rateRuleApi.queryList, {})).map((row) => row.text)).toEqual(['Eleven Months']);
  });

  test('shows its months as they were saved', async () => {
    const rateRuleId = await addRule('Shown');
    const months = await server.ok(staff, rateMonthApi.selectMonthsByRuleId, { rateRuleId });
    expect(months).toHaveLength(12);
    expect(months[11]).toEqual({
      month: 12,
      editable: true,
      inUse: false,
      fees: [
        {
          rateType: 1,
          billMode: 1,
          periods: [
            { startTime: '00:00', rateStage: 4, rateDiscount: 100, rate: '0.35000' },
            { startTime: '08:30', rateStage: 2, rateDiscount: 100, rate: '1.20005' },
          ],
        },
        { rateType: 2, billMode: 1, periods: [{ startTime: '00:00', rateStage: 0, rateDiscount: 90, rate: '0.50000' }] },
      ],
    });
  });

  test('a copy has all its months, another name and its own number', async () => {
    const rateRuleId = await addRule('Original');
    const copy = await server.ok(staff, rateRuleApi.copyRule, { rateRuleId, rateRuleName: 'The Copy' });
    expect(copy).toMatchObject({ rateRuleName: 'The Copy', monthCount: 12, ruleState: 0 });
    expect(copy.rateRuleNo).not.toBe((await server.ok(staff, rateRuleApi.queryById, { id: rateRuleId })).rateRuleNo);
  });

  test.each([
    [[electricity('1', [{ startTime: '08:15', rateStage: 1, rateDiscount: 100, rate: '1' }])], 'The periods are wrong'],
    [[{ ...electricity('1'), periods: [{ startTime: '01:00', rateStage: 1, rateDiscount: 100, rate: '1' }] }], 'The periods are wrong'],
    [
      [
        electricity('1', [
          { startTime: '08:00', rateStage: 1, rateDiscount: 100, rate: '1' },
          { startTime: '08:00', rateStage: 2, rateDiscount: 100, rate: '2' },
        ]),
      ],
      'The periods are wrong',
    ],
    [[electricity('1'), electricity('2')], 'Each fee item may appear once only'],
    [[service], 'Each month needs prices for electricity'],
    [[electricity('-1')], 'Fees, row 1: periods, row 1: rate cannot be less than 0'],
    [[electricity('1.000001')], 'Fees, row 1: periods, row 1: rate may have 5 decimals at most'],
  ])('bad periods %# are refused and change nothing', async (fees, message) => {
    const rateRuleId = await addRule(`Bad ${JSON.stringify(fees).length} ${Math.random()}`.slice(0, 40));
    const before = await server.ok(staff, rateMonthApi.selectMonthsByRuleId, { rateRuleId });
    const answer = await server.call(staff, rateMonthApi.saveMonth, { rateRuleId, month: 5, fees });
    expect(answer.success).toBe(false);
    expect(answer.message).toContain(message);
    expect(await server.ok(staff, rateMonthApi.selectMonthsByRuleId, { rateRuleId })).toEqual(before);
  });
});

describe('the days of a rule', () => {
  test('are those of the station: outside of them it cannot be chosen, set, or left to piles', async () => {
    const rateRuleId = await enabledRule('Dated');
    const stationId = world.farStationId;
    await addPile('TP21', stationId);
    const set = () => server.call(staff, pilePolicyApi.setRateRule, { cpCodes: 'TP21', rateRuleId });
    const offered = async (station: string) =>
      (await server.ok(staff, rateRuleApi.queryList, { tenantId: world.tenantId, stationId: station })).some((row) => row.value === rateRuleId);
    // These two zones are 25 hours apart, so the local dates always differ.
    const [late, early] = [dayIn('Pacific/Pago_Pago'), dayIn('Pacific/Kiritimati')];
    await server.ok(staff, rateRuleApi.edit, { rateRuleId, startTime: early });
    expect((await set()).message).toBe(`Rate rule Dated is not valid on ${late}, the day it is at the station`);
    expect(await offered(stationId)).toBe(false);
    await server.ok(staff, rateRuleApi.edit, { rateRuleId, startTime: '', endTime: late });
    expect(await offered(stationId)).toBe(true);
    expect((await set()).success).toBe(true);
    expect((await server.call(staff, rateRuleApi.edit, { rateRuleId, startTime: early, endTime: '' })).message).toBe('1 pile follows rule Dated');
    expect((await server.call(staff, rateRuleApi.edit, { rateRuleId, endTime: early })).success).toBe(true);
    await server.database.asSuperuser(`update rate_rule set start_time = '${early}' where rate_rule_id = ${rateRuleId}`);
    const enabled = () => server.call(staff, pileApi.changeState, { entityId: 'TP21', setState: 1 });
    expect((await enabled()).message).toBe('The rate policy of pile TP21 is not valid now, so the pile cannot be enabled');
    await server.database.asSuperuser(`update rate_rule set start_time = '${late}' where rate_rule_id = ${rateRuleId}`);
    expect((await enabled()).success).toBe(true);
  });

  test('are cleared with the side that is left out, and copied with the months', async () => {
    const rateRuleId = await addRule('Cleared');
    await server.ok(staff, rateRuleApi.edit, { rateRuleId, startTime: '2025-01-01', endTime: '2025-12-31' });
    expect(await server.ok(staff, rateRuleApi.edit, { rateRuleId, startTime: '', endTime: '2024-12-31' })).toMatchObject({
      startTime: null,
      endTime: '2024-12-31',
    });
    expect(await server.ok(staff, rateRuleApi.copyRule, { rateRuleId, rateRuleName: 'Cleared too' })).toMatchObject({ endTime: '2024-12-31' });
  });

  test('a page of choices is full of rules that can be chosen', async () => {
    await server.database.asSuperuser(`insert into rate_rule (tenant_id, rate_rule_name, rate_rule_no, rule_state)
      select ${world.tenantId}, 'AAA ' || n, 'AAA' || n, 0 from generate_series(1, 60) n`);
    const chosen = await server.ok(staff, rateRuleApi.queryList, { tenantId: world.tenantId });
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.filter(({ text }) => text.startsWith('AAA'))).toEqual([]);
  });
});

describe('a rule that piles follow', () => {
  test('is set for piles of one station only, and only when enabled', async () => {
    const rateRuleId = await addRule('Followed');
    for (const [code, place] of [
      ['TP01', 0],
      ['TP02', 0],
      ['TP03', 1],
    ] as const)
      await addPile(code, world.stationIds[place] ?? '');
    const set = (cpCodes: string) => server.call(staff, pilePolicyApi.setRateRule, { cpCodes, rateRuleId });
    expect((await set('TP01,TP02')).message).toBe('Rate rule Followed is not enabled');
    expect((await server.call(staff, pileApi.changeState, { entityId: 'TP01', setState: 1 })).message).toBe(
      'Pile TP01 has no rate policy and cannot be enabled',
    );
    await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
    expect((await set('TP01,TP03')).message).toBe('Only piles of the same station can be set together');
    expect((await set('TP01,TP02')).success).toBe(true);
    await server.ok(staff, pileApi.changeState, { entityId: 'TP01', setState: 1 });
    expect(await server.ok(staff, pileApi.queryById, { id: 'TP01' })).toMatchObject({
      cpStat: 1,
      cpWorkStat: 6,
      rateRuleId_dictText: 'Followed',
      rateRuleNo: (await server.ok(staff, rateRuleApi.queryById, { id: rateRuleId })).rateRuleNo,
    });

    expect((await server.call(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 2 })).message).toBe('2 piles follow rule Followed');
    expect((await server.call(staff, rateRuleApi.delete, { id: rateRuleId })).message).toBe('2 piles follow rule Followed');
    const month = monthIn('Asia/Shanghai');
    const inUse = await server.call(staff, rateMonthApi.saveMonth, { rateRuleId, month, fees: [electricity('9')] });
    expect(inUse.message).toBe(`The prices of month ${month} are in use and cannot be changed`);
  });

  test('only months to come can change: all but those that are running where its piles stand', () => {
    const newYear = [
      { year: 2026, month: 12, day: 31 },
      { year: 2027, month: 1, day: 1 },
    ];
    const rule = { name: 'r', state: 1, pileCount: 3, unseen: 0, today: newYear } as const;
    expect([11, 12, 1, 2].map((month) => mayEdit(rule, month).ok)).toEqual([true, false, false, true]);
    expect(mayEdit(rule, 1)).toMatchObject({ ok: false, refusal: 'rateRule.monthInUse' });
    expect(mayEdit({ ...rule, pileCount: 0, today: [] }, 12)).toEqual({ ok: true, next: true });
    expect(mayEdit({ ...rule, unseen: 1 }, 2)).toMatchObject({ ok: false, refusal: 'rateRule.followedElsewhere' });
    expect(mayEdit({ ...rule, state: -1 }, 7)).toMatchObject({ ok: false, refusal: 'rateRule.disused' });
  });

  test('is nobody else’s to change: piles that the viewer cannot see count too', async () => {
    const rateRuleId = await enabledRule('Shared');
    await addPile('TP11', world.stationIds[0] ?? '');
    await server.ok(staff, pilePolicyApi.setRateRule, { cpCodes: 'TP11', rateRuleId });
    const stranger = viewers.agent(world.tenantId, '99999');
    expect(await server.ok(stranger, rateRuleApi.queryById, { id: rateRuleId })).toMatchObject({ pileCount: 1 });
    const month = monthIn('Asia/Shanghai');
    const asked = [
      server.call(stranger, rateMonthApi.saveMonth, { rateRuleId, month, fees: [electricity('9')] }),
      server.call(stranger, rateMonthApi.saveMonth, { rateRuleId, month: (month % 12) + 1, fees: [electricity('9')] }),
      server.call(stranger, rateRuleApi.edit, { rateRuleId, remark: 'mine' }),
      server.call(stranger, rateRuleApi.changeRuleState, { rateRuleId, opCode: 2 }),
      server.call(stranger, rateRuleApi.delete, { id: rateRuleId }),
    ];
    const elsewhere = 'Piles that you cannot see follow rule Shared; only who sees them all may change it';
    expect((await Promise.all(asked)).map(({ message }) => message)).toEqual([
      elsewhere,
      elsewhere,
      elsewhere,
      '1 pile follows rule Shared',
      '1 pile follows rule Shared',
    ]);
    expect((await server.call(viewers.agent(world.tenantId, world.agentId), rateRuleApi.edit, { rateRuleId, remark: 'ours' })).success).toBe(true);
  });

  test('changes or is followed, one after the other', async () => {
    const rateRuleId = await enabledRule('Raced');
    await addPile('TP12', world.stationIds[0] ?? '');
    for (let round = 0; round < 6; round += 1) {
      await server.database.asSuperuser(`update pile set rate_rule_id = null where cp_code = 'TP12'`);
      await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
      const [set, other] = await Promise.all([
        server.call(staff, pilePolicyApi.setRateRule, { cpCodes: 'TP12', rateRuleId }),
        round % 2 === 0
          ? server.call(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 2 })
          : server.call(staff, rateRuleApi.delete, { id: rateRuleId }),
      ]);
      expect([set.success, other.success].filter(Boolean)).toHaveLength(1);
      await server.database.asSuperuser(`update rate_rule set is_delete = false where rate_rule_id = ${rateRuleId}`);
    }
  });
});

test('a frozen tariff is one row for one content and never changes', async () => {
  const rateRuleId = await addRule('Frozen');
  await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  const asked = { rateRuleId, zone: 'Asia/Shanghai', currency: 'CNY', atMs: Date.now() };
  const freeze = () => inSystem(server.database, (tx) => freezeTariff(tx, asked));
  let second: ReturnType<typeof freeze> | undefined;
  const first = await inSystem(server.database, async (tx) => {
    const frozen = await freezeTariff(tx, asked);
    second = freeze();
    // The other transaction waits for the row lock of this one.
    await eventually(async () => expect(await waitingForLocks(server.database)).toBe(1), 5);
    return frozen;
  });
  expect(first?.rateRuleNo).toMatch(/^RR/);
  expect(await second).toEqual(first);
  const again = await freeze();
  expect(again).toEqual(await freeze());
  await server.ok(staff, rateMonthApi.saveMonth, { rateRuleId, month: 2, fees: [electricity('7')] });
  const changed = await freeze();
  expect(changed?.snapshotId).not.toBe(again?.snapshotId);
  const snapshot = await inSystem(server.database, (tx) => readSnapshot(tx, again?.snapshotId ?? ''));
  expect(snapshot?.months[1]?.fees[0]?.periods[0]?.priceE5).toBe(35_000n);
  await expect(server.database.asSuperuser('update tariff_snapshot set rate_rule_id = 1')).rejects.toThrow('a tariff snapshot never changes');
});

test('a foreign rule answers exactly as an absent one', async () => {
  const rateRuleId = await addRule('Secret Prices');
  const ask = (id: string) =>
    Promise.all([
      server.call(foreign, rateRuleApi.queryById, { id }),
      server.call(foreign, rateMonthApi.selectMonthsByRuleId, { rateRuleId: id }),
      server.call(foreign, rateMonthApi.saveMonth, { rateRuleId: id, month: 1, fees: [electricity('1')] }),
      server.call(foreign, rateMonthApi.copyMonth, { rateRuleId: id, month: 1, months: '2' }),
      server.call(foreign, rateMonthApi.deleteMonth, { rateRuleId: id, month: 1 }),
      server.call(foreign, rateRuleApi.changeRuleState, { rateRuleId: id, opCode: 1 }),
      server.call(foreign, rateRuleApi.copyRule, { rateRuleId: id, rateRuleName: 'Mine' }),
      server.call(foreign, rateRuleApi.delete, { id }),
    ]);
  const blank = (answers: readonly object[]) => answers.map((answer) => ({ ...answer, timestamp: 0 }));
  expect(blank(await ask(rateRuleId))).toEqual(blank(await ask('99999999')));
});

test("half hours and slots are each other's inverse", () => {
  for (let slot = 0; slot < 48; slot++) expect(slotOfTime(timeOfSlot(slot))).toBe(slot);
  expect(slotOfTime('08:15')).toBe(-1);
});
