import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { dial, TestPile } from '#apps/gateway/native/testing/pile.ts';
import type { PileRequest } from '#engines/protocol/native/messages.ts';
import { chargingInfo, gunInfo, startResult } from '#engines/protocol/native/testing/plain-messages.ts';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { firstSignIn } from '../testing/first-sign-in.ts';
import { sessionApi, userApi } from '#domains/identity/resources.ts';
import { tenantApi } from '#domains/network/resources.ts';
import { liveApi, noticeApi } from '#domains/system/resources.ts';
import { isRecord, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import { dialLine, startProcesses } from '../testing/processes.ts';
import type { LiveLine, Process, Processes } from '../testing/processes.ts';

const PASSWORD = 'Correct-Horse-7';
const GIVEN = 'Initial-Horse-7';
const SECRET = '0123456789abcdef';
const PILE = 'CP00000001';
const GUN = `gun:${PILE}:1`;
const STATION = 'station:1';

let all: Processes;
/** Piles connect to the first gateway; browsers connect to the two other processes. */
let gateway: Process;
let otherGateway: Process;
let [one, two]: readonly Process[] = [];
let pile: TestPile;
let token = '';

beforeAll(async () => {
  const begun = await startProcesses('gateway', ['gateway', 'worker']);
  all = begun;
  gateway = begun.first;
  // A process that says nothing about a pile at this gateway must not end what the gateway says.
  otherGateway = await all.start('other-gateway', ['gateway']);
  [one, two] = [await all.start('one', ['api']), await all.start('two', ['api'])];
  await network();
  token = await at(one).signIn('admin', all.password);
  pile = new TestPile(await dial(gateway.ports.pile ?? 0), { cpCode: PILE });
  expect(await pile.loginResult()).toBe(0);
});
afterAll(async () => {
  pile?.socket.destroy();
  await all?.close();
});

const at = (process: Process | undefined): Process => {
  if (!process) throw new Error('not started');
  return process;
};

const network = (): Promise<unknown> =>
  all.database.asSuperuser(`select set_config('app.tenants', '*', true);
    insert into tenant (tenant_id, name, currency) values (1, 'One', 'CNY'), (2, 'Two', 'CNY');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (1, 1, 'Agent', 'UTC');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (1, 1, 1, 'North', 'UTC');
    insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'Rule', 'RR1', 1);
    insert into rate_rule_month (rate_rule_month_id, tenant_id, rate_rule_id, star_month_time, rate_type, bill_mode)
      select month * 2 + type, 1, 1, month, type, 1 from generate_series(1, 12) month, generate_series(1, 2) type;
    insert into rate_rule_period select rate_rule_month_id, 1, slot, 1 + slot % 4, 100, 60000 + slot * 1000 from rate_rule_month, generate_series(0, 46, 6) slot;
    insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id, encryption_mode, encryption_secret)
      values ('${PILE}', 1, 1, 1, 'Pile', 1, 1, 2, 1200, 1, 6, 1, 0, '${SECRET}');
    insert into pile_plain (cp_code, tenant_id, agent_id, station_id, addresses, reason, hold_max) values ('${PILE}', 1, 1, 1, '127.0.0.0/8, ::1', 'test', 1000000);
    insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, 1, 1, 1 from pile;
    insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number) select 1, 1, 1, cp_code, n from pile, generate_series(1, 2) n;
    insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number) select 1, 1, 1, cp_code, n from pile, generate_series(1, 2) n;
    insert into ic_card (ic_card_id, tenant_id, ic_card_no, currency) values (1, 1, 'CARD0001', 'CNY');
    select ledger.post(1, 'CNY', 'recharge', 'test', '1', array[(ledger.open_account(1, 'CNY', 'A', 'cash', false), ledger.open_account(1, 'CNY', 'L', 'wallet:card:1', true, 0), 1000000, null, null)::ledger.line], 'test')`);

const seconds = (): number => Math.floor(Date.now() / 1_000);
const sample = (chargingOrderNo: string, chargingElec: number): PileRequest =>
  chargingInfo({ chargingOrderNo, time: seconds(), chargingElec, meter: 1_000 + chargingElec });
const dataOf = (message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const data = message['data'];
  return isRecord(data) ? data : {};
};
const about =
  (topic: string, name: string, value?: unknown) =>
  (message: Readonly<Record<string, unknown>>): boolean =>
    message['topic'] === topic && name in dataOf(message) && (value === undefined || dataOf(message)[name] === value);
/** Another process learns with a delay what is watched at one process, so the pile changes its state until every connection has received a change. */
const statesReach = async (...lines: readonly (readonly [line: LiveLine, fits: ReturnType<typeof about>])[]): Promise<void> => {
  const states = [2, 7] as const;
  let said = 0;
  await eventually(async () => {
    await pile.sendRequest(gunInfo(states[said++ % 2] ?? 2));
    for (const [{ received }, fits] of lines) expect(received.some(fits)).toBe(true);
  });
};

test('what a pile says at one process is live at the others within a second, and for nobody who may not see it', async () => {
  const [here, there] = [await at(one).line(token), await at(two).line(token)];
  expect([await here.watch(GUN), await there.watch(GUN), await there.watch(STATION)]).toEqual(['watching', 'watching', 'watching']);
  resultOf(await at(one).ask(token, userApi.add, await accountOf('far', '2')), 'far');
  await firstSignIn((endpoint, input) => at(two).ask('', endpoint, input), { username: 'far', initial: GIVEN, chosen: PASSWORD });
  const stranger = await at(two).line(await at(two).signIn('far', PASSWORD));
  expect(await stranger.watch(GUN)).toBe('refused');
  await statesReach([here, about(GUN, 'gunWorkStat')], [there, about(GUN, 'gunWorkStat')], [there, about(STATION, 'gunWorkStat')]);
  const saidMs = performance.now();
  await pile.sendRequest(gunInfo(3));
  const [first, second, third] = await Promise.all([
    here.next(about(GUN, 'gunWorkStat', 3)),
    there.next(about(GUN, 'gunWorkStat', 3)),
    there.next(about(STATION, 'gunWorkStat', 3)),
  ]);
  expect(performance.now() - saidMs).toBeLessThan(1_000);
  expect(first).toEqual(second);
  // The measurements of the gun come along.
  expect(dataOf(third)).toMatchObject({ cpCode: PILE, gunNumber: 1, gunWorkStat: 3, positiveTempC: 25, insulationKohm: 500 });
  // An answer that comes after all earlier messages to the unauthorized client.
  expect(await stranger.watch(STATION)).toBe('refused');
  expect(stranger.received.map((message) => message['type'])).toEqual(['refused', 'refused']);
  for (const line of [here, there, stranger]) line.close();
});

const accountOf = async (username: string, tenantId: string): Promise<Readonly<Record<string, unknown>>> => {
  const [role] = await all.database.asSuperuser<{ id: string }>(`select id::text from sys_role where role_code = 'tenantAdmin'`);
  return { username, realname: username, password: GIVEN, roleId: role?.id, tenantId };
};

test('an operator at one process starts and stops a gun of another, and sees its samples in their order', async () => {
  const watcher = await at(two).line(token);
  expect([await watcher.watch(GUN), await watcher.watch(STATION)]).toEqual(['watching', 'watching']);
  const start = { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId: '1', chargingStrategyType: 1 };
  const question = { token, headers: { 'idempotency-key': 'start-1' } };
  const orderNo = textAt(resultOf(await at(one).ask(question, chargingOrderApi.remoteStart, start), 'start'), 'chargingOrderNo');
  await commanded('1001');
  const told = { chargingOrderNo: orderNo, startTime: seconds(), startMeter: 1_000 };
  await pile.sendRequest(startResult(told));
  for (let n = 0; n < 40; n += 1) await pile.sendRequest(sample(orderNo, n * 10));
  await watcher.next(about(GUN, 'energyDwh', 390));
  const energies = watcher.received.filter(about(GUN, 'energyDwh')).map((message) => Number(dataOf(message)['energyDwh']));
  expect(energies).toEqual(Array.from({ length: 40 }, (_unused, n) => n * 10));
  resultOf(await at(two).ask(token, chargingOrderApi.remoteStop, { chargingOrderNo: orderNo }), 'stop');
  await commanded('1002');
  await watcher.next(about(GUN, 'changed', true));
  watcher.close();
});

const commanded = (type: string): Promise<void> =>
  eventually(() => expect(pile.receivedFrames.map(({ message }) => message.type)).toContain(type), 5);

test('rows changed, notices released and sessions ended at one process are told at another', async () => {
  const watcher = await at(two).line(token);
  expect([await watcher.watch('notice:mine'), await watcher.watch('rows:tenant')]).toEqual(['watching', 'watching']);
  const leaving = await at(one).signIn('admin', all.password);
  const left = await at(two).line(leaving);

  const row = resultOf(await at(one).ask(token, tenantApi.queryById, { id: '2' }), 'tenant');
  // Once a change of a row arrives, the other process knows what is watched, including the notices, which were requested earlier.
  let edits = 0;
  await eventually(async () => {
    resultOf(await at(one).ask(token, tenantApi.edit, { ...(isRecord(row) ? row : {}), name: `Two again ${edits++}`, version: undefined }), 'edit');
    expect(watcher.received.some(about('rows:tenant', 'row'))).toBe(true);
  });
  resultOf(await at(one).ask(token, tenantApi.edit, { ...(isRecord(row) ? row : {}), name: 'Two anew', version: undefined }), 'edit');
  expect(dataOf(await watcher.next((message) => JSON.stringify(message).includes('Two anew')))).toMatchObject({
    key: '2',
    row: { name: 'Two anew' },
  });
  const notice = { titile: 'Pushed', msgContent: 'x', priority: 'L', msgCategory: '1', msgType: 'ALL' };
  const id = textAt(resultOf(await at(one).ask(token, noticeApi.add, notice), 'notice'), 'id');
  resultOf(await at(one).ask(token, noticeApi.doReleaseData, { id }), 'release');
  expect(dataOf(await watcher.next(about('notice:mine', 'msgId')))).toMatchObject({ msgTxt: 'Pushed' });
  resultOf(await at(one).ask(leaving, sessionApi.logout), 'logout');
  expect(await left.closed).toBe(4401);
  watcher.close();
});

test('each process tells what it measures of itself on a port of its own', async () => {
  const measured = async (process: Process): Promise<string> => (await fetch(`http://127.0.0.1:${process.ports.metrics ?? 0}/metrics`)).text();
  const [piles, people] = [await measured(gateway), await measured(at(one))];
  expect(piles).toMatch(/^chargeops_pile_sessions 1$/m);
  expect(Number(/chargeops_pile_frames_total\{protocol="native",direction="up"\} (\d+)/.exec(piles)?.[1])).toBeGreaterThan(0);
  for (const queue of ['orders_unsettled', 'orders_unsettled_oldest_seconds', 'orders_set_aside', 'commands_waiting', 'frames_lost'])
    expect(piles).toMatch(new RegExp(`^chargeops_${queue} \\d+$`, 'm'));
  expect(people).toMatch(/chargeops_http_answer_seconds_count\{route="POST \/jeecg-boot\/sys\/login",status="2xx"\} [1-9]/);
  expect(people).toMatch(/^chargeops_process_resident_memory_bytes \d/m);
  expect(people).not.toContain('pile_sessions');
  expect((await fetch(`http://127.0.0.1:${at(one).ports.http ?? 0}/metrics`)).status).toBe(404);
});

test('a ticket of one process is good at another, once', async () => {
  const ticket = textAt(resultOf(await at(one).ask(token, liveApi.ticket), 'ticket'), 'ticket');
  const origin = `127.0.0.1:${at(two).ports.http ?? 0}`;
  const line = await dialLine(origin, ticket);
  expect(await line.watch(GUN)).toBe('watching');
  await expect(dialLine(origin, ticket)).rejects.toThrow(/401/);
  await expect(dialLine(`127.0.0.1:${at(one).ports.http ?? 0}`, ticket)).rejects.toThrow(/401/);
  // The same bytes in another notation.
  await expect(dialLine(origin, `${ticket}.again`)).rejects.toThrow(/401/);
  line.close();
});

test('lines that were cut come back, and those who watched are told to read again', async () => {
  const watcher = await at(one).line(token);
  expect(await watcher.watch(GUN)).toBe('watching');
  await all.database.asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('chargeops-relay', 'chargeops-bus') and datname = current_database()`,
  );
  await watcher.next((message) => message['type'] === 'missed');
  await statesReach([watcher, about(GUN, 'gunWorkStat')]);
  watcher.close();
});

test('a pile that comes back at another gateway is commanded there, and its old line is ended', async () => {
  const back = new TestPile(await dial(otherGateway.ports.pile ?? 0), { cpCode: PILE });
  expect(await back.loginResult()).toBe(0);
  await pile.closed;
  const [row] = await all.database.asSuperuser<{ node: string; online: boolean }>('select node, online from pile_state where cp_code = $1', [PILE]);
  expect(row).toEqual({ node: 'other-gateway', online: true });
  back.socket.destroy();
});
