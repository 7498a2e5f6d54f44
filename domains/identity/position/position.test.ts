import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { checkRuleApi } from '#domains/system/resources.ts';
import { positionApi, userApi } from '../resources.ts';

let world: PeopleServer;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

const add = (code: string, name: string, viewer = staff.tenant) => world.server.ok(viewer, positionApi.add, { code, name, postRank: 3 });
const person = (username: string, more: object) => world.addOk(staff.tenant, username, { roleId: world.role('tenantAdmin'), ...more });

test('a code is given once in a tenant, and stays', async () => {
  const electrician = await add('electrician', 'Electrician');
  expect(electrician).toMatchObject({ tenantId: '1', postRank_dictText: 'Intermediate' });
  expect(await world.server.call(staff.tenant, positionApi.add, { code: 'electrician', name: 'Other', postRank: 1 })).toMatchObject({
    success: false,
    message: 'Code exists already',
  });
  expect((await add('electrician', 'Electrician', staff.other)).tenantId).toBe('2');
  const edited = await world.server.ok(staff.tenant, positionApi.edit, { id: electrician.id, name: 'Chief electrician', code: 'other' });
  expect(edited).toMatchObject({ code: 'electrician', name: 'Chief electrician' });
});

test('people hold several, a form that does not speak of them changes none, and one that is held is not deleted', async () => {
  const [guard, driver] = [await add('guard', 'Guard'), await add('driver', 'Driver')];
  const { id } = await person('holder', { post: `${guard.id},${driver.id}` });
  expect(await world.server.ok(staff.tenant, userApi.edit, { id, realname: 'Holder' })).toMatchObject({ postTxt: 'Guard,Driver' });
  expect((await world.server.call(staff.tenant, positionApi.delete, { id: guard.id })).message).toBe(
    'Position Guard is still held by 1 user and cannot be deleted',
  );
  expect(await world.server.ok(staff.tenant, userApi.edit, { id, post: driver.id })).toMatchObject({ post: driver.id, postTxt: 'Driver' });
  await world.server.ok(staff.tenant, positionApi.delete, { id: guard.id });
  expect(await world.server.ok(staff.tenant, userApi.edit, { id, post: null })).toMatchObject({ post: null, postTxt: null });
});

test('one of another tenant does not exist', async () => {
  const foreign = await add('theirs', 'Theirs', staff.other);
  for (const post of [foreign.id, '999999'])
    expect(await world.add(staff.tenant, 'taker', { roleId: world.role('tenantAdmin'), post })).toMatchObject({
      success: false,
      message: 'A chosen position does not exist',
    });
  expect((await world.server.ok(staff.tenant, positionApi.list, {})).records.every(({ tenantId }) => tenantId === '1')).toBe(true);
});

test('agents read them and do not change them', async () => {
  expect((await world.server.ok(staff.agent, positionApi.list, {})).records.length).toBeGreaterThan(0);
  expect((await world.server.call(staff.agent, positionApi.add, { code: 'x', name: 'X', postRank: 1 })).status).toBe(403);
  expect((await world.server.call(viewers.limited(staff.tenant, []), positionApi.list, {})).status).toBe(403);
});

test('a code keeps the rule that was set up for codes, the tenant’s own before the platform’s; so does a staff number', async () => {
  const platform = viewers.platform();
  const rule = (viewer: typeof staff.tenant, ruleCode: string, pattern: string) =>
    world.server.ok(viewer, checkRuleApi.add, { ruleName: ruleCode, ruleCode, ruleJson: [{ digits: '*', pattern, message: `keep ${pattern}` }] });
  const refusalOf = async (viewer: typeof staff.tenant, more: object) => {
    const { success, message } = await world.server.call(viewer, positionApi.add, { name: 'Ruled', postRank: 1, ...more });
    return success || message;
  };
  await rule(platform, 'position_code', 'P-.+');
  expect([await refusalOf(staff.tenant, { code: 'ruled' }), await refusalOf(staff.tenant, { code: 'P-1' })]).toEqual(['keep P-.+', true]);
  await rule(staff.tenant, 'position_code', 'T-.+');
  expect([await refusalOf(staff.tenant, { code: 'P-2' }), await refusalOf(staff.tenant, { code: 'T-1' })]).toEqual(['keep T-.+', true]);
  expect([await refusalOf(staff.other, { code: 'T-1' }), await refusalOf(staff.other, { code: 'P-1' })]).toEqual(['keep P-.+', true]);
  expect([await refusalOf(platform, { code: 'P-3', tenantId: '1' }), await refusalOf(platform, { code: 'T-3', tenantId: '1' })]).toEqual([
    'keep T-.+',
    true,
  ]);
  const { id } = await person('numbered', { workNo: 'old' });
  await rule(staff.tenant, 'user_work_no', 'W\\d+');
  const edited = (input: object) => world.server.call(staff.tenant, userApi.edit, { id, ...input });
  expect(await world.add(staff.tenant, 'other.number', { roleId: world.role('tenantAdmin'), workNo: 'X' })).toMatchObject({ message: 'keep W\\d+' });
  expect(await edited({ workNo: 'X' })).toMatchObject({ success: false, result: { fields: { workNo: 'keep W\\d+' } } });
  expect([(await edited({ workNo: 'old', realname: 'Still' })).success, (await edited({ workNo: 'W7' })).success]).toEqual([true, true]);
});
