import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMessenger, localProvider } from '#domains/system/server.ts';
import { parse } from '#kit/fields/parse.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import { viewers } from '#kit/test/server.ts';
import { solveCaptcha } from '../captcha/solve.fixture.ts';
import { PASSWORD, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { accountApi, codeApi, sessionApi, totpApi, userApi } from '../resources.ts';
import { proofMin } from '../session/session-settings.ts';
import { maskReceiver } from './mask-receiver.rules.ts';

const WRONG_CODE = 'The code is wrong or has expired; use the newest one, or get another';

const MINUTE_MS = 60_000;
let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);
let world: PeopleServer;
beforeAll(async () => {
  world = await startPeople(clock, { messenger: createMessenger({ sms: localProvider, mail: localProvider }) });
});
afterAll(() => world.close());

let count = 0;
const from = () => ({ 'x-forwarded-for': `10.60.0.${++count}` });
const as = (token: string) => ({ 'x-access-token': token, ...from() });
const person = (username: string, more: Readonly<Record<string, string>> = {}) =>
  world.addOk(viewers.platform(), username, { roleId: world.role('tenantAdmin'), tenantId: '1', ...more });
const signIn = async (username: string) => (await world.signIn(username)) ?? '';
const prove = (token: string, input: Readonly<Record<string, string>>) => world.server.call(undefined, stepUpApi.prove, input, as(token));
const ways = async (token: string) => (await world.server.call(undefined, stepUpApi.ways, {}, as(token))).result;
/** Exports users, which requires recent authentication: returns the refusal, or undefined when a sheet was returned. */
const exporting = async (token: string): Promise<object | undefined> => {
  const response = await world.server.fetch(undefined, userApi.exportXls.path, { headers: { ...as(token), 'accept-language': 'en-US' } });
  const isRefusal = (response.headers.get('content-type') ?? '').includes('json');
  const body: unknown = isRefusal ? await response.json() : await response.arrayBuffer().then(() => undefined);
  return typeof body === 'object' && body !== null ? body : undefined;
};
/** Makes the last authentication this old. */
const age = async (username: string, minutes: number) => {
  await world.server.database.asSuperuser(
    `update sys_session set proved_at = now() - $2 * interval '1 minute' where username = $1 and proved_at is not null`,
    [username, minutes],
  );
  world.people.sessions.notifyChanged();
};

test('a sign-in by password is a proof for ten minutes; the password proves it again', async () => {
  await person('prover');
  const token = await signIn('prover');
  expect(await exporting(token)).toBeUndefined();
  await age('prover', 9);
  expect(await exporting(token)).toBeUndefined();
  await age('prover', 11);
  expect(await exporting(token)).toMatchObject({
    success: false,
    code: 500,
    refusal: 'proofNeeded',
    message: expect.stringContaining('send your password (or code) by POST to /jeecg-boot/sys/stepUp/prove'),
    result: { what: 'User: export', prove: { method: 'POST', path: '/jeecg-boot/sys/stepUp/prove' } },
  });
  expect(await world.alive(token)).toBe(true);
  expect(await ways(token)).toEqual({ ways: ['password'], to: null });
  expect((await prove(token, { password: 'Wrong-Horse-7' })).message).toBe('The password is wrong');
  expect(await prove(token, {})).toMatchObject({ success: false });
  expect(await exporting(token)).toMatchObject({ refusal: 'proofNeeded' });
  expect(await prove(token, { password: PASSWORD })).toMatchObject({ success: true });
  expect(await exporting(token)).toBeUndefined();
});

test('of one session it proves nothing for another', async () => {
  await person('two.places');
  const [here, there] = [await signIn('two.places'), await signIn('two.places')];
  await age('two.places', 11);
  await prove(here, { password: PASSWORD });
  expect([await exporting(here), await exporting(there)]).toMatchObject([undefined, { refusal: 'proofNeeded' }]);
});

test('wrong passwords are counted with those of the sign-in', async () => {
  await person('hasty');
  const token = await signIn('hasty');
  for (let n = 0; n < 5; n++) expect((await prove(token, { password: 'Wrong-Horse-7' })).message).toBe('The password is wrong');
  expect((await prove(token, { password: PASSWORD })).message).toBe('Too many attempts, try again in 1 min');
  expect((await world.server.call(undefined, sessionApi.login, { username: 'hasty', password: PASSWORD }, from())).success).toBe(false);
  aheadMs += MINUTE_MS + 1;
  expect((await prove(token, { password: PASSWORD })).success).toBe(true);
});

