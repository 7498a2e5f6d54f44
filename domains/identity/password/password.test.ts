import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import { PASSWORD, staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { accountApi, sessionApi, userApi } from '../resources.ts';
import { checkPassword } from './password.rules.ts';

let world: PeopleServer;
const set = (key: string, value: number) =>
  world.server.database.asSuperuser(
    `insert into sys_config (config_key, value, update_by, update_time) values ($1, $2, 'test', now())
      on conflict (tenant_id, config_key) do update set value = excluded.value`,
    [key, String(value)],
  );
beforeAll(async () => {
  world = await startPeople();
  await set('password.minLength', 14);
  await set('password.history', 3);
  await set('password.changeAfterDays', 30);
});
afterAll(() => world.close());

const admin = viewers.platform();
const LONG = 'Correct-Horse-Battery-7';
let count = 0;
const person = async () => {
  const username = `keeper${++count}`;
  const { id } = await world.addOk(staff.tenant, username, { roleId: world.role('tenantAdmin'), password: LONG });
  return { id, username };
};
const change = async (username: string, oldpassword: string, password: string) => {
  const token = (await world.signIn(username, oldpassword)) ?? '';
  const input = { username, oldpassword, password, confirmpassword: password };
  return world.server.call(undefined, sessionApi.updatePassword, input, { 'x-access-token': token });
};
const short = 'A password needs at least 14 characters';

test('whatever is set, no password is shorter than ten', () => {
  expect(checkPassword('Shorty-12', 'x', 4)).toMatchObject({ ok: false, args: { min: 10 } });
  expect(checkPassword('Long-Enough-12', 'x', 20)).toMatchObject({ ok: false, args: { min: 20 } });
  expect(checkPassword('Long-Enough-12', 'x').ok).toBe(true);
});

test('a longer minimum length applies wherever a password is chosen, is shown on the sign-in page, and changes without a restart', async () => {
  expect((await world.add(staff.tenant, 'too.short', { roleId: world.role('tenantAdmin'), password: 'Brief-Word-77' })).message).toBe(short);
  const { username } = await person();
  expect((await change(username, LONG, PASSWORD.slice(0, 13))).message).toBe(short);
  expect((await world.server.call(admin, userApi.changePassword, { username, password: 'Brief-Word-77' })).message).toBe(short);
  expect((await world.server.call(undefined, accountApi.options, {})).result.passwordMin).toBe(14);
  await set('password.minLength', 13);
  await expect.poll(async () => (await world.server.call(admin, userApi.changePassword, { username, password: 'Brief-Word-77' })).success).toBe(true);
  await set('password.minLength', 14);
});

test('earlier passwords do not come back before as many others were used', async () => {
  const { username } = await person();
  const words = ['Green-Lantern-Rain-1', 'Yellow-Barrel-Song-2', 'Purple-Anchor-Field-3', 'Silver-Window-Tree-4'];
  let now = LONG;
  for (const next of words) {
    expect((await change(username, now, next)).success).toBe(true);
    now = next;
  }
  for (const before of words.slice(0, 3))
    expect((await change(username, now, before)).message).toBe('This is one of your last 3 passwords; choose another');
  expect((await change(username, now, LONG)).success).toBe(true);
});

test('a password that is older than the operator wants is asked to be changed, is announced in the week before, and no longer once it is changed', async () => {
  const { id, username } = await person();
  const due = async (password: string) => {
    const headers = { 'x-access-token': (await world.signIn(username, password)) ?? '' };
    const { passwordDue, passwordDaysLeft } = (await world.server.call(undefined, sessionApi.getUserInfo, {}, headers)).result.userInfo;
    return passwordDue || passwordDaysLeft;
  };
  const agedDays = (days: number) =>
    world.server.database.asSuperuser('update sys_user set password_since = now() - make_interval(days => $2) where id = $1', [id, days]);
  expect(await due(LONG)).toBeNull();
  await agedDays(22);
  expect(await due(LONG)).toBeNull();
  await agedDays(23);
  expect(await due(LONG)).toBe(7);
  await agedDays(29);
  expect(await due(LONG)).toBe(1);
  await agedDays(30);
  expect(await due(LONG)).toBe(true);
  expect((await change(username, LONG, 'Other-Horse-Battery-8')).success).toBe(true);
  expect(await due('Other-Horse-Battery-8')).toBeNull();
});
