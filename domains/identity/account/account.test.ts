import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMessenger, localProvider } from '#domains/system/server.ts';
import { viewers } from '#kit/test/server.ts';
import { solveCaptcha } from '../captcha/solve.fixture.ts';
import { PASSWORD, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { accountApi, codeApi, sessionApi, userApi } from '../resources.ts';
import type { Registration } from '../server.ts';

let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);
const open = (registration: Registration) =>
  startPeople(clock, { registration, messenger: createMessenger({ sms: localProvider, mail: localProvider }) });
let world: PeopleServer;
beforeAll(async () => {
  world = await open('review');
});
afterAll(() => world.close());

let count = 0;
const newPhone = () => `1380000${String(++count).padStart(4, '0')}`;
const from = () => ({ 'x-forwarded-for': `10.20.${Math.floor(++count / 250)}.${count % 250}` });
type Text = Readonly<Record<string, string>>;

// oxlint-disable-next-line max-params -- the last two are seldom given
const sendCode = async (to: Text, smsmode: string, at: Text = from(), of = world) =>
  of.server.call(undefined, codeApi.sms, { ...to, smsmode, captcha: await solveCaptcha(of.server, to['mobile'] ?? to['email'] ?? '', at) }, at);
const lastMessage = async (to: string, of = world) => {
  const rows = await of.server.database.asSuperuser<{ body: string | null; state: number }>(
    'select body, state from sys_message where receiver = $1 order by message_id desc limit 1',
    [to],
  );
  return rows[0];
};
const codeFor = async (to: string, of = world): Promise<string> => /\d{6}/.exec((await lastMessage(to, of))?.body ?? '')?.[0] ?? 'none';
const addPerson = async (username: string, more: Text) =>
  world.addOk(viewers.platform(), username, { roleId: world.role('tenantAdmin'), tenantId: '1', ...more });
const phoneLogin = (mobile: string, captcha: string) => world.server.call(undefined, accountApi.phoneLogin, { mobile, captcha }, from());

describe('a code', () => {
  test('wants the slider, comes once in ten minutes, and is good for ten', async () => {
    const mobile = newPhone();
    await addPerson('coded', { phone: mobile });
    expect(await world.server.call(undefined, codeApi.sms, { mobile, smsmode: '0' }, from())).toMatchObject({ code: 412 });
    expect(await sendCode({ mobile }, '0')).toMatchObject({ success: true, message: 'The code is on its way; it is good for 10 minutes' });
    const code = await codeFor(mobile);
    aheadMs += 9 * 60_000;
    expect((await sendCode({ mobile }, '0')).message).toBe('A code was sent already; it is good for 1 more min');
    aheadMs += 61_000;
    expect((await phoneLogin(mobile, code)).message).toBe('The code is wrong or has expired; ask for a new one');
    expect((await sendCode({ mobile }, '0')).success).toBe(true);
  });

  test('is used up by any try, and opens nothing but what it was made for', async () => {
    const mobile = newPhone();
    await addPerson('once', { phone: mobile });
    await sendCode({ mobile }, '0');
    const code = await codeFor(mobile);
    const other = { username: 'twice', phone: mobile, smscode: code };
    expect((await world.server.call(undefined, accountApi.register, other, from())).success).toBe(false);
    expect((await phoneLogin(mobile, code === '000000' ? '000001' : '000000')).success).toBe(false);
    expect((await phoneLogin(mobile, code)).success).toBe(false);
  });

  test('is answered the same for a number nobody has, and not sent', async () => {
    const mobile = newPhone();
    expect(await sendCode({ mobile }, '0')).toMatchObject({ success: true, message: 'The code is on its way; it is good for 10 minutes' });
    expect(await lastMessage(mobile)).toEqual({ body: null, state: 4 });
  });

  test('a number gets five an hour, and an address asks ten times in ten minutes', async () => {
    const mobile = newPhone();
    const answers: { readonly success: boolean }[] = [];
    for (let round = 0; round < 6; round++) {
      answers.push(await sendCode({ mobile }, '1'));
      aheadMs += 600_001;
    }
    expect(answers.map(({ success }) => success)).toEqual([true, true, true, true, true, false]);
    const here = from();
    let good = 0;
    for (let round = 0; round < 12; round++) if ((await sendCode({ mobile: newPhone() }, '1', here)).success) good += 1;
    expect(good).toBe(10);
  });

  test('is kept as a hash', async () => {
    const mobile = newPhone();
    await sendCode({ mobile }, '1');
    const code = await codeFor(mobile);
    const dump = JSON.stringify(
      await world.server.database.asSuperuser("select encode(code_hash, 'escape') as c, encode(key_hash, 'escape') as k from sys_code"),
    );
    expect(dump).not.toContain(code);
  });
});

