import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import { viewers } from '#kit/test/server.ts';
import { exceptionRecordApi } from '../exception-record/exception-record.ts';
import { warningLogApi } from './warning-log.ts';
import { startReceiver, startWarningTestbed } from './warning-testbed.fixture.ts';
import type { WarningTestbed } from './warning-testbed.fixture.ts';
import { writeOpened } from './write-wave.server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const opened = 1;
const [repeat, closed] = [2, 3];
const [queued, accepted, retrying, dead, suppressed] = [0, 2, 3, 4, 5];

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let bed: WarningTestbed;
beforeAll(async () => {
  receiver = await startReceiver();
  bed = await startWarningTestbed({ origins: [receiver.origin] });
});
afterAll(async () => {
  await bed.close();
  await receiver.close();
});
beforeEach(async () => {
  await bed.clear();
  receiver.received.length = 0;
  receiver.answers.length = 0;
});

const dingtalk = (token: string) => ({ warningAccountType: 3, warningAccount: `${receiver.origin}/robot/send?access_token=${token}` }) as const;
const slack = (token: string) => ({ warningAccountType: 7, warningAccount: `${receiver.origin}/services/${token}` }) as const;
const tokens = () => receiver.received.map(({ url }) => /(?:access_token=|services\/)(\w+)/u.exec(url)?.[1] ?? '');
const states = async (recordId: string) => (await bed.logOf(recordId)).map(({ kind, stat, reason }) => [kind, stat, reason]);

