import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choice, count, money, optional, secret, text } from '#kit/fields/field.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { priority } from '../notice/notice.codes.ts';
import { system } from '../resources.ts';
import { configRoutes, settingOf, systemRoutes } from '../server.ts';
import { addTenants, tenants } from '../tenant.fixture.ts';
import { configApi } from './config.ts';
import type { SettingChange } from './config.ts';
import { forgetSettings } from './read-setting.server.ts';

const group = ['试验', '試驗', 'Trial'] as const;
const words = ['重试次数', '重試次數', 'Attempts'] as const;
const attempts = setting({ key: 'trial.attempts', field: withInitial(count({ min: 1, max: 9 }), 3), scope: 'tenant', group, words });
const fee = setting({ key: 'trial.fee', field: withInitial(money({ min: 0 }), '1.50'), scope: 'tenant', group, words });
const urgency = setting({ key: 'trial.urgency', field: withInitial(choice(priority), 'M'), scope: 'platform', group, words });
const note = setting({ key: 'trial.note', field: optional(text({ max: 20 })), scope: 'tenant', group, words });
const password = setting({ key: 'trial.password', field: secret(text({ min: 4, max: 60 })), scope: 'tenant', group, words });
const trial = domain('trial', [feature({ name: 'trial', api: {}, settings: [attempts, fee, urgency, note, password] })]);

let server: TestServer;
const platform = viewers.platform();
const east = viewers.tenant('1001');
const west = viewers.tenant('1002');
const secrets = createSecrets([randomBytes(32)]);

beforeAll(async () => {
  const tickets = createTickets(() => new Date());
  server = await startTestServer({ domains: [system, tenants, trial], routes: [...systemRoutes({ tickets }), ...configRoutes({ secrets })] });
  await addTenants(server.database);
});
afterAll(() => server.close());

const valueOf = <T>(declared: { readonly key: string } & Parameters<typeof settingOf<T>>[1], tenantId?: string): Promise<T> =>
  settingOf<T>({ db: server.database.system, registry: server.registry, now: new Date() }, declared, tenantId);
const rowOf = async (viewer: Viewer, key: string, tenantId?: string) =>
  (await server.ok(viewer, configApi.list, { tenantId })).find((row) => row.key === key);
const edit = (viewer: Viewer, key: string, more: object) => server.call(viewer, configApi.edit, { key, ...more });

