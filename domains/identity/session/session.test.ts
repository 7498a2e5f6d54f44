import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '#kit/test/server.ts';
import { solveCaptcha } from '../captcha/solve.fixture.ts';
import { login as solvingLogin, PASSWORD, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { accountApi } from '../account/account.ts';
import { sessionApi } from '../resources.ts';
import type { Identity } from '../server.ts';
import type { StolenToken } from './session-store.server.ts';

const password = PASSWORD;
let world: PeopleServer;
let server: TestServer;
let people: Identity;
/** The difference between the test's clock and the real time. */
let aheadMs = 0;

beforeAll(async () => {
  world = await startPeople(() => new Date(Date.now() + aheadMs));
  ({ server, people } = world);
});
afterAll(() => world.close());

let addresses = 0;
/** Each caller has its own address, unless the test concerns addresses. */
const from = (ip = `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`) => ({ 'x-forwarded-for': ip });
const loginWith = (
  input: { readonly username: string; readonly password: string; readonly captcha?: string; readonly deviceToken?: string },
  headers: Readonly<Record<string, string>> = from(),
) => server.call(undefined, sessionApi.login, input, headers);
/** Solves the slider when it is required. */
const login = (username: string, word = password, headers: Readonly<Record<string, string>> = from()) =>
  solvingLogin(server, { username, password: word }, headers);
const signIn = async (username: string): Promise<string> => (await login(username)).result.token;
const menu = (token: string, language = 'en-US') =>
  server.call(undefined, sessionApi.menu, {}, { 'x-access-token': token, 'accept-language': language });

/** A client that is no browser. */
const program = { ip: '', userAgent: 'node' };

/** A user with the admin's password. */
const addUser = async (
  username: string,
  role: string,
  more: { readonly tenantId?: number; readonly agentId?: number; readonly stationIds?: readonly string[] } = {},
) => {
  const stations = JSON.stringify((more.stationIds ?? []).map((stationId) => ({ stationId })));
  const rows = await server.database.asSuperuser<{ id: bigint }>(
    `insert into sys_user (username, password, realname, role_id, tenant_id, agent_id, station_ids)
     select $1, password, $1, (select id from sys_role where role_code = $2), $3, $4, $5 from sys_user where username = 'admin' returning id`,
    [username, role, more.tenantId ?? null, more.agentId ?? null, stations],
  );
  return String(rows[0]?.id);
};
const change = async (statement: string) => {
  await server.database.asSuperuser(statement);
  people.sessions.notifyChanged();
};

describe('signing in', () => {
  test('answers a token, the person and the words of every code', async () => {
    await addUser('tenant.boss', 'tenantAdmin', { tenantId: 1 });
    const { result } = await login('Tenant.Boss');
    expect(result.token).toMatch(/^[\w-]{43}$/);
    expect(result).toMatchObject({ departs: [], multi_depart: 0, tenantList: [{ id: '1', name: 'One' }] });
    expect(result.userInfo).toMatchObject({
      username: 'tenant.boss',
      roleLevel: 100,
      roleName: 'Tenant administrator',
      hasAuth: true,
      tenantId: '1',
      agentId: null,
      currency: 'EUR',
    });
    expect(result.sysAllDictItems['sex']?.[0]).toEqual({ value: '1', text: 'Male', title: 'Male', label: 'Male', color: null });
    expect((await menu(result.token)).status).toBe(200);
  });

  test('the database holds no token and no password', async () => {
    const token = await signIn('admin');
    await addUser('dumped.one', 'tenantAdmin', { tenantId: 1 });
    const dump = JSON.stringify(
      [
        ...(await server.database.asSuperuser("select encode(token_hash, 'escape') as h, s.* from sys_session s")),
        ...(await server.database.asSuperuser('select * from sys_user')),
      ],
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(password);
    expect(dump).toContain('$argon2id$');
  });

  test('200 attempts at once are judged five times', async () => {
    await addUser('target', 'tenantAdmin', { tenantId: 1 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => login('target', 'Wrong-Horse-7')));
    const messages = answers.map(({ message }) => message);
    expect(messages.filter((message) => message === 'User name or password is wrong; check both, or choose Forgotten password')).toHaveLength(5);
    expect(messages.filter((message) => message === 'Too many attempts, try again in 1 min')).toHaveLength(195);
    expect((await login('target')).success).toBe(false);
    expect((await login('TARGET')).success).toBe(false);
    aheadMs += 15 * 60_000 + 1_000;
    expect((await login('target')).success).toBe(true);
  });

  test('each wrong password after the fifth costs twice the time, up to a quarter of an hour', async () => {
    await addUser('slowed', 'tenantAdmin', { tenantId: 1 });
    const wrong = async () => (await login('slowed', 'Wrong-Horse-7')).message;
    for (let round = 0; round < 5; round++) expect(await wrong()).toBe('User name or password is wrong; check both, or choose Forgotten password');
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect(await wrong()).toBe(`Too many attempts, try again in ${minutes} min`);
      aheadMs += minutes * 60_000 - 2_000;
      expect(await wrong()).toBe('Too many attempts, try again in 1 min');
      aheadMs += 2_001;
      expect(await wrong()).toBe('User name or password is wrong; check both, or choose Forgotten password');
    }
    aheadMs += 30 * 60_000 + 1_000;
    for (let round = 0; round < 5; round++) expect(await wrong()).toBe('User name or password is wrong; check both, or choose Forgotten password');
    aheadMs += 60_001;
    expect((await login('slowed')).success).toBe(true);
    expect(await wrong()).toBe('User name or password is wrong; check both, or choose Forgotten password');
  });

  test('a browser they came in from before is counted apart: others cannot lock them out, nor does it help anybody else', async () => {
    await addUser('besieged', 'tenantAdmin', { tenantId: 1 });
    await addUser('neighbour', 'tenantAdmin', { tenantId: 1 });
    const { deviceToken } = (await loginWith({ username: 'besieged', password, deviceToken: 'new' })).result;
    expect(deviceToken).toMatch(/^[\w-]{43}$/);
    const comeFrom = async (username: string, token: string | null | undefined, word = password) => {
      const claim = { username, password: word, ...(token && { deviceToken: token }) };
      const headers = { 'x-forwarded-for': `10.9.${String(++addresses % 250)}.1` };
      const answer = await loginWith(claim, headers);
      return answer.code === 412 ? loginWith({ ...claim, captcha: await solveCaptcha(server, username, headers) }, headers) : answer;
    };
    for (let round = 0; round < 5; round++) await comeFrom('besieged', 'made-up-by-somebody', 'Wrong-Horse-7');
    expect((await comeFrom('besieged', undefined)).message).toBe('Too many attempts, try again in 1 min');
    const fromKnownDevice = await comeFrom('besieged', deviceToken);
    expect(fromKnownDevice).toMatchObject({ success: true, result: { deviceToken } });
    // Their sign-in does not reset the counter of the attacked name.
    expect((await comeFrom('besieged', undefined)).message).toBe('Too many attempts, try again in 1 min');
    for (let round = 0; round < 5; round++) await comeFrom('neighbour', deviceToken, 'Wrong-Horse-7');
    expect((await comeFrom('neighbour', undefined)).message).toBe('Too many attempts, try again in 1 min');
    for (let round = 0; round < 5; round++) await comeFrom('besieged', deviceToken, 'Wrong-Horse-7');
    expect((await comeFrom('besieged', deviceToken)).message).toBe('Too many attempts, try again in 1 min');
    expect((await loginWith({ username: 'admin', password })).result.deviceToken).toBeNull();
  });

  test('an address gets 20 attempts a minute; those that succeed do not count', async () => {
    const here = from('192.0.2.1');
    for (let round = 0; round < 22; round++) expect((await login('admin', password, here)).success).toBe(true);
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, index) => loginWith({ username: `somebody${index}`, password: 'Wrong-Horse-7' }, here)),
    );
    // An attempt counts whether it was checked or first required the slider.
    expect(tries.filter(({ message }) => message !== 'Too many attempts, try again in 1 min')).toHaveLength(20);
    expect((await login('admin', password, here)).message).toBe('Too many attempts, try again in 1 min');
    expect((await login('admin')).success).toBe(true);
  });

  test('who is frozen or whose tenant is closed learns it only with the right password', async () => {
    await addUser('cold', 'tenantAdmin', { tenantId: 1 });
    await change(`update sys_user set status = 2 where username = 'cold'`);
    expect((await login('cold', 'Wrong-Horse-7')).message).toBe('User name or password is wrong; check both, or choose Forgotten password');
    expect((await login('cold')).message).toBe('This account is frozen; ask your administrator');
    await addUser('locked.out', 'tenantAdmin', { tenantId: 2 });
    await change('update tenant set tenant_stat = 0 where tenant_id = 2');
    expect((await login('locked.out')).message).toBe('Your tenant or agent is out of service; ask your administrator');
  });
});

