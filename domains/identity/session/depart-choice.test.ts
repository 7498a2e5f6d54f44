import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { departApi, sessionApi, userApi } from '../resources.ts';

let world: PeopleServer;
let aheadMs = 0;
let departs: Readonly<Record<'root' | 'night' | 'day', { readonly id: string; readonly orgCode: string }>>;

beforeAll(async () => {
  world = await startPeople(() => new Date(Date.now() + aheadMs));
  const add = (departName: string, parentId?: string) => world.server.ok(staff.tenant, departApi.add, { departName, departOrder: 0, parentId });
  const root = await add('Head office');
  departs = { root, night: await add('Night', root.id), day: await add('Day', root.id) };
});
afterAll(() => world.close());

const login = async (username: string) => (await world.server.call(undefined, sessionApi.login, { username, password: PASSWORD })).result;
const person = (username: string, ids: readonly string[]) =>
  world.addOk(staff.tenant, username, { roleId: world.role('tenantAdmin'), selecteddeparts: ids.join(',') });
const as = (token: string) => ({ 'x-access-token': token });
const select = (token: string, username: string, orgCode: string) =>
  world.server.call(undefined, sessionApi.selectDepart, { username, orgCode }, as(token));
const ownDeparts = async (token: string) => (await world.server.call(undefined, sessionApi.getCurrentUserDeparts, {}, as(token))).result;

describe('what a sign-in says of departments', () => {
  test('nothing to somebody who belongs to none', async () => {
    await person('none.at.all', []);
    expect(await login('none.at.all')).toMatchObject({ departs: [], multi_depart: 0, userInfo: { orgCode: null, orgCodeTxt: null } });
  });

  test('the only one is worked in at once', async () => {
    await person('one.only', [departs.night.id]);
    const answer = await login('one.only');
    expect(answer).toMatchObject({ multi_depart: 1, userInfo: { orgCode: departs.night.orgCode, orgCodeTxt: 'Night' } });
    expect(answer.departs).toEqual([{ id: departs.night.id, departName: 'Night', orgCode: departs.night.orgCode, parentId: departs.root.id }]);
  });

  test('several are offered, and the choice is kept until it is lost', async () => {
    const { id } = await person('two.of.them', [departs.night.id, departs.day.id]);
    const { token, ...answer } = await login('two.of.them');
    expect(answer).toMatchObject({ multi_depart: 2, userInfo: { orgCode: null } });
    expect(await ownDeparts(token)).toMatchObject({ orgCode: null, list: [{ departName: 'Night' }, { departName: 'Day' }] });
    expect(await select(token, 'Two.of.them', departs.day.orgCode)).toMatchObject({
      success: true,
      result: { userInfo: { orgCode: departs.day.orgCode, orgCodeTxt: 'Day' } },
    });
    expect((await ownDeparts(token)).orgCode).toBe(departs.day.orgCode);
    expect(await login('two.of.them')).toMatchObject({ multi_depart: 2, userInfo: { orgCodeTxt: 'Day' } });
    await world.server.ok(staff.tenant, userApi.edit, { id, selecteddeparts: `${departs.night.id},${departs.root.id}` });
    expect((await ownDeparts(token)).orgCode).toBeNull();
  });

  test('one that is closed is offered no more', async () => {
    const depot = await world.server.ok(staff.tenant, departApi.add, { departName: 'Depot', departOrder: 0 });
    await person('of.the.depot', [depot.id]);
    expect(await login('of.the.depot')).toMatchObject({ multi_depart: 1, userInfo: { orgCodeTxt: 'Depot' } });
    await world.server.ok(staff.tenant, departApi.edit, { id: depot.id, status: 0 });
    expect(await login('of.the.depot')).toMatchObject({ multi_depart: 0, departs: [], userInfo: { orgCode: null } });
  });
});

test('nobody chooses a department that is not theirs, nor for somebody else', async () => {
  await person('chooser', [departs.night.id, departs.day.id]);
  const { token } = await login('chooser');
  expect((await select(token, 'chooser', departs.root.orgCode)).message).toBe('You do not belong to this department, or it is closed');
  expect((await select(token, 'two.of.them', departs.night.orgCode)).message).toBe('You can only choose a department of your own');
  expect((await ownDeparts(token)).orgCode).toBeNull();
});

test('the choice is sent by PUT or by POST', async () => {
  await person('poster', [departs.night.id, departs.day.id]);
  const { token } = await login('poster');
  const request = { method: 'POST' as const, path: sessionApi.selectDepart.path, allow: 'signedIn', input: {}, output: { form: 'opaque' as const } };
  const answer = await world.server.call(undefined, request, { username: 'poster', orgCode: departs.day.orgCode }, as(token));
  expect(answer).toMatchObject({ success: true, result: { userInfo: { orgCodeTxt: 'Day' } } });
});

test('the choice at the sign-in leaves the token as it is, a later one answers another', async () => {
  await person('switcher', [departs.night.id, departs.day.id]);
  const { token } = await login('switcher');
  expect((await select(token, 'switcher', departs.day.orgCode)).result.token).toBeNull();
  expect((await ownDeparts(token)).orgCode).toBe(departs.day.orgCode);
  aheadMs += 300_001;
  const { token: next } = (await select(token, 'switcher', departs.night.orgCode)).result;
  expect((await ownDeparts(next ?? '')).orgCode).toBe(departs.night.orgCode);
  expect(await world.server.call(undefined, sessionApi.menu, {}, as(token))).toMatchObject({ status: 401, refusal: 'session.rotated' });
});