describe('a setting', () => {
  test('holds the program’s default, then the platform’s value, then the tenant’s own', async () => {
    expect([await valueOf(attempts), await valueOf(attempts, '1001'), await valueOf(fee), await valueOf(urgency), await valueOf(note)]).toEqual([
      3,
      3,
      150n,
      'M',
      null,
    ]);
    expect((await edit(platform, attempts.key, { value: 5 })).message).toBe('The setting is saved');
    expect([await valueOf(attempts), await valueOf(attempts, '1001')]).toEqual([5, 5]);
    expect((await edit(east, attempts.key, { value: '7' })).success).toBe(true);
    expect([await valueOf(attempts), await valueOf(attempts, '1001'), await valueOf(attempts, '1002')]).toEqual([5, 7, 5]);
    expect(await rowOf(east, attempts.key)).toMatchObject({
      value: 7,
      from: 'tenant',
      initial: 3,
      version: 1,
      updateBy: 'tenant-1001',
      name: 'Attempts',
    });
    expect(await rowOf(west, attempts.key)).toMatchObject({ value: 5, from: 'platform', version: 0, updateBy: null });
    expect(await rowOf(platform, attempts.key, '1001')).toMatchObject({ value: 7, from: 'tenant' });
    expect((await server.call(east, configApi.reset, { key: attempts.key })).success).toBe(true);
    expect(await valueOf(attempts, '1001')).toBe(5);
    expect((await server.call(east, configApi.reset, { key: attempts.key })).message).toBe('Nothing is set here');
  });

  test('is judged by its own field, in the asker’s language', async () => {
    const refusalOf = async (key: string, value: unknown, viewer = platform) => {
      const answer = await edit(viewer, key, { value });
      return [answer.status, answer.message];
    };
    expect(await refusalOf(attempts.key, 10)).toEqual([400, 'Attempts cannot be more than 9']);
    expect(await refusalOf(attempts.key, 'many')).toEqual([400, 'Attempts must be a number']);
    expect(await refusalOf(attempts.key, null)).toEqual([400, 'Attempts is required']);
    expect(await refusalOf(attempts.key, { $ne: 1 })).toEqual([400, 'Attempts must be a number']);
    expect(await refusalOf(urgency.key, 'X')).toEqual([400, 'Attempts is not one of the allowed values']);
    expect(await refusalOf(fee.key, '1.234')).toEqual([400, 'Attempts may have 2 decimals at most']);
    expect(await refusalOf(attempts.key, 10, { ...platform, username: 'zh', language: 'zh_CN' })).toEqual([400, '重试次数不能大于9']);
    expect(await refusalOf('nothing.here', 1)).toEqual([400, 'There is no such setting']);
    expect(await refusalOf('__proto__', 1)).toEqual([400, 'There is no such setting']);
    await server.ok(platform, configApi.edit, { key: fee.key, value: '2.5' });
    expect([await valueOf(fee), (await rowOf(platform, fee.key))?.value]).toEqual([250n, '2.50']);
  });

  test('that a later version no longer allows falls back to the default', async () => {
    await server.ok(west, configApi.edit, { key: attempts.key, value: 9 });
    const narrower = { ...attempts, field: withInitial(count({ min: 1, max: 4 }), 2) };
    expect(await valueOf(narrower, '1002')).toBe(2);
  });

  test('is remembered for a moment, and forgotten when it changes here', async () => {
    await server.ok(platform, configApi.edit, { key: note.key, value: 'first' });
    expect(await valueOf(note)).toBe('first');
    await server.database.asSuperuser(`update sys_config set value = '"behind"' where config_key = 'trial.note'`);
    expect(await valueOf(note)).toBe('first');
    const later = { db: server.database.system, registry: server.registry, now: new Date(Date.now() + 3_001) };
    expect(await settingOf(later, note)).toBe('behind');
    await server.ok(platform, configApi.edit, { key: note.key, value: 'last' });
    expect(await valueOf(note)).toBe('last');
    forgetSettings(server.registry);
    expect(await valueOf(note)).toBe('last');
  });
});

describe('who may set what', () => {
  test('the platform’s own is the platform’s, a tenant’s is its own', async () => {
    expect((await edit(east, urgency.key, { value: 'H' })).message).toBe('Only the platform sets this');
    expect((await edit(platform, urgency.key, { value: 'H', tenantId: '1001' })).message).toBe('Only the platform sets this');
    expect((await edit(platform, urgency.key, { value: 'H' })).success).toBe(true);
    expect(await rowOf(east, urgency.key)).toBeUndefined();
    const [foreign, absent] = [
      await edit(east, attempts.key, { value: 4, tenantId: '1002' }),
      await edit(east, attempts.key, { value: 4, tenantId: '1999' }),
    ];
    expect([foreign.status, foreign.message]).toEqual([absent.status, absent.message]);
    expect((await server.call(east, configApi.history, { key: attempts.key, tenantId: '1002' })).success).toBe(false);
    expect((await server.call(viewers.limited(east, ['config:list']), configApi.edit, { key: attempts.key, value: 4 })).status).toBe(403);
    expect((await server.call(viewers.limited(east, []), configApi.list, {})).status).toBe(403);
    for (const viewer of [viewers.agent('1001', '1'), viewers.station({ tenantId: '1001', agentId: '1', stationId: '1' })])
      expect((await server.call(viewers.limited(viewer, []), configApi.list, {})).status).toBe(403);
  });

  test('two who read the same value do not overwrite each other', async () => {
    const version = (await rowOf(platform, fee.key))?.version ?? 0;
    const both = await Promise.all(['3.00', '4.00'].map((value) => edit(platform, fee.key, { value, readVersion: version })));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });
});

