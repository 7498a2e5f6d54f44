import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoginAttempt } from '#engines/protocol/login-attempt.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { findCredentials } from './credentials.server.ts';
import { loginPiles } from './login.server.ts';
import { logoutPiles } from './logout.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const run = (text: string) => database.asSuperuser(text);
  await run(`insert into tenant (tenant_id, name) values (1, 'T')`);
  await run(`insert into agent (agent_id, tenant_id, agent_name, timezone) values (1, 1, 'A', 'Asia/Shanghai')`);
  await run(`insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (1, 1, 1, 'S', 'Asia/Shanghai')`);
  await run(`insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'R', 'RR1', 1)`);
  await run(`insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id, encryption_secret)
    select 'P' || n, 1, 1, 1, 'P' || n, 1, 1, 1, 1200, case n when 3 then 0 else 1 end, case n when 3 then 0 else 6 end, 1, 'secret' || n from generate_series(1, 5) n`);
  await run(`insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, 1, 1, 1 from pile`);
});
afterAll(() => database.close());

const attempt = (cpCode: string, more: Partial<LoginAttempt> = {}): LoginAttempt => ({
  cpCode,
  protocol: 'native',
  remoteAddress: '127.0.0.1',
  overTls: false,
  atMs: Date.now(),
  ...more,
});
const states = () =>
  database.asSuperuser<{ cp_code: string; online: boolean; epoch: bigint; cp_work_stat: number }>(
    'select cp_code, online, epoch, cp_work_stat from pile_state join pile using (cp_code) order by cp_code',
  );

test('of logins that come together each gets its own verdict, and a pile that is there twice two epochs', async () => {
  const attempts = [
    attempt('P5'),
    attempt('P1', { mainSw: 'S9' }),
    attempt('NOBODY'),
    attempt('P3'),
    attempt('P2', { cpType: 2 }),
    attempt('P4', { gunCount: 2 }),
    attempt('P1'),
  ];
  const outcomes = await loginPiles(database, attempts, 'here');
  expect(outcomes.map(({ verdict }) => verdict.result)).toEqual([0, 0, 2, 3, 5, 4, 0]);
  expect(outcomes.map(({ verdict }) => (verdict.result === 0 ? verdict.epoch : null))).toEqual([1, 1, null, null, null, null, 2]);
  expect(outcomes[0]).toMatchObject({
    scope: { cpCode: 'P5', tenantId: '1', stationId: '1' },
    verdict: { profile: { rateRuleNo: 'RR1', tzMinutes: 480 } },
  });
  expect((await states()).map((row) => [row.cp_code, row.online, Number(row.epoch), row.cp_work_stat])).toEqual([
    ['P1', true, 2, 1],
    ['P2', false, 0, 6],
    ['P3', false, 0, 0],
    ['P4', false, 0, 6],
    ['P5', true, 1, 1],
  ]);
});

test('of sessions that end together only the present ones change anything', async () => {
  const at = { atMs: Date.now() };
  const sessions = [
    { cpCode: 'P1', epoch: 1, ...at },
    { cpCode: 'P5', epoch: 1, ...at },
    { cpCode: 'P1', epoch: 2, ...at },
    { cpCode: 'P4', epoch: 0, ...at },
    { cpCode: 'NOBODY', epoch: 1, ...at },
  ];
  expect(await logoutPiles(database, sessions)).toEqual([false, true, true, false, false]);
  expect((await states()).filter((row) => row.online)).toEqual([]);
  expect((await states()).map((row) => row.cp_work_stat)).toEqual([6, 6, 0, 6, 6]);
});

test('credentials come in the order asked', async () => {
  const opening = { database, secrets: testSecrets, log: pino({ level: 'silent' }), clock: () => new Date() };
  expect(await findCredentials(opening, ['P2', 'NOBODY', 'P1'])).toEqual([
    { secret: 'secret2', encryptionMode: 1 },
    undefined,
    { secret: 'secret1', encryptionMode: 1 },
  ]);
});

test('a pile that requires TLS is unknown to a login without it, and each login tells how it came', async () => {
  await database.asSuperuser(`update pile set security_profile = 2 where cp_code in ('P1', 'P2')`);
  const outcomes = await loginPiles(database, [attempt('P1'), attempt('P2', { overTls: true, cpType: 1 }), attempt('P5')], 'here');
  expect(outcomes.map(({ verdict }) => verdict.result)).toEqual([2, 0, 0]);
  expect(outcomes.map(({ downgrade }) => downgrade)).toEqual(['the login is not over TLS, which the pile requires', undefined, undefined]);
  const rows = await database.asSuperuser(`select cp_code, over_tls from pile_state where cp_code in ('P1', 'P2', 'P5') order by cp_code`);
  expect(rows).toEqual([
    { cp_code: 'P1', over_tls: false },
    { cp_code: 'P2', over_tls: true },
    { cp_code: 'P5', over_tls: false },
  ]);
  await database.asSuperuser(`update pile set security_profile = 1`);
});
