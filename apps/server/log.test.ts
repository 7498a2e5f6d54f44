import { readFile, readdir, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { testHashCost } from '#domains/identity/password/hash-cost.fixture.ts';
import { sessionApi, userApi } from '#domains/identity/resources.ts';
import { createIdentity, ensureAdmin, ensureBuiltIns, stolenTokenAct } from '#domains/identity/server.ts';
import type { Identity } from '#domains/identity/server.ts';
import { agentApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { pileCommandSender } from '#domains/device/server.ts';
import { sysLogApi } from '#domains/system/resources.ts';
import { createJournal, logChain, logRoutes } from '#domains/system/server.ts';
import type { SysLogJournal } from '#domains/system/server.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import { proveChain } from '#kit/server/chain/prove.ts';
import { startSealer } from '#kit/server/chain/sealer.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { domains } from '#apps/domains.ts';

const PASSWORD = 'Correct-Horse-7';
const secrets = createSecrets([randomBytes(32)]);
const clock = (): Date => new Date();
let folder: string;
let server: TestServer;
let identity: Identity;
let keeper: SysLogJournal;
const platform = viewers.platform();

beforeAll(async () => {
  folder = temporaryFolder('audit');
  const made: { identity?: Identity; keeper?: SysLogJournal } = {};
  server = await startTestServer({
    domains,
    routes: (database, features) => {
      made.identity = createIdentity({ database, features, clock, hashCost: testHashCost });
      return [...made.identity.routes, ...networkRoutes({ secrets, piles: pileCommandSender }), ...logRoutes({ database, secrets, clock, folder })];
    },
    authenticate: (token, client) => Promise.resolve(made.identity?.authenticate(token, client)),
    journal: (database, registry) => {
      made.keeper = createJournal({ database, registry });
      return made.keeper;
    },
  });
  if (!made.identity || !made.keeper) throw new Error('not assembled');
  ({ identity, keeper } = { identity: made.identity, keeper: made.keeper });
  await ensureDays(server.database);
  await ensureBuiltIns(server.database, server.registry);
  await ensureAdmin(server.database, { password: PASSWORD, hashCost: testHashCost });
});
afterAll(async () => {
  await keeper.settled();
  identity.close();
  await server.close();
});

const logOf = async (filter: Readonly<Record<string, string>>, viewer = platform) => {
  await keeper.settled();
  return (await server.ok(viewer, sysLogApi.list, { pageSize: '100', ...filter })).records;
};

describe('what is kept', () => {
  test('a change: who, what, from where, before and after, with its effect', async () => {
    const tenant = await server.ok(platform, tenantApi.add, { name: 'Kept', currency: 'CNY', timezone: 'Asia/Shanghai' });
    await server.call(
      platform,
      tenantApi.edit,
      { tenantId: tenant.tenantId, name: 'Kept well' },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' },
    );
    const [edited, added] = await logOf({ noun: 'tenant', tenantId: tenant.tenantId });
    expect(added).toMatchObject({ operateType: 2, outcome: 1, objectId: tenant.tenantId, objectName: 'Kept', logType: 2, objectCount: 1 });
    expect(edited).toMatchObject({
      username: 'platform',
      operateType: 3,
      outcome: 1,
      logContent: 'Tenant: edit',
      objectId: tenant.tenantId,
      objectName: 'Kept well',
      ip: '127.0.0.1',
      device: 'Chrome 140 · Windows',
      method: 'PUT',
      tenantId: tenant.tenantId,
    });
    const { changes } = await server.ok(platform, sysLogApi.queryById, { id: edited?.id ?? '' });
    expect(changes).toEqual([
      expect.objectContaining({
        noun: 'tenant',
        kind: 'edit',
        nounText: 'Tenant',
        fields: [{ name: 'name', before: 'Kept', after: 'Kept well', label: expect.any(String) as string }],
      }),
    ]);
    const fewer = { ...platform, username: 'limited', limits: new Set(['tenant:see:name']) };
    const limited = await server.ok(fewer, sysLogApi.queryById, { id: edited?.id ?? '' });
    expect([limited.changes?.[0]?.fields, JSON.stringify(limited.requestParam).includes('Kept well')]).toEqual([[], false]);
    const inChinese = await server.ok({ ...platform, language: 'zh_CN' }, sysLogApi.queryById, { id: edited?.id ?? '' });
    expect(inChinese.logContent).toMatch(/\p{Script=Han}/u);
  });

  test('codes and references are told by their words', async () => {
    const tenant = await server.ok(platform, tenantApi.add, { name: 'Coded', currency: 'CNY', timezone: 'Asia/Shanghai' });
    const agent = await server.ok(platform, agentApi.add, { tenantId: tenant.tenantId, agentName: 'Coded agent', timezone: 'Asia/Shanghai' });
    const [row] = await logOf({ noun: 'agent', objectId: agent.agentId });
    const { changes } = await server.ok(platform, sysLogApi.queryById, { id: row?.id ?? '' });
    expect(changes?.[0]?.fields.find(({ name }) => name === 'tenantId')).toMatchObject({ before: null, after: tenant.tenantId, afterText: 'Coded' });
    expect(changes?.[0]?.fields.find(({ name }) => name === 'agentStat')?.afterText).toBeTruthy();
  });

  test('who saw a number in full, whose and which; and no number in full', async () => {
    const [phone, other] = ['13712340001', '13712340002'];
    const tenant = await server.ok(platform, tenantApi.add, { name: 'Called', currency: 'CNY', timezone: 'Asia/Shanghai', contactPhone: phone });
    await server.ok(platform, tenantApi.edit, { tenantId: tenant.tenantId, contactPhone: other });
    expect(await server.ok(platform, tenantApi.reveal, { id: tenant.tenantId, field: 'contactPhone' })).toEqual({ value: other });
    const kept = await logOf({ noun: 'tenant', objectId: tenant.tenantId });
    expect(kept.map(({ logContent, operateType, outcome }) => [logContent, operateType, outcome])).toEqual([
      ['Tenant: see in full', 1, 1],
      ['Tenant: edit', 3, 1],
      ['Tenant: add', 2, 1],
    ]);
    const [seen, edited] = ['see in full', 'edit'].map((act) => kept.find(({ logContent }) => logContent.endsWith(act)));
    expect(seen).toMatchObject({ username: 'platform', objectName: 'Called', tenantId: tenant.tenantId });
    const changesOf = async (id = '') => (await server.ok(platform, sysLogApi.queryById, { id })).changes;
    expect(await changesOf(seen?.id)).toMatchObject([
      { kind: 'look', id: tenant.tenantId, fields: [{ name: 'contactPhone', after: '137****0002' }] },
    ]);
    // Two numbers that look alike are still different.
    await server.ok(platform, tenantApi.edit, { tenantId: tenant.tenantId, contactPhone: '13788880002' });
    expect(await changesOf(edited?.id)).toMatchObject([{ fields: [{ name: 'contactPhone', before: '137****0001', after: '137****0002' }] }]);
    const [alike] = await logOf({ noun: 'tenant', objectId: tenant.tenantId, operateType: '3' });
    expect(await changesOf(alike?.id)).toMatchObject([{ fields: [{ name: 'contactPhone', before: '137****0002', after: '137****0002' }] }]);
    const rows = await server.database.asSuperuser<{ text: string }>('select l::text as text from sys_log l');
    expect(rows.filter(({ text }) => text.includes(phone) || text.includes(other))).toEqual([]);
  });

  test('rows of the log from before that time are read like the others', async () => {
    const [log] = await server.database.asSuperuser<{
      id: bigint;
    }>(`insert into sys_log (tenant_id, create_time, log_type, operate_type, outcome, username,
        realname, noun, act, log_content, object_count, ip, device, user_agent, method, request_url, request_param, changes, cost_time)
      values (0, now(), 2, 3, 1, 'old', 'old', 'tenant', 'edit', 'old', 1, '', '', '', 'PUT', '', '{"contactPhone":"13712340009"}',
        '[{"noun":"tenant","kind":"edit","id":"1","name":"x","fields":[{"name":"contactPhone","before":null,"after":"13712340009"}]}]', 0) returning id`);
    const row = await server.ok(platform, sysLogApi.queryById, { id: String(log?.id) });
    expect([row.requestParam, row.changes?.[0]?.fields[0]?.after]).toEqual([{ contactPhone: '137****0009' }, '137****0009']);
  });

  test('what was refused, with its reason; a reading is not, but one in the name of a foreign tenant', async () => {
    const few = viewers.limited(platform, ['tenant:list', 'sysLog:list']);
    expect((await server.call(few, tenantApi.add, { name: 'Never', currency: 'CNY' })).status).toBe(403);
    expect((await server.call(platform, tenantApi.add, { name: '' })).status).toBe(400);
    await server.ok(platform, tenantApi.list, {});
    const refused = await logOf({ noun: 'tenant', outcome: '2' });
    expect(refused.map(({ username, reason }) => [username, reason])).toEqual([
      ['platform', expect.stringContaining('required') as string],
      ['platform!', 'No access: tenant:add'],
    ]);
    expect((await logOf({ noun: 'tenant', operateType: '1' })).map(({ act }) => act)).toEqual(['reveal']);
    for (const id of ['1', '2']) await server.call(viewers.tenant('1'), stationApi.list, {}, { 'tenant-id': id });
    expect(await logOf({ noun: 'station', operateType: '1' })).toMatchObject([{ reason: 'This tenant is outside your scope' }]);
  });

  test('an export, and no secret', async () => {
    await server.fetch(platform, '/sys/user/exportXls');
    // The answer is streamed to its end before its transaction commits.
    await eventually(async () => expect((await logOf({ noun: 'user', operateType: '6' })).length).toBe(1));
    const roles = await server.database.asSuperuser<{ id: bigint }>(`select id from sys_role where role_code = 'platform'`);
    const user = await server.ok(platform, userApi.add, { username: 'masked', realname: 'M', password: PASSWORD, roleId: String(roles[0]?.id) });
    await server.call(platform, userApi.changePassword, { username: 'masked', password: `${PASSWORD}x`, confirmpassword: `${PASSWORD}x` });
    const rows = await server.database.asSuperuser<{ text: string }>('select l::text as text from sys_log l');
    expect(rows.filter(({ text }) => text.includes(PASSWORD))).toEqual([]);
    const [added] = await logOf({ noun: 'user', objectId: user.id, operateType: '2' });
    const { changes } = await server.ok(platform, sysLogApi.queryById, { id: added?.id ?? '' });
    expect(changes?.[0]?.fields.find(({ name }) => name === 'password')).toEqual(expect.objectContaining({ before: '***', after: '***' }));
  });

  test('sign-in, failed sign-in and sign-out; a name nobody has is not kept in clear', async () => {
    const login = (username: string, password: string) => server.call(undefined, sessionApi.login, { username, password });
    const { token } = (await login('admin', PASSWORD)).result;
    await login('admin', 'Wrong-Horse-77');
    await login('MyPassw0rd!', 'Wrong-Horse-77');
    await server.call(undefined, sessionApi.logout, {}, { 'x-access-token': token });
    const kept = (await logOf({ logType: '1' })).map(({ act, username, outcome, userId }) => [act, username, outcome, userId === null]);
    expect(kept).toHaveLength(4);
    expect(kept).toEqual(
      expect.arrayContaining([
        ['login', 'admin', 1, false],
        ['login', 'admin', 2, false],
        ['login', 'My***', 2, true],
        ['logout', 'admin', 1, false],
      ]),
    );
  });

  test('a token that another browser shows', async () => {
    identity.sessions.onStolenToken((stolen) => keeper.recordFailure(stolenTokenAct(stolen, server.registry)));
    const [admin] = await server.database.asSuperuser<{ id: bigint }>("select id from sys_user where username = 'admin'");
    const token = await identity.sessions.open(String(admin?.id), { ip: '127.0.0.1', userAgent: 'node' });
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
    for (let n = 0; n < 3; n++) await server.call(undefined, sessionApi.menu, {}, { 'x-access-token': token, 'user-agent': firefox });
    const kept = (await logOf({ logType: '1' })).filter(({ act }) => act === 'strayed');
    expect(kept).toMatchObject([{ username: 'admin', outcome: 2, device: 'Firefox 143 · Linux' }]);
    expect(kept[0]?.logContent).toContain('shown by another browser');
    expect(kept[0]?.reason).toContain('used in another browser');
  });

  test('an effect that cannot be logged does not happen', async () => {
    await server.database.asSuperuser('alter table sys_log add constraint never check (object_name is distinct from $$Unlogged$$) not valid');
    const answer = await server.call(platform, tenantApi.add, { name: 'Unlogged', currency: 'CNY', timezone: 'Asia/Shanghai' });
    await server.database.asSuperuser('alter table sys_log drop constraint never');
    expect(answer.status).toBe(500);
    expect(await server.database.asSuperuser(`select 1 from tenant where name = 'Unlogged'`)).toEqual([]);
  });

  test('a flood of refused calls is counted and not kept one by one', async () => {
    const few = { ...viewers.limited(platform, []), userId: '777' };
    await Promise.all(Array.from({ length: 120 }, () => server.call(few, stationApi.add, {})));
    await keeper.settled();
    expect(await server.database.asSuperuser('select count(*)::int as n from sys_log where user_id = 777')).toEqual([{ n: 60 }]);
  });
});

describe('who reads it', () => {
  test('tenants read their own, levels below none', async () => {
    const add = (name: string) => server.ok(platform, tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' });
    const made = await Promise.all(['Reader A', 'Reader B'].map(add));
    const [mine = '', theirs = ''] = made.map(({ tenantId }) => tenantId);
    const own = await logOf({}, viewers.tenant(mine));
    expect(own.map(({ objectName }) => objectName)).toEqual(['Reader A']);
    expect((await server.call(viewers.tenant(mine), sysLogApi.queryById, { id: (await logOf({ tenantId: theirs }))[0]?.id ?? '' })).status).toBe(404);
    expect(await logOf({}, viewers.agent(mine, '1'))).toEqual([]);
    expect(await logOf({}, viewers.station({ tenantId: mine, agentId: '1', stationId: '1' }))).toEqual([]);
  });

  test('nobody changes or deletes a row of it', async () => {
    for (const pool of [server.database.appPool, server.database.systemPool])
      for (const statement of ['update sys_log set username = $$x$$', 'delete from sys_log', 'delete from sys_log_seal', 'truncate sys_log'])
        await expect(pool.query(statement)).rejects.toThrow(/permission denied/);
  });
});

describe('the chain', () => {
  const prove = () => proveChain({ chained: logChain, database: server.database, secrets, folder, clock: () => new Date(Date.now() + 120_000) });
  const seal = async (): Promise<void> => {
    await keeper.settled();
    const onError = (error: unknown) => {
      throw error;
    };
    await startSealer({ chained: logChain, database: server.database, secrets, folder, clock, onError }).stop();
  };
  /** Transactions of other databases on the same server delay the sealer. */
  const wholeWith = (rows: number): Promise<void> =>
    eventually(async () => {
      await seal();
      expect(await prove()).toMatchObject({ ok: true, findings: [], rows, waiting: 0 });
    });
  /** Changes the stored log, proves it, and undoes the change. */
  const tampered = async (change: string, undo: string): Promise<readonly string[]> => {
    await server.database.asSuperuser(change);
    const { findings } = await prove();
    await server.database.asSuperuser(undo);
    expect((await prove()).findings).toEqual([]);
    return findings.map(({ kind }) => kind);
  };

  test('is whole as long as nobody touches it, and misses no row of writers that overlap', async () => {
    const slow = new pg.Client(server.database.superuserUrl);
    await slow.connect();
    await slow.query('begin');
    await slow.query(`insert into sys_log (tenant_id, create_time, log_type, operate_type, outcome, username, realname, noun, act, log_content, object_count,
      ip, device, user_agent, method, request_url, cost_time) values (0, now(), 2, 3, 1, 'slow', '', 'tenant', 'edit', 'x', 0, '', '', '', 'PUT', '', 1)`);
    await server.ok(platform, tenantApi.add, { name: 'Meanwhile', currency: 'CNY', timezone: 'Asia/Shanghai' });
    await seal();
    expect(await prove()).toMatchObject({ ok: true, findings: [] });
    await slow.query('commit');
    await slow.end();
    await seal();
    const [{ n } = { n: 0 }] = await server.database.asSuperuser<{ n: number }>('select count(*)::int as n from sys_log');
    await wholeWith(n);
  });

  test('goes on after a tenant has ten seals, in the order of their numbers', async () => {
    const seals = async (): Promise<number> =>
      (await server.database.asSuperuser<{ n: number }>('select coalesce(max(seal_no), 0)::int as n from sys_log_seal where tenant_id = 0'))[0]?.n ??
      0;
    for (let n = await seals(); n <= 10; n = await seals()) {
      // A failed sign-in belongs to no tenant.
      await server.call(undefined, sessionApi.login, { username: 'nobody', password: PASSWORD });
      // A transaction of another database on the same server, such as a test that loads many rows, delays the seals for as long as it lasts.
      await eventually(async () => {
        await seal();
        expect(await seals()).toBe(n + 1);
      }, 100);
    }
    const [{ n } = { n: 0 }] = await server.database.asSuperuser<{ n: number }>('select count(*)::int as n from sys_log');
    await wholeWith(n);
  });

  test('shows a row that was changed, removed or put in', async () => {
    const [{ n } = { n: 0 }] = await server.database.asSuperuser<{ n: number }>('select count(*)::int as n from sys_log');
    await wholeWith(n);
    const [row] = await server.database.asSuperuser<{ id: bigint }>(`select id from sys_log where object_name = 'Kept well'`);
    const id = String(row?.id);
    expect(
      await tampered(`update sys_log set username = 'somebody' where id = ${id}`, `update sys_log set username = 'platform' where id = ${id}`),
    ).toEqual(['row changed']);
    expect(
      await tampered(
        `update sys_log set create_time = create_time - interval '1 minute' where id = ${id}`,
        `update sys_log set create_time = create_time + interval '1 minute' where id = ${id}`,
      ),
    ).not.toEqual([]);
    expect(
      await tampered(
        `create table kept as select * from sys_log where id = ${id}; delete from sys_log where id = ${id}`,
        `insert into sys_log overriding system value select * from kept; drop table kept`,
      ),
    ).toEqual(['row removed']);
    expect(
      await tampered(
        `create table forged as select * from sys_log where id = ${id}; update forged set id = 900000000; insert into sys_log overriding system value select * from forged`,
        `delete from sys_log where id = 900000000; drop table forged`,
      ),
    ).toEqual(['row put in']);
  });

  test('shows a seal that was written anew by somebody without the key', async () => {
    expect(
      await tampered(
        `create table old_seal as select * from sys_log_seal where tenant_id = 0 and seal_no = 1; update sys_log_seal set signature = 'v1.0.0' where tenant_id = 0 and seal_no = 1`,
        `update sys_log_seal s set signature = o.signature from old_seal o where s.tenant_id = 0 and s.seal_no = 1; drop table old_seal`,
      ),
    ).toEqual(['signature']);
    // All hashes are recomputed to fit a changed row, as an attacker with full database access could do: the signature and the file still
    // reveal it.
    expect(
      await tampered(
        `create table old_seal as select * from sys_log_seal where tenant_id = 0 and seal_no = 1; update sys_log_seal set head = sha256(head) where tenant_id = 0 and seal_no = 1`,
        `update sys_log_seal s set head = o.head from old_seal o where s.tenant_id = 0 and s.seal_no = 1; drop table old_seal`,
      ),
    ).toEqual(expect.arrayContaining(['chain broken', 'signature', 'file']));
  });

  test('shows an end that was cut off together with its seals', async () => {
    expect(
      await tampered(
        `create table cut as select * from sys_log_seal where (tenant_id, seal_no) in (select tenant_id, max(seal_no) from sys_log_seal group by 1);
         create table cut_rows as select * from sys_log where id in (select unnest(ids) from cut);
         delete from sys_log_seal where (tenant_id, seal_no) in (select tenant_id, seal_no from cut); delete from sys_log where id in (select id from cut_rows)`,
        `insert into sys_log_seal select * from cut; insert into sys_log overriding system value select * from cut_rows; drop table cut; drop table cut_rows`,
      ),
    ).toContain('seal removed');
  });

  test('shows a file of heads that was changed', async () => {
    const [name = ''] = await readdir(folder);
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('BEGIN PUBLIC KEY');
    await writeFile(file, text.replace(/"head":"../, '"head":"zz'));
    expect((await prove()).findings.map(({ kind }) => kind)).toEqual(['file']);
    // All users of the platform are notified, once.
    for (let time = 0; time < 2; time += 1) expect(await server.ok(platform, sysLogApi.verify, {})).toMatchObject({ ok: false });
    const told = await server.database.asSuperuser(
      'select titile, sender, username from sys_announcement a join sys_announcement_send s on s.annt_id = a.id join sys_user u on u.id = s.user_id',
    );
    expect(told).toContainEqual({ titile: 'notice.logTampered', sender: 'bw-admin', username: 'admin' });
    expect(new Set(told.map((row) => JSON.stringify(row))).size).toBe(told.length);
    await writeFile(file, text);
    expect((await prove()).ok).toBe(true);
  });

  test('goes on in a database restored elsewhere, whose transactions count anew', async () => {
    await seal();
    await server.database.asSuperuser(`update sys_log_sealer set sealed_to = '9999999999'`);
    await server.ok(platform, tenantApi.add, { name: 'Restored', currency: 'CNY', timezone: 'Asia/Shanghai' });
    await seal();
    await server.ok(platform, tenantApi.add, { name: 'Restored further', currency: 'CNY', timezone: 'Asia/Shanghai' });
    await seal();
    const [{ n } = { n: 0 }] = await server.database.asSuperuser<{ n: number }>('select count(*)::int as n from sys_log');
    await wholeWith(n);
    expect((await prove()).waiting).toBe(0);
  });

  test('is proved over HTTP for the platform alone', async () => {
    expect(await server.ok(platform, sysLogApi.verify, {})).toMatchObject({ ok: true });
    expect((await server.call(viewers.limited(viewers.tenant('1'), ['sysLog:list']), sysLogApi.verify, {})).status).toBe(403);
  });
});