test('every change is kept: who, when, from what to what; nobody rewrites it, and a tenant reads its own', async () => {
  await server.ok(west, configApi.edit, { key: note.key, value: 'one' });
  await server.ok(west, configApi.edit, { key: note.key, value: 'two' });
  await server.ok(platform, configApi.reset, { key: note.key, tenantId: '1002' });
  const history = await server.ok(west, configApi.history, { key: note.key });
  expect(history.map(({ before, after, changedBy }) => [before, after, changedBy])).toEqual([
    ['two', null, 'platform'],
    ['one', 'two', 'tenant-1002'],
    [null, 'one', 'tenant-1002'],
  ]);
  expect(Math.abs(Date.now() - new Date(history[0]?.changedTime ?? 0).getTime())).toBeLessThan(60_000);
  expect(await server.ok(east, configApi.history, { key: note.key })).toEqual([]);
  for (let n = 0; n < 12; n += 1) await server.ok(west, configApi.edit, { key: note.key, value: `change ${n}` });
  expect((await server.ok(west, configApi.history, { key: note.key })).slice(0, 2).map(({ after }) => after)).toEqual(['change 11', 'change 10']);
  const rewrite = server.database.appPool.query(`update sys_config_log set after_value = '"x"'`);
  await expect(rewrite).rejects.toThrow(/permission denied/);
});

test('an earlier setting holds again as a change of its own; never over one that its author did not see, nor what is no longer allowed', async () => {
  const at = { key: attempts.key };
  const past = (): Promise<readonly SettingChange[]> => server.ok(east, configApi.history, at);
  for (const value of [4, 8]) await server.ok(east, configApi.edit, { ...at, value });
  const four = (await past())[1];
  const restore = (more: object, viewer = east) => server.call(viewer, configApi.restore, { ...at, id: four?.id, ...more });
  const read = (await rowOf(east, attempts.key))?.version ?? 0;
  await server.ok(east, configApi.edit, { ...at, value: 9 });
  expect((await restore({ readVersion: read })).status).toBe(409);
  expect((await restore({ readVersion: read + 1 })).message).toBe('The earlier setting holds again');
  expect(await valueOf(attempts, '1001')).toBe(4);
  expect((await past())[0]).toMatchObject({ before: 9, after: 4, changedBy: 'tenant-1001', restores: four?.changedTime });
  expect((await rowOf(east, attempts.key))?.version).toBe(read + 2);
  const none = 'There is no such change';
  const refusals = [await restore({}, west), await restore({ key: note.key }), await restore({ id: '999999999' })];
  expect(refusals.map(({ message }) => message)).toEqual([none, none, none]);
  expect((await restore({}, viewers.limited(east, ['config:list']))).status).toBe(403);

  await server.ok(east, configApi.reset, at);
  const wasReset = (await past())[0];
  await server.ok(east, configApi.edit, { ...at, value: 6 });
  expect((await restore({ id: wasReset?.id })).success).toBe(true);
  expect(await rowOf(east, attempts.key)).toMatchObject({ version: 0 });
  await server.database.asSuperuser(
    `insert into sys_config_log (tenant_id, config_key, after_value, changed_by, changed_time) values (1001, 'trial.attempts', '77', 'x', now())`,
  );
  expect((await restore({ id: (await past())[0]?.id })).message).toBe('Attempts cannot be more than 9');
  await server.ok(east, configApi.edit, { key: password.key, value: 'first-word' });
  const [entry] = await server.ok(east, configApi.history, { key: password.key });
  expect((await restore({ key: password.key, id: entry?.id })).message).toBe('A secret is kept in no history; write it anew');
});

test('a secret is written and never read: not in the list, not in the history, not in the table', async () => {
  const word = 'Correct-Horse-77';
  expect((await edit(east, password.key, { value: word })).success).toBe(true);
  await server.ok(east, configApi.edit, { key: password.key, value: `${word}!` });
  const answers = JSON.stringify([await server.ok(east, configApi.list, {}), await server.ok(east, configApi.history, { key: password.key })]);
  expect(answers).not.toContain(word);
  expect(await rowOf(east, password.key)).toMatchObject({ value: null, hasSecret: true, from: 'tenant' });
  const rows = await server.database.asSuperuser<{ row: string; sealed: string | null }>(
    `select to_jsonb(t)::text as row, null as sealed from sys_config_log t union all select to_jsonb(c)::text, sealed from sys_config c where config_key = 'trial.password'`,
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(word);
  const sealed = rows.find((row) => row.sealed !== null)?.sealed ?? '';
  expect(secrets.open(sealed, { purpose: 'config', row: '1001 trial.password' })).toBe(`${word}!`);
  expect((await edit(east, password.key, { value: 'x' })).status).toBe(400);
});
