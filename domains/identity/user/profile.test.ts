import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMessenger, localProvider } from '#domains/system/server.ts';
import { viewers } from '#kit/test/server.ts';
import { solveCaptcha } from '../captcha/solve.fixture.ts';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { codeApi, permissionApi, roleApi, sessionApi, userApi } from '../resources.ts';
import { flatten } from '../permission/tree.rules.ts';

let world: PeopleServer;
beforeAll(async () => {
  world = await startPeople(() => new Date(), { messenger: createMessenger({ sms: localProvider, mail: localProvider }) });
});
afterAll(() => world.close());

const admin = viewers.platform();
let count = 0;
/** A signed-in user of any role. */
const person = async (roleCode = 'tenantAdmin', more: Readonly<Record<string, unknown>> = {}) => {
  const username = `own${++count}`;
  const { id } = await world.addOk(admin, username, { roleId: world.role(roleCode), tenantId: '1', ...more });
  const headers = { 'x-access-token': (await world.signIn(username)) ?? '' };
  const edit = (input: Readonly<Record<string, unknown>>) => world.server.call(undefined, userApi.userEdit, input, headers);
  const read = async () => (await world.server.call(undefined, userApi.getUserData, {}, headers)).result;
  const info = async () => (await world.server.call(undefined, sessionApi.getUserInfo, {}, headers)).result.userInfo;
  return { id, username, headers, edit, read, info };
};
const from = () => ({ 'x-forwarded-for': `10.30.${Math.floor(++count / 250)}.${count % 250}` });
const sendCode = async (to: Readonly<Record<string, string>>, smsmode = '3') => {
  const at = from();
  return world.server.call(
    undefined,
    codeApi.sms,
    { ...to, smsmode, captcha: await solveCaptcha(world.server, to['mobile'] ?? to['email'] ?? '', at) },
    at,
  );
};
const codeFor = async (to: string): Promise<string> => {
  const rows = await world.server.database.asSuperuser<{ body: string | null }>(
    'select body from sys_message where receiver = $1 order by message_id desc limit 1',
    [to],
  );
  return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? 'none';
};

describe('one’s own details', () => {
  test.each([
    ['tenantAdmin', {}],
    ['stationManager', { agentId: '11', stationIds: [{ stationId: '111' }] }],
    ['bigCustomer', { custId: '41' }],
  ])('of a %s are read and set by themselves, and the session tells the new name at once', async (roleCode, assignment) => {
    const me = await person(roleCode, assignment);
    const { version } = await me.read();
    const changes = { realname: 'New Name', sex: 2, birthday: '1990-05-06', telephone: '+49 30 1234567', avatar: 'user/abc.png' };
    const answer = await me.edit({ id: me.id, version, ...changes });
    expect(answer).toMatchObject({ success: true, result: { ...changes, username: me.username, sex_dictText: 'Female', version: version + 1 } });
    expect(await me.info()).toMatchObject({ realname: 'New Name', avatar: 'user/abc.png' });
    expect(await world.server.ok(admin, userApi.queryById, { id: me.id })).toMatchObject({
      ...changes,
      telephone: '+49****4567',
      updateBy: me.username,
    });
    // Inputs that are not given stay unchanged.
    await me.edit({ version: version + 1, telephone: null });
    expect(await me.read()).toMatchObject({ realname: 'New Name', birthday: '1990-05-06', telephone: null });
  });

  test('are nobody else’s, and what an administrator decides stays as it is', async () => {
    const [me, other] = [await person(), await person()];
    expect((await me.edit({ id: other.id, realname: 'Stolen' })).status).toBe(404);
    await me.edit({
      realname: 'Plain',
      username: 'king',
      roleId: world.role('platform'),
      tenantId: '2',
      phone: '13811112222',
      email: 'x@example.com',
      status: 2,
    });
    expect(await world.server.ok(admin, userApi.queryById, { id: me.id })).toMatchObject({
      username: me.username,
      realname: 'Plain',
      roleId: world.role('tenantAdmin'),
      tenantId: '1',
      phone: null,
      email: null,
      status: 1,
    });
    expect((await world.server.call(undefined, userApi.userEdit, { realname: 'Nobody' })).status).toBe(401);
  });

  test('that somebody else changed meanwhile are not overwritten: the answer shows them as they are', async () => {
    const me = await person();
    const { version } = await me.read();
    await world.server.ok(admin, userApi.edit, { id: me.id, realname: 'By the office' });
    const answer = await me.edit({ version, realname: 'By myself' });
    expect(answer).toMatchObject({ status: 409, result: { current: { realname: 'By the office', version: version + 1 } } });
    expect((await me.read()).realname).toBe('By the office');
  });

  test.each([
    [{ realname: '' }, 'realname'],
    [{ birthday: 'soon' }, 'birthday'],
    [{ sex: 3 }, 'sex'],
    [{ avatar: '../../x.png' }, 'avatar'],
    [{ telephone: 'call me' }, 'telephone'],
  ])('%o is refused at its field', async (bad, field) => {
    const me = await person();
    expect(await me.edit(bad)).toMatchObject({ status: 400, result: { fields: { [field]: expect.any(String) } } });
  });

  test('a field that a rule locks stays locked for oneself', async () => {
    const parentId = flatten(await world.server.ok(admin, permissionApi.list, {})).find(({ perms }) => perms === 'user:list')?.id;
    const rule = { menuType: 2, parentId, name: 'Birthday', sortNo: 1, ruleNoun: 'user', ruleField: 'birthday', permsType: '2' };
    await world.server.ok(admin, permissionApi.add, rule);
    const own = await world.server.ok(staff.tenant, roleApi.add, { roleCode: 'bare', roleName: 'Bare', roleLevel: 100, permissions: ['user:list'] });
    const me = await person('tenantAdmin', { roleId: own.id });
    const answer = await me.edit({ id: me.id, birthday: '1990-01-01' });
    expect(answer).toMatchObject({ status: 403, result: { fields: { birthday: expect.any(String) } } });
    expect((await me.read()).birthday).toBeNull();
  });
});