test('who came in by phone proves it with a code that is sent there, or with the password', async () => {
  const mobile = '13800007777';
  await person('by.phone', { phone: mobile });
  const codeFor = async () => {
    const [row] = await world.server.database.asSuperuser<{ body: string }>(
      'select body from sys_message where receiver = $1 order by message_id desc limit 1',
      [mobile],
    );
    return /\d{6}/.exec(row?.body ?? '')?.[0] ?? 'none';
  };
  const at = from();
  await world.server.call(undefined, codeApi.sms, { mobile, smsmode: '0', captcha: await solveCaptcha(world.server, mobile, at) }, at);
  const { token } = (await world.server.call(undefined, accountApi.phoneLogin, { mobile, captcha: await codeFor() }, from())).result;
  expect(await exporting(token)).toMatchObject({ refusal: 'proofNeeded' });
  expect(await ways(token)).toEqual({ ways: ['sms', 'password'], to: '138****7777' });
  const send = () => world.server.call(undefined, stepUpApi.sendCode, {}, as(token));
  expect(await send()).toMatchObject({ success: true, message: 'The code is on its way; it is good for 10 minutes' });
  const code = await codeFor();
  expect((await prove(token, { code: code === '000000' ? '000001' : '000000' })).message).toBe(WRONG_CODE);
  expect((await prove(token, { code })).message, 'any try uses it up').toBe(WRONG_CODE);
  await send();
  expect((await prove(token, { code: await codeFor() })).success).toBe(true);
  expect(await exporting(token)).toBeUndefined();
  await age('by.phone', 11);
  await prove(token, { password: PASSWORD });
  expect(await exporting(token)).toBeUndefined();
  // The user has no phone any more, and may never have known a password.
  await world.server.database.asSuperuser("update sys_user set phone = null where username = 'by.phone'");
  expect(await ways(token)).toEqual({ ways: ['password'], to: null, unreached: true });
});

test('who came in by password is sent no code', async () => {
  await person('has.phone', { phone: '13800008888' });
  const token = await signIn('has.phone');
  expect(await ways(token)).toEqual({ ways: ['password'], to: null });
  expect((await world.server.call(undefined, stepUpApi.sendCode, {}, as(token))).message).toBe('Prove it with your password');
  expect((await prove(token, { code: '123456' })).success).toBe(false);
});

test('who has a second factor proves it with that, each code once', async () => {
  await person('factored');
  const token = await signIn('factored');
  const { secret } = (await world.server.call(undefined, totpApi.enrol, { password: PASSWORD }, as(token))).result;
  const codeNow = () => new TOTP({ secret }).generate({ timestamp: clock().getTime() });
  await world.server.call(undefined, totpApi.confirm, { code: codeNow() }, as(token));
  await age('factored', 11);
  expect(await ways(token)).toEqual({ ways: ['totp', 'password'], to: null });
  expect((await prove(token, { code: codeNow() })).message, 'it was taken already').toBe(WRONG_CODE);
  aheadMs += 30_000;
  expect((await prove(token, { code: codeNow() })).success).toBe(true);
  expect(await exporting(token)).toBeUndefined();
});

test('the platform says how long a proof is good, or that none is asked for', async () => {
  await person('unasked');
  const token = await signIn('unasked');
  await age('unasked', 45);
  const set = async (minutes: string) => {
    await world.server.database
      .asSuperuser(`insert into sys_config (config_key, value, update_by, update_time) values ('session.proofMin', '${minutes}', 'test', now())
      on conflict do nothing`);
    aheadMs += 3_001;
    world.people.sessions.notifyChanged();
  };
  expect(await exporting(token)).toMatchObject({ refusal: 'proofNeeded' });
  await set('60');
  expect(await exporting(token)).toBeUndefined();
  await world.server.database.asSuperuser(`delete from sys_config where config_key = 'session.proofMin'`);
  await age('unasked', 600);
  await set('0');
  expect(await exporting(token)).toBeUndefined();
});

test('a phone and a mailbox are shown as far as their owner needs', () => {
  expect(maskReceiver({ channel: 'sms', to: '13812345678' })).toBe('138****5678');
  expect(maskReceiver({ channel: 'sms', to: '+4915112345678' })).toBe('+49****5678');
  expect(maskReceiver({ channel: 'mail', to: 'ann.lee@example.com' })).toBe('an***@example.com');
  expect(maskReceiver({ channel: 'mail', to: 'a@example.com' })).toBe('***@example.com');
});

test('a proof is good for ten minutes, an hour at most', () => {
  expect(proofMin.field.initial).toBe(10);
  expect([0, 60, 61, -1].map((minutes) => parse(proofMin.field, minutes).ok)).toEqual([true, true, false, false]);
});