describe('who is told', () => {
  test('the accounts of the tenant, the agent, the station and the kind, and nobody else', async () => {
    await bed.addAccount(dingtalk('tenant'));
    await bed.addAccount({ ...dingtalk('agent'), agentId: '11' });
    await bed.addAccount({ ...dingtalk('station'), stationId: '111' });
    await bed.addAccount({ ...dingtalk('kind'), exceptionType: 5 });
    await bed.addAccount({ ...dingtalk('critical'), minLevel: 1 });
    await bed.addAccount({ ...dingtalk('otherAgent'), agentId: '12' });
    await bed.addAccount({ ...dingtalk('otherStation'), stationId: '112' });
    await bed.addAccount({ ...dingtalk('otherTenant'), tenantId: '2' });
    await bed.open('111');
    await bed.pass(0);
    expect(tokens().toSorted()).toEqual(['agent', 'critical', 'station', 'tenant']);
    receiver.received.length = 0;
    await bed.open('111', { type: 5, code: 1, level: 2 });
    await bed.pass(MINUTE_MS);
    expect(tokens().toSorted()).toEqual(['agent', 'kind', 'station', 'tenant']);
  });

  test('an address that stands in several places is told once', async () => {
    await bed.addAccount(dingtalk('same'));
    await bed.addAccount({ ...dingtalk('same'), stationId: '111' });
    await bed.open('111');
    await bed.pass(0);
    expect(tokens()).toEqual(['same']);
  });

  test('an account that nobody has verified, and one that is switched off, is not', async () => {
    const unverified = await bed.addAccount(dingtalk('unverified'));
    const off = await bed.addAccount(dingtalk('off'));
    await bed.database.asSuperuser('update warning_account set verified_at = null where warning_account_id = $1', [unverified]);
    await bed.database.asSuperuser('update warning_account set warning_account_stat = 0 where warning_account_id = $1', [off]);
    await bed.open('111');
    await bed.pass(0);
    expect(tokens()).toEqual([]);
  });

  test('nobody is told of what is not configured to warn', async () => {
    await bed.addAccount(dingtalk('tenant'));
    await bed.database.asSuperuser('update exception_conf set is_warning = 0 where exception_type = 1 and exception_code = 2');
    expect(await states(await bed.open('111'))).toEqual([]);
  });

  test('a transaction that is rolled back tells nobody; one that is repeated tells once', async () => {
    await bed.addAccount(dingtalk('tenant'));
    const recordId = await bed.open('111');
    await inSystem(bed.database, (tx) => writeOpened(tx, [BigInt(recordId)], bed.clock()));
    await expect(
      inSystem(bed.database, async (tx) => {
        await writeOpened(tx, [BigInt(recordId)], bed.clock());
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await bed.pass(0);
    expect(tokens()).toEqual(['tenant']);
  });
});

describe('the text', () => {
  test('is in the language of the account, with the values of the exception', async () => {
    await bed.addAccount({ ...slack('en'), warningLang: 'en_US' });
    await bed.addAccount({ ...slack('cn'), warningLang: 'zh_CN' });
    await bed.open('111');
    await bed.pass(0);
    const texts = receiver.received.map(({ url, body }) => [url.slice(-2), (JSON.parse(body) as { text: string }).text.split('\n')[1]]); // as the builder writes it
    expect(Object.fromEntries(texts)).toEqual({
      cn: expect.stringMatching(/^【紧急】Gate 电桩P1 1号枪：.+，\d{4}-\d\d-\d\d \d\d:\d\d$/u),
      en: expect.stringMatching(/^Critical: .+\. Gate, pile P1, gun 1, \d{4}-\d\d-\d\d \d\d:\d\d$/u),
    });
  });

  test("is the tenant's own before the platform's, and that of the exception before the general one", async () => {
    await bed.addAccount(slack('one'));
    const own = `insert into warning_conf (tenant_id, exception_conf_id, warning_lang, warning_conf_name, warning_msg_templ)`;
    await bed.database.asSuperuser(`${own} values (1, null, 'en_US', 'own', 'general {time} {station} {cp} {errorInfo}')`);
    await bed.open('111');
    await bed.database.asSuperuser(
      `${own} select null, exception_conf_id, 'en_US', 'own', 'special {time} {station} {cp} {errorInfo}' from exception_conf where exception_type = 1 and exception_code = 2`,
    );
    await bed.open('111');
    expect((await bed.logOf()).map(({ msg }) => msg.split(' ')[0])).toEqual(['general', 'special']);
  });
});

test('a link leads to the exceptions of the pile', async () => {
  await bed.addAccount(slack('one'));
  await bed.database.asSuperuser(
    "insert into warning_conf (tenant_id, warning_lang, warning_conf_name, warning_msg_templ) values (1, 'en_US', 'own', '{time} {station} {cp} {errorInfo} {url}')",
  );
  await bed.open('111');
  await bed.pass(0);
  expect(receiver.received[0]?.body).toContain('https://ops.example/#/monitor/exception-record?cpCode=P1');
});

describe('the wave', () => {
  test('what is over before the first message leaves tells nobody', async () => {
    await bed.addAccount(dingtalk('tenant'));
    const recordId = await bed.open('111', { type: 2, code: 65, level: 2 });
    await bed.pass(29_000);
    await bed.closeRecord(recordId);
    await bed.pass(MINUTE_MS);
    expect(tokens()).toEqual([]);
    expect(await states(recordId)).toEqual([[opened, suppressed, 1]]);
  });

  test('the end is told to those who were told of the beginning', async () => {
    await bed.addAccount({ ...dingtalk('told'), minLevel: 4 });
    await bed.addAccount({ ...dingtalk('later'), delayMin: 30 });
    const recordId = await bed.open('111');
    await bed.pass(0);
    await bed.closeRecord(recordId);
    await bed.pass(HOUR_MS);
    expect(tokens()).toEqual(['told', 'told']);
    expect(receiver.received[1]?.body).toContain('Over: ');
  });

  test('it is repeated as often as it is configured, and not after an acknowledgement', async () => {
    await bed.addAccount(dingtalk('tenant'));
    await bed.database.asSuperuser('update warning_conf set warning_count = 3');
    const recordId = await bed.open('111', { type: 2, code: 65, level: 2 });
    for (const ms of [MINUTE_MS, HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS]) await bed.pass(ms);
    expect(await states(recordId)).toEqual([
      [opened, accepted, null],
      [repeat, accepted, null],
      [repeat, accepted, null],
    ]);
    const second = await bed.open('111', { type: 2, code: 66, level: 2 });
    await bed.pass(MINUTE_MS);
    await bed.server.ok(viewers.platform(), exceptionRecordApi.acknowledge, { id: second });
    await bed.pass(HOUR_MS);
    expect(await states(second)).toEqual([
      [opened, accepted, null],
      [repeat, suppressed, 2],
    ]);
  });

  test('a critical exception that was acknowledged and lasts rings again after half an hour', async () => {
    await bed.addAccount(dingtalk('tenant'));
    await bed.database.asSuperuser('update warning_conf set warning_count = 9');
    const recordId = await bed.open('111');
    await bed.pass(0);
    await bed.server.ok(viewers.platform(), exceptionRecordApi.acknowledge, { id: recordId });
    await bed.pass(16 * MINUTE_MS);
    expect(receiver.received).toHaveLength(1);
    await bed.pass(15 * MINUTE_MS);
    expect(receiver.received).toHaveLength(2);
  });

  test('the later places of a roster are told only when nobody attends to it', async () => {
    await bed.addAccount(dingtalk('first'));
    await bed.addAccount({ ...dingtalk('second'), delayMin: 10 });
    const manager = await bed.addAccount({ ...dingtalk('manager'), delayMin: 20 });
    const recordId = await bed.open('111', { type: 2, code: 65, level: 2 });
    await bed.pass(11 * MINUTE_MS);
    expect(tokens().toSorted()).toEqual(['first', 'second']);
    await bed.server.ok(viewers.platform(), exceptionRecordApi.acknowledge, { id: recordId });
    await bed.pass(10 * MINUTE_MS);
    expect(tokens().toSorted()).toEqual(['first', 'second']);
    expect((await bed.logOf(recordId)).find(({ account }) => account === manager)).toMatchObject({ stat: suppressed, reason: 2 });
  });

  test('what another exception explains is not told', async () => {
    await bed.addAccount(dingtalk('tenant'));
    const recordId = await bed.open('111', { type: 2, code: 65, level: 2 });
    await bed.database.asSuperuser('update exception_record set suppressed_by = 1 where exception_record_id = $1', [recordId]);
    await bed.pass(MINUTE_MS);
    expect(await states(recordId)).toEqual([[opened, suppressed, 5]]);
  });

  test('in quiet hours critical warnings pass, and others come as one message at the end', async () => {
    const zoneNow = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
    const at = (ms: number): string => zoneNow.format(new Date(Date.now() + ms));
    await bed.addAccount({ ...dingtalk('tenant'), quietFrom: at(-HOUR_MS), quietTo: at(2 * HOUR_MS), quietZone: 'UTC' });
    await bed.open('111');
    const waiting = [await bed.open('111', { type: 2, code: 65, level: 2 }), await bed.open('112', { type: 2, code: 66, level: 3 })];
    await bed.pass(10 * MINUTE_MS);
    expect(receiver.received).toHaveLength(1);
    await bed.pass(2 * HOUR_MS);
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toContain('2 warnings');
    for (const recordId of waiting) expect(await states(recordId)).toEqual([[opened, suppressed, 3]]);
    // Whoever was told by the digest is told of the end as well.
    await bed.closeRecord(waiting[0] ?? '');
    expect((await states(waiting[0] ?? ''))[1]).toEqual([closed, queued, null]);
  });

  test('more than a robot takes becomes one message', async () => {
    await bed.addAccount(dingtalk('tenant'));
    // At the same moment, and one after another.
    for (let count = 0; count < 6; count++) await bed.open('111');
    for (let count = 0; count < 6; count++) {
      await bed.pass(0);
      await bed.open('111');
    }
    for (let count = 0; count < 8; count++) await bed.pass(MINUTE_MS);
    expect(receiver.received.length).toBeLessThan(8);
    const stats = (await bed.logOf()).map(({ stat }) => stat);
    expect(stats.filter((stat) => stat !== accepted && stat !== suppressed)).toEqual([]);
    expect(receiver.received.some(({ body }) => /\d warnings/u.test(body))).toBe(true);
  });
});

describe('delivery', () => {
  const fault = { type: 2, code: 65, level: 2 } as const;

  test('a robot that answers 200 with an error was not told; a lasting error is not tried again', async () => {
    const account = await bed.addAccount(dingtalk('tenant'));
    receiver.answers.push({ body: '{"errcode":-1,"errmsg":"system busy"}' }, { body: '{"errcode":310000,"errmsg":"sign not match"}' });
    const recordId = await bed.open('111', fault);
    await bed.pass(MINUTE_MS);
    expect(await bed.logOf(recordId)).toMatchObject([{ stat: retrying, answer: '-1 system busy', attempts: 1 }]);
    await bed.pass(11_000);
    expect(await bed.logOf(recordId)).toMatchObject([{ stat: dead, answer: '310000 sign not match', attempts: 2 }]);
    // That an account hears nothing is a condition, until it hears something.
    const deaf = () =>
      bed.database.asSuperuser('select is_present, detail from condition where exception_type = 10 order by condition_id desc limit 1');
    expect(await deaf()).toEqual([{ is_present: true, detail: '310000 sign not match' }]);
    await bed.pass(HOUR_MS);
    expect(receiver.received).toHaveLength(2);
    const [row] = await bed.database.asSuperuser('select fail_streak, last_error from warning_account where warning_account_id = $1', [account]);
    expect(row).toEqual({ fail_streak: 2, last_error: '310000 sign not match' });
    await bed.open('111');
    await bed.pass(0);
    expect(await deaf()).toEqual([{ is_present: false, detail: '310000 sign not match' }]);
  });

  test('Retry-After is obeyed, and a success forgets the failures', async () => {
    const account = await bed.addAccount(slack('a'));
    receiver.answers.push({ status: 429, headers: { 'retry-after': '300' }, body: 'slow' });
    await bed.open('111');
    await bed.pass(0);
    await bed.pass(4 * MINUTE_MS);
    expect(receiver.received).toHaveLength(1);
    await bed.pass(2 * MINUTE_MS);
    expect(receiver.received).toHaveLength(2);
    const [row] = await bed.database.asSuperuser('select fail_streak, last_ok is not null as ok from warning_account where warning_account_id = $1', [
      account,
    ]);
    expect(row).toEqual({ fail_streak: 0, ok: true });
  });

  test('a serious message is given up after a day', async () => {
    await bed.addAccount(slack('a'));
    receiver.answers.push(...Array.from({ length: 99 }, () => ({ status: 503, body: 'down' })));
    const recordId = await bed.open('111');
    for (let hour = 0; hour < 60; hour++) await bed.pass(HOUR_MS / 2);
    const [row] = await bed.logOf(recordId);
    expect(row).toMatchObject({ stat: dead, answer: '503 down' });
    expect(receiver.received.length).toBeGreaterThan(10);
    expect(receiver.received.length).toBeLessThan(30);
  });

  test('an address that is gone disables its account', async () => {
    const account = await bed.addAccount(slack('a'));
    receiver.answers.push({ status: 410 });
    await bed.open('111');
    await bed.pass(0);
    const [row] = await bed.database.asSuperuser(
      'select warning_account_stat::int as stat, verified_at from warning_account where warning_account_id = $1',
      [account],
    );
    expect(row).toEqual({ stat: 0, verified_at: null });
  });

  test('a robot that swallows the message and hangs is told once more, with a mark, and then no more', async () => {
    await bed.addAccount(slack('a'));
    receiver.answers.push({ hangs: true }, { hangs: true });
    const recordId = await bed.open('111');
    await bed.pass(0);
    await bed.pass(MINUTE_MS);
    await bed.pass(HOUR_MS);
    expect(receiver.received.map(({ body }) => body.includes('(repeat)'))).toEqual([false, true]);
    expect(await bed.logOf(recordId)).toMatchObject([{ stat: dead, answer: 'timeout' }]);
  });

  test('a message of a process that ended while it sent is sent by another one', async () => {
    await bed.addAccount(slack('a'));
    const recordId = await bed.open('111', fault);
    await bed.database.asSuperuser("update warning_log set warning_stat = 1, due_time = now() + interval '1 minute'");
    await bed.pass(30_000);
    expect(receiver.received).toHaveLength(0);
    await bed.pass(31_000);
    expect(receiver.received.map(({ body }) => body.includes('(repeat)'))).toEqual([true]);
    expect(await states(recordId)).toEqual([[opened, accepted, null]]);
  });

  test('after five failures in a row nothing is sent for a minute, and then one message tries', async () => {
    for (let count = 0; count < 8; count++) await bed.addAccount({ ...slack(`a${count}`), warningAccountName: `Hook ${count}` });
    receiver.answers.push(...Array.from({ length: 99 }, () => ({ status: 500, body: 'down' })));
    await bed.open('111');
    await bed.pass(0);
    const before = receiver.received.length;
    await bed.pass(20_000);
    expect(receiver.received).toHaveLength(before);
    await bed.pass(HOUR_MS);
    expect(receiver.received.length).toBeGreaterThan(before);
  });

  test('an address that leads inside is not called, although somebody has entered it', async () => {
    const account = await bed.addAccount({ ...slack('a'), warningAccount: 'https://localhost/services/a' });
    const recordId = await bed.open('111');
    await bed.pass(0);
    expect(await bed.logOf(recordId)).toMatchObject([{ account, stat: dead, answer: 'insideAddress' }]);
    expect(receiver.received).toHaveLength(0);
  });
});

describe('the log', () => {
  test('shows each message with the answer to those who may see the station, and sends it again', async () => {
    await bed.addAccount(slack('secretToken'));
    receiver.answers.push({ status: 404, body: 'no_service' });
    await bed.open('111');
    await bed.pass(0);
    const near = viewers.station({ tenantId: '1', agentId: '11', stationId: '111' });
    const far = viewers.station({ tenantId: '1', agentId: '11', stationId: '112' });
    const [row] = (await bed.server.ok(near, warningLogApi.list, {})).records;
    expect(row).toMatchObject({ warningStat: dead, providerAnswer: '404 no_service', warningAccount: `${receiver.origin}/…oken` });
    expect(JSON.stringify(row)).not.toContain('secretToken');
    expect((await bed.server.ok(far, warningLogApi.list, {})).records).toEqual([]);
    expect(await bed.server.call(far, warningLogApi.resend, { id: row?.warningLogId ?? '' })).toMatchObject({ status: 404 });
    await bed.server.ok(viewers.tenant('1'), warningLogApi.resend, { id: row?.warningLogId ?? '' });
    await bed.pass(2_000);
    expect(receiver.received).toHaveLength(2);
  });
});
