import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { staff, startPeople } from '../../people.fixture.ts';
import type { PeopleServer } from '../../people.fixture.ts';
import { departApi, userApi } from '../../resources.ts';

let world: PeopleServer;
const departs: Record<string, string> = {};
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await startPeople();
  const add = async (departName: string, parentId?: string, viewer = staff.tenant) => {
    const row = await world.server.ok(viewer, departApi.add, { departName, departOrder: 0, parentId });
    departs[departName] = row.id;
  };
  await add('Root');
  await add('Night', departs['Root']);
  await add('Day', departs['Root']);
  await add('Theirs', undefined, staff.other);
  const person = async (username: string, names: readonly string[], more: object = {}) => {
    const selecteddeparts = names.map((name) => departs[name]).join(',');
    const row = await world.addOk(staff.tenant, username, { roleId: world.role('tenantAdmin'), selecteddeparts, ...more });
    ids[username] = row.id;
  };
  await person('ann', ['Root', 'Night'], { realname: 'Ann of the night', phone: '13800138000', sex: 2, birthday: '1990-05-06' });
  await person('bob', ['Day'], { sex: 1, birthday: '1985-12-31' });
  await person('cleo', ['Night']);
  await person('north', [], { roleId: world.role('agentManager'), agentId: '11' });
  await person('far.one', [], { roleId: world.role('agentManager'), agentId: '12' });
  await world.server.ok(staff.tenant, userApi.frozenBatch, { ids: ids['cleo'] ?? '', status: 2 });
  const foreign = await world.addOk(staff.other, 'stranger', { roleId: world.role('tenantAdmin'), selecteddeparts: departs['Theirs'] });
  ids['stranger'] = foreign.id;
});
afterAll(() => world.close());

const pick = async (viewer: Viewer, query: object) => {
  const { records, total } = await world.server.ok(viewer, userApi.queryUserComponentData, query);
  expect(total).toBe(records.length);
  return records.map(({ username }) => username).toSorted();
};
const multi = async (viewer: Viewer, query: string): Promise<unknown> =>
  (await world.server.fetch(viewer, `${userApi.getMultiUser.path}?${query}`)).json();

describe('whom a picker offers', () => {
  test('everybody of the scope who is not frozen, and only what a picker shows', async () => {
    expect(await pick(staff.tenant, {})).toEqual(['ann', 'bob', 'far.one', 'north']);
    expect(await pick(staff.agent, {})).toEqual(['north']);
    expect(await pick(staff.other, {})).toEqual(['stranger']);
    const { records } = await world.server.ok(staff.tenant, userApi.queryUserComponentData, { keyword: 'ann' });
    expect(records).toEqual([
      expect.objectContaining({
        id: ids['ann'],
        realname: 'Ann of the night',
        sex: 2,
        sex_dictText: 'Female',
        birthday: '1990-05-06',
        phone: '138****8000',
        orgCodeTxt: 'Root,Night',
      }),
    ]);
    expect(Object.keys(records[0] ?? {})).not.toContain('email');
    const people = await world.server.ok(staff.tenant, userApi.queryUserByDepId, { id: departs['Night'] ?? '' });
    expect(people.map(({ phone }) => phone)).toContain('138****8000');
    expect(await pick(staff.tenant, { phone: '13800138000' })).toEqual(['ann']);
  });

  test('everybody of the scope to whoever fills in a form, without a right to manage people', async () => {
    const few = (viewer: Viewer): Viewer => viewers.limited(viewer, ['notice:add']);
    expect(await pick(few(staff.tenant), {})).toEqual(['ann', 'bob', 'far.one', 'north']);
    expect(await pick(few(staff.agent), {})).toEqual(['north']);
    expect(await pick(few(viewers.station({ tenantId: '1', agentId: '11', stationId: '111' })), {})).toEqual([]);
    expect(await pick(few(viewers.customer('1', '41')), {})).toEqual([]);
    expect((await world.server.call(few(staff.tenant), userApi.list, {})).status).toBe(403);
    expect((await world.server.call(few(staff.tenant), userApi.queryUserComponentData, { phone: '138*' })).status).toBe(400);
    expect(await pick(few(staff.tenant), { phone: '13800138000' })).toEqual(['ann']);
    const people = await world.server.ok(few(staff.tenant), userApi.queryUserByDepId, { id: departs['Root'] ?? '' });
    expect(people.map(({ username, phone }) => [username, phone])).toContainEqual(['ann', '138****8000']);
  });

  test('the people of a department and of all below it, once each, by account or name', async () => {
    expect(await pick(staff.tenant, { departId: departs['Root'] })).toEqual(['ann', 'bob']);
    expect(await pick(staff.tenant, { departId: departs['Day'] })).toEqual(['bob']);
    expect(await pick(staff.tenant, { departId: departs['Root'], keyword: 'NIGHT' })).toEqual(['ann']);
    expect(await pick(staff.tenant, { username: 'bo' })).toEqual(['bob']);
    const rows = await world.server.ok(staff.tenant, userApi.queryUserByDepId, { id: departs['Root'] ?? '' });
    expect(rows.map(({ username }) => username)).toEqual(['ann', 'bob']);
    const named = await world.server.ok(staff.tenant, userApi.queryUserByDepId, { id: departs['Root'] ?? '', realname: 'night' });
    expect(named.map(({ username }) => username)).toEqual(['ann']);
  });

  test('by sex and by birthday', async () => {
    expect(await pick(staff.tenant, { sex: '2' })).toEqual(['ann']);
    expect(await pick(staff.tenant, { sex: '1,2' })).toEqual(['ann', 'bob']);
    expect(await pick(staff.tenant, { birthday_begin: '1985-12-31', birthday_end: '1990-05-05' })).toEqual(['bob']);
    expect(await pick(staff.tenant, { sex: '2', birthday_end: '1990-05-05' })).toEqual([]);
  });

  test('comes in pages', async () => {
    const page = async (pageNo: number) => world.server.ok(staff.tenant, userApi.queryUserComponentData, { pageNo, pageSize: 3 });
    const [first, second] = [await page(1), await page(2)];
    expect([first.records.length, second.records.length, first.total, second.pages]).toEqual([3, 1, 4, 2]);
  });

  test('a department of another tenant does not exist', async () => {
    for (const departId of [departs['Theirs'], '999999'])
      expect(await world.server.call(staff.tenant, userApi.queryUserComponentData, { departId })).toMatchObject({
        success: false,
        message: 'A chosen department does not exist',
      });
  });
});

describe('who stands behind ids and account names', () => {
  test('is a bare list, whatever ends with a comma', async () => {
    expect(await multi(staff.tenant, `id=${ids['bob']},${ids['ann']},`)).toEqual([
      { id: ids['ann'], username: 'ann', realname: 'Ann of the night', orgCodeTxt: 'Root,Night' },
      { id: ids['bob'], username: 'bob', realname: 'bob', orgCodeTxt: 'Day' },
    ]);
    expect(await multi(staff.tenant, 'username=bob,')).toMatchObject([{ id: ids['bob'] }]);
    expect(await multi(staff.tenant, 'username=nobody')).toEqual([]);
    expect(await multi(staff.tenant, '')).toEqual([]);
  });

  test('leaves out who is frozen and who is outside the scope', async () => {
    expect(await multi(staff.tenant, `id=${ids['cleo']},${ids['stranger']},x`)).toEqual([]);
    expect(await multi(staff.agent, `username=ann,north,`)).toMatchObject([{ username: 'north' }]);
  });
});
