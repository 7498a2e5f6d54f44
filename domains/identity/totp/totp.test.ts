import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { Answer } from '#kit/test/server.ts';
import { PASSWORD, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { sessionApi, totpApi, userApi } from '../resources.ts';
import type { SecondStep } from './totp.ts';

let world: PeopleServer;
let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);
beforeAll(async () => {
  world = await startPeople(clock);
  for (const name of ['stepper', 'pressed', 'other.one'])
    await world.addOk(viewers.platform(), name, { roleId: world.role('tenantAdmin'), tenantId: name === 'other.one' ? '2' : '1' });
});
afterAll(() => world.close());

let count = 0;
const from = () => ({ 'x-forwarded-for': `10.40.0.${++count}` });
const login = (username: string) => world.server.call(undefined, sessionApi.login, { username, password: PASSWORD }, from());
const verify = (ticket: string, code: string) => world.server.call(undefined, totpApi.verify, { ticket, code }, from());
const asToken = (token: string) => ({ 'x-access-token': token });
/** The details of a sign-in that requires a second step. */
const stepOf = (answer: Answer<unknown>) => answer.result as SecondStep; // the detail of its refusal
const codeNow = (secret: string): string => new TOTP({ secret }).generate({ timestamp: clock().getTime() });
const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');

test('a code is RFC 6238’s', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(new TOTP({ secret, digits: 8 }).generate({ timestamp: 1_111_111_109_000 })).toBe('07081804');
});

let secret = '';
let recovery: readonly string[] = [];

test('a person sets it up with their password and a code, and from then on both steps are asked', async () => {
  const token = (await world.signIn('stepper')) ?? '';
  const enrol = (password: string) => world.server.call(undefined, totpApi.enrol, { password }, asToken(token));
  expect((await enrol('Wrong-Horse-7')).message).toBe('The password is wrong');
  const { result } = await enrol(PASSWORD);
  expect(result.uri).toMatch(/^otpauth:\/\/totp\/ChargeOps:stepper\?.*secret=[A-Z2-7]{32}/);
  ({ secret } = result);
  // The secret was not confirmed, so no code is required yet.
  expect((await login('stepper')).success).toBe(true);
  const confirm = (code: string) => world.server.call(undefined, totpApi.confirm, { code }, asToken(token));
  expect((await confirm(wrongFor(codeNow(secret)))).message).toBe('The code is wrong');
  recovery = (await confirm(codeNow(secret))).result.recoveryCodes;
  expect(new Set(recovery).size).toBe(10);

  aheadMs += 30_000;
  const first = await login('stepper');
  expect(first).toMatchObject({ success: false, message: 'Enter the code of your authenticator' });
  expect(JSON.stringify(first)).not.toContain(secret);
  const second = await verify(stepOf(first).ticket, codeNow(secret));
  expect(second).toMatchObject({ success: true, result: { userInfo: { username: 'stepper' }, recoveryCodes: [] } });
  expect(await world.alive(second.result.token)).toBe(true);
});

test('a code is taken once, and so is a recovery code', async () => {
  const used = codeNow(secret);
  const again = await verify(stepOf(await login('stepper')).ticket, used);
  expect(again).toMatchObject({ success: false, message: 'The code is wrong' });
  const spare = recovery[0] ?? '';
  const saved = await verify(stepOf(again).ticket, spare.toUpperCase());
  expect(saved.success).toBe(true);
  expect((await verify(stepOf(await login('stepper')).ticket, spare)).success).toBe(false);
  const { result } = await world.server.call(undefined, totpApi.state, {}, asToken(saved.result.token));
  expect(result).toEqual({ enrolled: true, demanded: false, recoveryLeft: 9 });
});

test('five codes in a quarter of an hour, however many at once', async () => {
  aheadMs += 16 * 60_000;
  const tickets = [];
  for (let round = 0; round < 20; round++) tickets.push(stepOf(await login('stepper')).ticket);
  const wrong = wrongFor(codeNow(secret));
  const answers = await Promise.all(tickets.map((ticket) => verify(ticket, wrong)));
  expect(answers.filter(({ message }) => message === 'The code is wrong')).toHaveLength(5);
  expect((await verify(stepOf(await login('stepper')).ticket, codeNow(secret))).message).toMatch(/^Too many attempts/);
  aheadMs += 16 * 60_000;
  expect((await verify(stepOf(await login('stepper')).ticket, codeNow(secret))).success).toBe(true);
});

test('a ticket is good once, for five minutes', async () => {
  aheadMs += 30_000;
  const { ticket } = stepOf(await login('stepper'));
  aheadMs += 300_001;
  expect((await verify(ticket, codeNow(secret))).message).toBe('This took too long; sign in again');
});

test('a tenant demands it: who has none sets it up at the next sign-in, and cannot switch it off', async () => {
  const demand = (demanded: 0 | 1) => world.server.call(viewers.tenant('1'), totpApi.demand, { demanded });
  expect((await world.server.call(viewers.platform(), totpApi.demand, { demanded: 1 })).message).toBe('This is set for one tenant at a time');
  expect((await demand(1)).success).toBe(true);
  expect((await login('other.one')).success).toBe(true);
  const first = await login('pressed');
  expect(first.message).toBe('Your organisation demands a second step; set it up now');
  const step = stepOf(first);
  const second = await verify(step.ticket, codeNow(step.secret ?? ''));
  expect(second.result.recoveryCodes).toHaveLength(10);
  const remove = (code: string) => world.server.call(undefined, totpApi.remove, { password: PASSWORD, code }, asToken(second.result.token));
  expect((await remove('123456')).message).toBe('Your organisation demands the second step; it stays on');
  await demand(0);
  expect((await remove(second.result.recoveryCodes[0] ?? '')).message).toBe('The second step is off');
  expect((await login('pressed')).success).toBe(true);
});

test('an administrator takes a lost one away, and nobody takes their own or that of another tenant', async () => {
  const reset = (viewer: Parameters<typeof world.server.call>[0], username: string) =>
    world.server.call(viewer, userApi.resetSecondStep, { username });
  expect((await reset(viewers.tenant('2'), 'stepper')).status).toBe(404);
  aheadMs += 60_000;
  const { result } = await verify(stepOf(await login('stepper')).ticket, codeNow(secret));
  expect((await world.server.call(undefined, userApi.resetSecondStep, { username: 'stepper' }, asToken(result.token))).success).toBe(false);
  expect((await reset(viewers.platform(), 'stepper')).success).toBe(true);
  expect(await world.alive(result.token)).toBe(false);
  expect((await login('stepper')).success).toBe(true);
});

test('the database holds no secret', async () => {
  const token = (await world.signIn('other.one')) ?? '';
  const enrolment = await world.server.call(undefined, totpApi.enrol, { password: PASSWORD }, asToken(token));
  recovery = (await world.server.call(undefined, totpApi.confirm, { code: codeNow(enrolment.result.secret) }, asToken(token))).result.recoveryCodes;
  secret = enrolment.result.secret;
  const rows = await world.server.database.asSuperuser('select secret, recovery from sys_totp');
  expect(rows).not.toEqual([]);
  expect(JSON.stringify(rows)).not.toContain(secret);
  for (const code of recovery) expect(JSON.stringify(rows)).not.toContain(code);
});