describe('signing in by phone', () => {
  test.each([
    ['zh-CN', '验证码错误或已失效，请重新获取', '账号已冻结，请联系管理员'],
    ['zh-TW', '驗證碼錯誤或已失效，請重新取得', '帳號已凍結，請聯絡管理員'],
    ['en-US', 'The code is wrong or has expired; ask for a new one', 'This account is frozen; ask your administrator'],
  ])('in %s an expired code and a frozen account say what to do', async (...[language, expired, frozen]) => {
    const [mobile, username] = [newPhone(), `cold_${language.replace('-', '_')}`];
    const { id } = await addPerson(username, { phone: mobile });
    const at = () => ({ ...from(), 'accept-language': language });
    await sendCode({ mobile }, '0');
    const captcha = await codeFor(mobile);
    aheadMs += 600_001;
    expect((await world.server.call(undefined, accountApi.phoneLogin, { mobile, captcha }, at())).message).toBe(expired);
    await world.server.ok(viewers.platform(), userApi.frozenBatch, { ids: id, status: 2 });
    expect((await world.server.call(undefined, sessionApi.login, { username, password: PASSWORD }, at())).message).toBe(frozen);
  });

  test('opens a session like any other, however the number was written', async () => {
    const mobile = newPhone();
    await addPerson('caller', { phone: `+86 ${mobile}` });
    await sendCode({ mobile: `0086${mobile}` }, '0');
    const { result } = await phoneLogin(`+86-${mobile}`, await codeFor(mobile));
    expect(result).toMatchObject({ userInfo: { username: 'caller', roleLevel: 100 }, multi_depart: 0 });
    expect(await world.alive(result.token)).toBe(true);
  });

  test('refuses the frozen, and a number that several have', async () => {
    const [cold, shared] = [newPhone(), newPhone()];
    const { id } = await addPerson('icy', { phone: cold });
    await world.server.call(viewers.platform(), userApi.frozenBatch, { ids: id, status: 2 });
    await sendCode({ mobile: cold }, '0');
    expect((await phoneLogin(cold, await codeFor(cold))).message).toBe('This account is frozen; ask your administrator');
    await addPerson('twin.a', { phone: shared });
    await addPerson('twin.b', { phone: shared, tenantId: '2' });
    await sendCode({ mobile: shared }, '0');
    expect((await phoneLogin(shared, await codeFor(shared))).message).toBe('Several accounts share this number; sign in with your user name');
  });
});

