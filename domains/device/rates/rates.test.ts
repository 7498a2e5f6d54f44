import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { pileApi } from '#domains/network/resources.ts';
import { pilePolicyApi, rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import { tariffRoutes } from '#domains/tariff/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { ratesApi } from '../resources.ts';
import { sendRatesToPiles } from '../server.ts';
import type { DeviceHandlers } from '../server.ts';
import { sendRates } from './send-rates.server.ts';
import { pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';

const YEAR = '2,3,4,5,6,7,8,9,10,11,12';
const DAY_MS = 86_400_000;
/** Commands are stored with the time of the machine, and those of an earlier clock count as new. */
const daysBack = new Date().getUTCDate() > 20 ? 12 : 0;
/** Far from the end of a month, before which piles are told the rates of two. */
const clock = (): Date => new Date(Date.now() - daysBack * DAY_MS);
const month = Number(new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', month: 'numeric' }).format(clock()));
const STATE = { noPolicy: 0, unsupported: 1, untellable: 2, kept: 3, sending: 4, refused: 5, waiting: 6 } as const;

let server: TestServer;
let share: DeviceHandlers;
let staff: Viewer;
let stations = ['', ''];

const addRule = async (rateRuleName: string, prices: readonly string[]) => {
  const { rateRuleId, rateRuleNo } = await server.ok(staff, rateRuleApi.add, { rateRuleName });
  const periods = prices.map((rate, hour) => ({ startTime: `0${hour}:00`, rateStage: 3, rateDiscount: 100, rate }));
  await server.ok(staff, rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: [{ rateType: 1, billMode: 1, periods }] });
  await server.ok(staff, rateMonthApi.copyMonth, { rateRuleId, month: 1, months: YEAR });
  await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  return { rateRuleId, rateRuleNo };
};
const addPile = async (cpCode: string, place: 0 | 1, protocol = 1) =>
  server.ok(staff, pileApi.add, {
    ...pileDefaults,
    cpCode,
    cpName: cpCode,
    stationId: stations[place],
    protocol,
  });
const set = (cpCodes: string, rateRuleId: string) => server.ok(staff, pilePolicyApi.setRateRule, { cpCodes, rateRuleId });
const comeOnline = (cpCode: string) => share.login({ cpCode, protocol: 'native', remoteAddress: '127.0.0.1', overTls: false, atMs: Date.now() });
const states = async (cpCodes: string) => server.ok(staff, ratesApi.rateStates, { cpCodes });
const sync = (cpCodes: string, viewer = staff) => server.call(viewer, ratesApi.syncRateRule, { cpCodes });

interface Command {
  readonly command_id: string;
  readonly stat: number;
  readonly payload: { readonly rateRuleNo: string; readonly month: number; readonly slotStages: readonly number[] };
}
const commands = (cpCode: string) =>
  server.database.asSuperuser<Command>(
    `select command_id, stat, payload from device_command where cmd = 'setRateRule' and cp_code = '${cpCode}' order by create_time`,
  );
const answer = async (cpCode: string, result: number, remark = '') => {
  const commandId = (await commands(cpCode)).find(({ stat }) => stat < 2)?.command_id ?? '';
  const reply = { kind: 'commandReply', commandId, result, remark } as const;
  await share.commandSettled(
    { cpCode, epoch: 1, protocol: 'native' },
    { commandId, cmd: 'setRateRule', outcome: 'answered', reply, late: false, atMs: Date.now() },
  );
};

beforeAll(async () => {
  const testbed = await startDeviceTestbed({ clock, routes: tariffRoutes({ sendRatesToPiles }) });
  ({ server, handlers: share, staff } = testbed);
  stations = [testbed.stationId, await testbed.addStation('Other Station')];
});
afterAll(() => server.close());

test('a pile is told its prices when it comes, when it follows others, and before a month turns; never twice', async () => {
  const { rateRuleId, rateRuleNo } = await addRule('First', ['1', '2']);
  await addPile('RT01', 0);
  await set('RT01', rateRuleId);
  await server.ok(staff, pileApi.changeState, { entityId: 'RT01', setState: 1 });
  expect(await commands('RT01')).toEqual([]);
  expect(await states('RT01')).toMatchObject([{ cpCode: 'RT01', rateRuleNo, rateRuleName: 'First', rateState: STATE.waiting }]);

  await comeOnline('RT01');
  await eventually(async () => expect(await commands('RT01')).toHaveLength(1));
  const [first] = await commands('RT01');
  expect(first?.payload).toMatchObject({ rateRuleNo, month, billMode: 1 });
  expect(first?.payload.slotStages.slice(0, 4)).toEqual([3, 3, 4, 4]);
  expect((await states('RT01'))[0]?.rateState).toBe(STATE.sending);
  await set('RT01', rateRuleId);
  await answer('RT01', 0);
  expect((await states('RT01'))[0]).toMatchObject({ rateState: STATE.kept, takenAt: expect.any(String) });
  await set('RT01', rateRuleId);
  expect(await commands('RT01')).toHaveLength(1);

  const other = await addRule('Second', ['3']);
  await set('RT01', other.rateRuleId);
  expect((await commands('RT01'))[1]?.payload.rateRuleNo).toBe(other.rateRuleNo);
  await answer('RT01', 1, 'memory full');
  expect((await states('RT01'))[0]).toMatchObject({ rateState: STATE.refused, remark: 'memory full' });
  await comeOnline('RT01');
  await eventually(async () => expect(await commands('RT01')).toHaveLength(3));
  await answer('RT01', 0);

  const endOfMonth = Date.UTC(clock().getUTCFullYear(), month, 0);
  const turn = () => inSystem(server.database, (tx) => sendRates(tx, { nowMs: endOfMonth, requestedBy: 'timer', because: 'rates' }));
  expect(await turn()).toBe(1);
  expect((await commands('RT01')).at(-1)?.payload.month).toBe((month % 12) + 1);
  await answer('RT01', 0);
  expect(await turn()).toBe(0);
});

test('piles of one station are told again when somebody asks, and what they answered is seen', async () => {
  const { rateRuleId } = await addRule('Asked', ['1']);
  await addPile('RT11', 0);
  await addPile('RT12', 0);
  await addPile('RT13', 0, 2);
  await addPile('RT14', 1);
  expect((await sync('RT11')).message).toBe('Choose a rate policy for pile RT11 first');
  await set('RT11,RT12', rateRuleId);
  await server.ok(staff, pileApi.changeState, { entityId: 'RT11', setState: 1 });
  await comeOnline('RT11');
  await eventually(async () => expect(await commands('RT11')).toHaveLength(1));
  await answer('RT11', 0);

  expect((await sync('RT11,RT14')).message).toBe('Only piles of the same station can be set together');
  expect((await sync('RT13')).message).toBe('OCPP piles keep no rates; there is nothing to sync');
  expect((await sync('RT11', viewers.limited(staff, ['pile:list']))).status).toBe(403);
  expect((await sync('RT11', viewers.tenant('999'))).status).toBe(404);
  expect((await sync('RT11,RT12,RT13')).success).toBe(true);
  expect((await states('RT11,RT12,RT13')).map(({ rateState }) => rateState)).toEqual([STATE.sending, STATE.waiting, STATE.unsupported]);
  expect(await commands('RT12')).toEqual([]);
  await sync('RT11');
  expect(await commands('RT11')).toHaveLength(2);
  await answer('RT11', 0);
  expect((await states('RT11'))[0]?.rateState).toBe(STATE.kept);
});

test('a month that no pile can hold is said, not sent in part', async () => {
  const { rateRuleId } = await addRule('Rich', ['1', '2', '3', '4', '5']);
  await addPile('RT21', 0);
  await set('RT21', rateRuleId);
  await server.ok(staff, pileApi.changeState, { entityId: 'RT21', setState: 1 });
  await comeOnline('RT21');
  expect(await states('RT21')).toMatchObject([{ rateState: STATE.untellable, untellable: 'tooManyPrices' }]);
  await sync('RT21');
  expect(await commands('RT21')).toEqual([]);
});