describe('one’s own phone and mailbox', () => {
  const change = (me: Awaited<ReturnType<typeof person>>, input: Readonly<Record<string, string>>) =>
    world.server.call(undefined, userApi.changeContact, input, { ...me.headers, ...from() });

  test('are changed by the code that was sent to the new one, once', async () => {
    const me = await person();
    await sendCode({ mobile: '138 0000 7001' });
    const smscode = await codeFor('13800007001');
    expect((await change(me, { phone: '13800007002', smscode })).message).toBe('The code is wrong or has expired; ask for a new one');
    expect((await change(me, { phone: '+86 13800007001', smscode })).result).toMatchObject({ phone: '13800007001' });
    expect((await change(me, { phone: '13800007001', smscode })).success).toBe(false);
    await sendCode({ email: 'Me@Example.com' });
    expect((await change(me, { email: 'me@example.com', smscode: await codeFor('me@example.com') })).result).toMatchObject({
      email: 'me@example.com',
    });
    expect(await me.info()).toMatchObject({ phone: '13800007001', email: 'me@example.com' });
  });

  test('a wrong code is used up, one made for something else opens nothing, and nothing is changed without one', async () => {
    const me = await person();
    await sendCode({ mobile: '13800007003' });
    const smscode = await codeFor('13800007003');
    await change(me, { phone: '13800007003', smscode: '000000' });
    expect((await change(me, { phone: '13800007003', smscode })).success).toBe(false);
    await sendCode({ mobile: '13800007004' }, '1');
    expect((await change(me, { phone: '13800007004', smscode: await codeFor('13800007004') })).success).toBe(false);
    expect((await change(me, { smscode: '123456' })).message).toBe('Enter a phone number');
    expect((await me.read()).phone).toBeNull();
  });

  test('of somebody else are not taken over', async () => {
    await person('tenantAdmin', { phone: '13800007005', email: 'taken@example.com' });
    const me = await person();
    await sendCode({ mobile: '13800007005' });
    const answer = await change(me, { phone: '13800007005', smscode: await codeFor('13800007005') });
    expect(answer.message).toBe('Another account has this phone already');
    await sendCode({ email: 'taken@example.com' });
    expect((await change(me, { email: 'taken@example.com', smscode: await codeFor('taken@example.com') })).message).toBe(
      'Another account has this e-mail already',
    );
    expect(await me.read()).toMatchObject({ phone: null, email: null });
  });
});