describe('registering', () => {
  const register = (input: Text, of = world) => of.server.call(undefined, accountApi.register, input, from());

  test('makes an account that waits, has no right and sees nothing', async () => {
    const phone = newPhone();
    await sendCode({ mobile: phone }, '1');
    const answer = await register({ phone, smscode: await codeFor(phone), username: 'newcomer', password: PASSWORD, realname: 'New Comer' });
    expect(answer.result).toEqual({ username: 'newcomer', waiting: true });
    const { message } = await world.server.call(undefined, sessionApi.login, { username: 'newcomer', password: PASSWORD }, from());
    expect(message).toBe('Your registration waits for an administrator');
    const [row] = await world.server.database.asSuperuser(
      `select u.status, u.tenant_id, r.permissions from sys_user u join sys_role r on r.id = u.role_id where username = 'newcomer'`,
    );
    expect(row).toEqual({ status: 2, tenant_id: null, permissions: [] });
    const found = await world.server.ok(viewers.tenant('1'), userApi.list, { username: 'newcomer' });
    expect(found.total).toBe(0);
  });

  test.each([
    ['zh-CN', { username: '长度6到18个字符，只允许字母、数字、下划线', phone: '请输入正确手机号', email: '邮箱格式不正确' }],
    ['zh-TW', { username: '長度6到18個字元，只允許字母、數字、底線', phone: '請輸入正確手機號', email: '郵箱格式不正確' }],
    ['en-US', { username: 'Letters, digits and underscores only, 6 to 18 of them', phone: 'Enter a valid mobile number' }],
  ])('in %s the server says what it accepts', async (language, fields) => {
    const at = { ...from(), 'accept-language': language };
    const bad = { phone: '12612345678', smscode: '123456', username: 'a.b', email: 'a@b' };
    expect(await world.server.call(undefined, accountApi.register, bad, at)).toMatchObject({
      status: 400,
      result: { fields },
    });
    for (const [call, name] of [
      [accountApi.phoneLogin, 'mobile'],
      [accountApi.phoneVerification, 'phone'],
      [codeApi.sms, 'mobile'],
    ] as const)
      expect(
        await world.server.call(undefined, call, { [name]: '12345678901', captcha: '123456', smscode: '123456', smsmode: '0' }, at),
      ).toMatchObject({
        result: { fields: { [name]: fields.phone } },
      });
  });

  test('whoever asks for a name at the same moment as another is told that it is taken', async () => {
    const phones = [newPhone(), newPhone(), newPhone()];
    const codes: string[] = [];
    for (const phone of phones) {
      await sendCode({ mobile: phone }, '1');
      codes.push(await codeFor(phone));
    }
    const answers = await Promise.all(
      phones.map((phone, n) => register({ phone, smscode: codes[n] ?? '', username: 'same_moment', password: PASSWORD })),
    );
    expect(answers.map(({ success, message }) => (success ? 'made' : message)).toSorted()).toEqual([
      'User name exists already',
      'User name exists already',
      'made',
    ]);
  });

  test('a taken name costs no second code', async () => {
    const phone = newPhone();
    await addPerson('taken_name', {});
    await sendCode({ mobile: phone }, '1');
    const smscode = await codeFor(phone);
    expect((await register({ phone, smscode, username: 'Taken_Name', password: PASSWORD })).message).toBe('User name exists already');
    // Also the name of a user in the recycle bin.
    await world.server.database.asSuperuser("update sys_user set is_delete = true where username = 'taken_name'");
    expect((await register({ phone, smscode, username: 'taken_name', password: PASSWORD })).message).toBe('User name exists already');
    expect((await register({ phone, smscode, username: 'free_name', password: PASSWORD })).success).toBe(true);
    await sendCode({ mobile: phone }, '1');
    expect((await register({ phone, smscode: await codeFor(phone), username: 'third_name' })).message).toBe(
      'This phone is registered already; sign in instead',
    );
  });

  test('a weak password is refused before the code is looked at', async () => {
    const phone = newPhone();
    expect((await register({ phone, smscode: '1', username: 'weakling', password: 'short' })).message).toBe(
      'A password needs at least 10 characters',
    );
  });

  test('is closed unless the operator opens it, and may give one role of one tenant', async () => {
    const closed = await open('closed');
    expect((await register({ phone: newPhone(), smscode: '123456' }, closed)).message).toBe(
      'Registration is closed; ask your administrator for an account',
    );
    await closed.close();
    const ajar = await open({ tenantId: '1', roleCode: 'visitor' });
    await ajar.server.database.asSuperuser(
      `insert into sys_role (tenant_id, role_code, role_name, role_level, permissions) values (1, 'visitor', 'Visitor', 100, '["station:list"]')`,
    );
    const phone = newPhone();
    await sendCode({ mobile: phone }, '1', from(), ajar);
    const answer = await register({ phone, smscode: await codeFor(phone, ajar), username: 'guest_one', password: PASSWORD }, ajar);
    expect(answer.result).toEqual({ username: 'guest_one', waiting: false });
    const token = await ajar.signIn('guest_one');
    expect(await ajar.people.sessions.peek(token ?? '')).toMatchObject({
      roleLevel: 100,
      sees: { tenant: ['1'] },
      permissions: new Set(['station:list']),
    });
    await ajar.close();
  });
});

describe('a forgotten password', () => {
  const verify = (input: Text) => world.server.call(undefined, accountApi.phoneVerification, input, from());
  const change = (input: Text) => world.server.call(undefined, accountApi.passwordChange, input, from());

  test('is set anew by phone or mail, once, and signs out everywhere', async () => {
    const phone = newPhone();
    await addPerson('forgot', { phone, email: 'Forgot@Example.com' });
    const token = (await world.signIn('forgot')) ?? '';
    await sendCode({ email: 'forgot@example.com' }, '2');
    const proof = await verify({ email: 'FORGOT@example.com', smscode: await codeFor('forgot@example.com') });
    expect(proof.result).toMatchObject({ username: 'forgot' });
    const next = { username: 'forgot', password: 'Another-Horse-8', smscode: proof.result.smscode };
    expect((await change({ ...next, password: 'weak' })).message).toBe('A password needs at least 10 characters');
    expect((await change(next)).message).toBe('Your password is set; sign in with it');
    expect(await world.alive(token)).toBe(false);
    expect(await world.signIn('forgot', 'Another-Horse-8')).toBeDefined();
    expect((await change(next)).message).toBe('This took too long; ask for a new code');
    await sendCode({ mobile: phone }, '2');
    expect((await verify({ phone, smscode: await codeFor(phone) })).success).toBe(true);
  });

  test('of another person stays what it is', async () => {
    const phone = newPhone();
    await addPerson('owner.a', { phone });
    await addPerson('owner.b', {});
    await sendCode({ mobile: phone }, '2');
    const { result } = await verify({ phone, smscode: await codeFor(phone) });
    expect((await change({ username: 'owner.b', password: 'Another-Horse-8', smscode: result.smscode })).success).toBe(false);
    expect(await world.signIn('owner.b')).toBeDefined();
    expect(await world.signIn('owner.a')).toBeDefined();
  });
});