describe('a session', () => {
  test('ends at sign-out, and only that one', async () => {
    const [one, two] = [await signIn('admin'), await signIn('admin')];
    await server.call(undefined, sessionApi.logout, {}, { 'x-access-token': one });
    expect((await menu(one)).status).toBe(401);
    expect((await menu(two)).status).toBe(200);
    // The browser's cache, for example of pictures, is cleared as well.
    const left = await server.fetch(undefined, sessionApi.logout.path, { method: 'POST', headers: { 'x-access-token': two } });
    expect(left.headers.get('clear-site-data')).toBe('"cache"');
    expect((await server.fetch(undefined, sessionApi.logout.path)).headers.get('clear-site-data')).toBeNull();
  });

  test('a person has five; the sixth ends the oldest, also when all sign in at once', async () => {
    const id = await addUser('many', 'tenantAdmin', { tenantId: 1 });
    const first = await signIn('many');
    expect((await menu(first)).status).toBe(200);
    for (let round = 0; round < 5; round++) await signIn('many');
    expect((await menu(first)).status).toBe(401);
    await Promise.all(Array.from({ length: 8 }, () => people.sessions.open(id, { ip: '1', userAgent: '' })));
    expect(await server.database.asSuperuser('select count(*)::int as n from sys_session where user_id = $1', [id])).toEqual([{ n: 5 }]);
  });

  test('rests after two hours without a sign of life, and ends after seven days with them', async () => {
    const token = await signIn('admin');
    aheadMs += 2 * 3_600_000 - 120_000;
    expect((await menu(token)).status).toBe(200);
    aheadMs += 2 * 3_600_000 - 120_000;
    expect(await people.sessions.peek(token)).toMatchObject({ username: 'admin' });
    aheadMs += 240_000;
    expect((await menu(token)).status).toBe(401);
    const busy = await signIn('admin');
    for (let hours = 0; hours < 7 * 24 - 1; hours++) {
      aheadMs += 3_600_000;
      expect(await people.sessions.authenticate(busy, program)).toBeDefined();
    }
    aheadMs += 3_600_000;
    expect(await people.sessions.authenticate(busy, program)).toBeUndefined();
    await people.sessions.sweep();
    expect(await server.database.asSuperuser('select count(*)::int as n from sys_session')).toEqual([{ n: 0 }]);
  });

  test.each([
    ['freezing', `update sys_user set status = 2 where username = $`],
    ['deleting', `update sys_user set is_delete = true where username = $`],
    ['closing the tenant', `update tenant set tenant_stat = 0 where tenant_id = 1 and 'x' <> $`],
    ['closing the agent', `update agent set agent_stat = 0 where agent_id = 11 and 'x' <> $`],
  ])('%s ends it within two seconds even when nobody tells this process', async (_what, statement) => {
    const name = `victim${String(++addresses)}`;
    await addUser(name, 'agentManager', { tenantId: 1, agentId: 11 });
    const token = await signIn(name);
    expect((await menu(token)).status).toBe(200);
    await server.database.asSuperuser(statement.replace('$', `'${name}'`));
    aheadMs += 2_001;
    expect((await menu(token)).status).toBe(401);
    await change('update tenant set tenant_stat = 1; update agent set agent_stat = 1');
  });

  test('a change of rights reaches a signed-in person at once', async () => {
    await addUser('reader', 'agentManager', { tenantId: 1, agentId: 11 });
    const token = await signIn('reader');
    const before = await people.authenticate(token, program);
    expect(before).toMatchObject({ roleLevel: 90, sees: { tenant: ['1'], agent: ['11'], station: 'all', customer: 'all' } });
    await change(
      `update sys_user set role_id = (select id from sys_role where role_code = 'stationManager'), station_ids = '[{"stationId":"5"}]' where username = 'reader'`,
    );
    expect(await people.authenticate(token, program)).toMatchObject({
      roleLevel: 80,
      sees: { tenant: ['1'], agent: ['11'], station: ['5'] },
    });
  });

  test('no token, a short one, a foreign one and SQL are all the same 401', async () => {
    for (const token of ['', 'abc', 'x'.repeat(43), `' or 1=1 --`, 'admin']) expect((await menu(token)).status).toBe(401);
  });

  test('handlers can neither read a hash nor see a session', async () => {
    await expect(sql`select password from sys_user`.execute(server.database.app)).rejects.toMatchObject({ code: '42501' });
    await expect(sql`select * from sys_session`.execute(server.database.app)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a token and its browser', () => {
  const chrome = (version: number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const callFrom = (token: string, userAgent: string) =>
    server.call(undefined, sessionApi.menu, {}, { 'x-access-token': token, 'user-agent': userAgent });

  test('a newer version of it goes on; another browser ends the session, and every answer says so', async () => {
    await addUser('carried', 'tenantAdmin', { tenantId: 1 });
    const stolenTokens: StolenToken[] = [];
    people.sessions.onStolenToken((stolen) => stolenTokens.push(stolen));
    const { token } = (await loginWith({ username: 'carried', password }, { ...from(), 'user-agent': chrome(139) })).result;
    expect((await callFrom(token, chrome(139))).status).toBe(200);
    expect((await callFrom(token, chrome(141))).status).toBe(200);
    const stolen = await Promise.all([callFrom(token, firefox), callFrom(token, firefox), callFrom(token, '')]);
    expect(stolen.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await callFrom(token, chrome(141))).toMatchObject({ status: 401, refusal: 'ended.browser' });
    expect(stolenTokens.map(({ viewer, client }) => [viewer.username, client.userAgent === chrome(141)])).toEqual([['carried', false]]);
  });

  test('what opens a websocket is looked at like any other', async () => {
    const { token } = (await loginWith({ username: 'carried', password }, { ...from(), 'user-agent': firefox })).result;
    expect(await people.sessions.peek(token, { ip: '', userAgent: firefox })).toMatchObject({ username: 'carried' });
    expect(await people.sessions.peek(token)).toMatchObject({ username: 'carried' });
    expect(await people.sessions.peek(token, { ip: '', userAgent: chrome(141) })).toBeUndefined();
    expect((await callFrom(token, firefox)).status).toBe(401);
  });
});

describe('changing the own password', () => {
  const next = 'Another-Horse-8';
  const update = (token: string, input: Readonly<Record<string, string>>) =>
    server.call(undefined, sessionApi.updatePassword, input, { 'x-access-token': token });

  test('signs out every other device and goes on here under another token', async () => {
    await addUser('changer', 'tenantAdmin', { tenantId: 1 });
    const [here, there] = [await signIn('changer'), await signIn('changer')];
    expect((await menu(here)).status).toBe(200);
    const answer = await update(here, { username: 'changer', oldpassword: password, password: next, confirmpassword: next });
    expect(answer).toMatchObject({ success: true, message: 'The password is changed; all other devices are signed out' });
    expect(answer.result.token).toMatch(/^[\w-]{43}$/);
    expect((await menu(answer.result.token)).status).toBe(200);
    expect(await menu(here)).toMatchObject({ status: 401, refusal: 'session.rotated' });
    expect(await menu(there)).toMatchObject({ status: 401, refusal: 'ended.password' });
    expect((await login('changer')).success).toBe(false);
    expect((await login('changer', next)).success).toBe(true);
  });

  beforeAll(() => addUser('picky_user_1', 'tenantAdmin', { tenantId: 1 }));
  test.each<[Readonly<Record<string, string>>, string]>([
    [{ username: 'admin' }, 'You can only change your own password'],
    [{ oldpassword: 'Wrong-Horse-7' }, 'The old password is wrong'],
    [{ confirmpassword: 'Other-Horse-9' }, 'The two passwords differ'],
    [{ password: 'Short-1', confirmpassword: 'Short-1' }, 'A password needs at least 10 characters'],
    [{ password: 'lettersonly', confirmpassword: 'lettersonly' }, 'A password needs a letter, a digit and a special character'],
    [{ password: 'letters4and5', confirmpassword: 'letters4and5' }, 'A password needs a letter, a digit and a special character'],
    [{ password: 'Picky_user_1', confirmpassword: 'Picky_user_1' }, 'A password must differ from the user name'],
    ...['P@ssw0rd123', 'Admin@1234', 'Qwerty123!', 'Passw0rd!2024', 'Picky_user_1.'].map((common): [Readonly<Record<string, string>>, string] => [
      { password: common, confirmpassword: common },
      'This password is among the first that are guessed; choose another',
    ]),
    [{ password, confirmpassword: password }, 'The new password must differ from the old one'],
  ])('%o is refused: %s', async (bad, message) => {
    const token = await signIn('picky_user_1');
    const answer = await update(token, { username: 'picky_user_1', oldpassword: password, password: next, confirmpassword: next, ...bad });
    expect(answer).toMatchObject({ success: false, message });
    expect((await login('picky_user_1')).success).toBe(true);
  });

  test('the old password cannot be guessed here either', async () => {
    await addUser('guessed', 'tenantAdmin', { tenantId: 1 });
    const token = await signIn('guessed');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => update(token, { username: 'guessed', oldpassword: 'Wrong-Horse-7', password: next, confirmpassword: next })),
    );
    expect(answers.filter(({ message }) => message === 'The old password is wrong')).toHaveLength(5);
  });
});

describe('the menu', () => {
  test('speaks the language of the request and starts with home', async () => {
    const token = await signIn('admin');
    const titles = async (language: string) => (await menu(token, language)).result.menu.map((node) => node.meta.title);
    expect((await titles('en-US'))[0]).toBe('Home');
    expect((await titles('zh-CN'))[0]).toBe('首页');
    expect((await titles('zh-TW'))[0]).toBe('首頁');
  });
});

test('a session without a sign of life ends when the platform’s setting says so', async () => {
  await addUser('idle-one', 'platform');
  const token = await signIn('idle-one');
  const silentFor = async (minutes: number) => {
    await change(`update sys_session s set last_seen_at = now() + interval '${Math.round(aheadMs / 1_000)} s' - interval '${minutes} min'
      from sys_user u where u.id = s.user_id and u.username = 'idle-one'`);
    return (await menu(token)).status;
  };
  expect(await silentFor(119)).toBe(200);
  await server.database.asSuperuser(
    `insert into sys_config (config_key, value, update_by, update_time) values ('session.idleMin', '30', 'test', now())`,
  );
  // Longer than the cache keeps a session.
  aheadMs += 4_000;
  expect(await silentFor(29)).toBe(200);
  expect(await silentFor(31)).toBe(401);
  await server.database.asSuperuser(`delete from sys_config where config_key = 'session.idleMin'`);
  aheadMs += 4_000;
});

test('the filing number that was set is told before anybody signs in', async () => {
  const filingNumber = async () => (await server.call(undefined, accountApi.options, {})).result.filingNumber;
  expect(await filingNumber()).toBeNull();
  await server.database.asSuperuser(
    `insert into sys_config (config_key, value, update_by, update_time) values ('site.filingNumber', '"ICP 123"', 'test', now())`,
  );
  aheadMs += 4_000;
  expect(await filingNumber()).toBe('ICP 123');
});
