import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeXlsx } from 'hucre/xlsx';
import { chargingOrderApi, searchApi } from '#domains/charging/resources.ts';
import { cardApi, customerApi } from '#domains/customer/resources.ts';
import { firstSignIn } from '../testing/first-sign-in.ts';
import { permissionApi, roleApi, sessionApi, userApi } from '#domains/identity/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { agentApi, stationApi } from '#domains/network/resources.ts';
import { bulkApi } from '#kit/resource/bulk.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { SEARCHES_PER_DAY_MAX } from '#kit/server/rights/personal-search-quota.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import { isRecord, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import type { CallResult, Input } from '#kit/test/nouns/call-endpoint.ts';
import { INITIAL_PASSWORD, PASSWORD } from '#kit/test/nouns/row-makers.ts';
import { HOME, startServerTestbed } from '../testing/world.ts';
import type { ServerTestbed } from '../testing/world.ts';

let world: ServerTestbed;
/** Tokens: the clerk has a custom role, the boss a built-in one. */
let clerk: string;
let boss: string;
let roleId: string;
const rules = new Map<string, string>();
const phone = '13712345678';

const askAs = (token: string, endpoint: Endpoint, input: Input = {}): Promise<CallResult> => world.ask(token, endpoint, input);
const get = async (token: string, endpoint: Endpoint, input: Input = {}) => resultOf(await askAs(token, endpoint, input), endpoint.path);
const firstOf = (page: unknown): Input => {
  const records: unknown = isRecord(page) ? page['records'] : undefined;
  const [row]: readonly unknown[] = Array.isArray(records) ? records : [];
  return isRecord(row) ? row : {};
};
const rule = async (ruleNoun: string, ruleField: string, permsType: '1' | '2') => {
  const made = await world.ok(permissionApi.add, { menuType: 2, name: `${ruleNoun} ${ruleField}`, ruleNoun, ruleField, permsType, sortNo: 1 });
  rules.set(`${ruleNoun}.${ruleField}`, textAt(made, 'id'));
};
const stationId = () => world.key('station', HOME);
const station = async (token: string): Promise<Input> => Object(await get(token, stationApi.queryById, { id: stationId() })) as Input;

beforeAll(async () => {
  world = await startServerTestbed();
  const codes = ['station', 'customer'].flatMap((noun) => ['list', 'add', 'edit', 'delete', 'export', 'import'].map((act) => `${noun}:${act}`));
  const permissions = [...codes, 'recharge:list', 'chargingOrder:list', 'sysLog:list', 'agent:list', 'agent:edit', 'agent:export', 'card:list'];
  const tenantId = world.key('tenant', HOME);
  roleId = textAt(await world.okAsStaff(HOME, roleApi.add, { roleCode: 'clerk', roleName: 'Clerk', roleLevel: 100, permissions }), 'id');
  const hire = async (username: string, id: string) => {
    await world.okAsStaff(HOME, userApi.add, { username, realname: username, password: INITIAL_PASSWORD, roleId: id, tenantId });
    await firstSignIn((endpoint, input) => world.ask('', endpoint, input), { username, initial: INITIAL_PASSWORD, chosen: PASSWORD });
    return textAt(resultOf(await world.ask('', sessionApi.login, { username, password: PASSWORD }), username), 'token');
  };
  clerk = await hire('field-clerk', roleId);
  boss = await hire('field-boss', world.builtInRole('tenantAdmin'));
  await get(boss, stationApi.edit, { stationId: stationId(), stationAddr: 'Secret Street 1', managerPhone: phone });
  await get(boss, customerApi.edit, { custId: world.key('customer', HOME), custPhone: phone });
  await rule('station', 'stationAddr', '1');
  await rule('station', 'managerPhone', '2');
  await rule('station', 'stationStat', '2');
  await rule('customer', 'custPhone', '1');
  await rule('recharge', 'rrMoney', '1');
  await rule('chargingOrder', 'chargingElec', '1');
});
afterAll(() => world?.close());

test('sums are declared of fields there are', () => {
  const declared = world.server.registry.features.flatMap(({ api }) =>
    Object.values(api).flatMap(({ sums, listOf }) => (sums ? [{ sums, listOf }] : [])),
  );
  expect(declared).toHaveLength(4);
  for (const { sums, listOf } of declared)
    expect(
      Object.values(sums)
        .flat()
        .filter((name) => !(name in (listOf?.fields ?? {}))),
    ).toEqual([]);
});

describe('a hidden field', () => {
  test('is in no list and no single row of who lacks the right; a built-in role of its level holds it', async () => {
    expect(Object.keys(await station(clerk))).not.toContain('stationAddr');
    expect(await station(boss)).toMatchObject({ stationAddr: 'Secret Street 1' });
    const listed = await askAs(clerk, stationApi.list, { stationAddr: '', pageSize: '100' });
    expect([listed.success, 'stationAddr' in firstOf(listed.result), listed.text.includes('Secret Street')]).toEqual([true, false, false]);
  });

  test('is in no answer of a change, nor in the row that a conflict shows', async () => {
    const edited = await askAs(clerk, stationApi.edit, { stationId: stationId(), stationScale: 'large' });
    expect([edited.success, edited.text.includes('Secret Street')]).toEqual([true, false]);
    const stale = await askAs(clerk, stationApi.edit, { stationId: stationId(), stationScale: 'small', version: 0 });
    expect([stale.status, stale.text.includes('Secret Street')]).toEqual([409, false]);
  });

  test('is not found out by a filter, an advanced query, an order or a search', async () => {
    const asked: readonly Input[] = [
      { custPhone: phone },
      { custPhone_MultiString: phone },
      { superQueryParams: JSON.stringify([{ field: 'custPhone', rule: 'eq', val: phone }]) },
      { column: 'custPhone', order: 'asc' },
    ];
    for (const filter of asked) expect([filter, (await askAs(clerk, customerApi.list, filter)).status]).toEqual([filter, 400]);
    for (const filter of asked.slice(0, 3)) expect([filter, (await askAs(boss, customerApi.list, filter)).status]).toEqual([filter, 200]);
    const found = async (token: string) => (await askAs(token, searchApi.all, { keyword: phone })).text.includes('customer');
    expect([await found(boss), await found(clerk)]).toEqual([true, false]);
  });

  test('is in no export and no template, and a sheet that brings it is refused', async () => {
    const heads = async (token: string) => {
      const { result } = await askAs(token, stationApi.exportXls, { selections: stationId() });
      return Array.isArray(result) ? JSON.stringify(result) : '';
    };
    expect((await heads(boss)).includes('Secret Street')).toBe(true);
    expect((await heads(clerk)).includes('Secret Street')).toBe(false);
    expect((await heads(clerk)).includes('Address')).toBe(false);
    expect((await askAs(clerk, stationApi.exportTemplate)).text).not.toContain('Address');
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 's',
          rows: [
            ['stationName', 'stationAddr'],
            ['Sheet', 'Elsewhere'],
          ],
        },
      ],
    });
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(bytes)]), 'rows.xlsx');
    expect(await world.ask({ token: clerk, body }, stationApi.importExcel)).toMatchObject({ status: 403, message: 'You may not write Address' });
  });

  test('is in no sum', async () => {
    const sums = async (token: string, endpoint: Endpoint) => Object.keys(Object(await get(token, endpoint)));
    expect(await sums(boss, rechargeApi.dealConsume)).toEqual(expect.arrayContaining(['rechargeAllMoney', 'receivableAllMoney']));
    expect(await sums(clerk, rechargeApi.dealConsume)).not.toContain('rechargeAllMoney');
    expect((await askAs(clerk, rechargeApi.dealConsume)).text).not.toContain('netAllMoney');
    expect(await sums(clerk, chargingOrderApi.dealConsume)).not.toContain('totalElec');
    expect(await sums(clerk, chargingOrderApi.dealConsume)).toContain('totalElecTip');
  });

  test('narrows a view that filters by it, and says so', async () => {
    const state = { filters: { custPhone: phone, superQueryParams: JSON.stringify([{ field: 'custPhone', rule: 'eq', val: phone }]) } };
    await get(boss, savedViewApi.save, { noun: 'customer', title: 'By phone', share: 'tenant', state });
    const views: unknown = await get(clerk, savedViewApi.list, { noun: 'customer' });
    expect(views).toMatchObject([{ title: 'By phone', narrowed: ['custPhone'], state: { filters: { superQueryParams: '[]' } } }]);
    expect(JSON.stringify(views)).not.toContain(phone);
  });
});

describe('a locked field', () => {
  test('is refused when it would change, and a whole row that leaves it as it is goes through', async () => {
    const whole = { stationId: stationId(), managerPhone: phone, stationScale: 'huge' };
    expect((await askAs(clerk, stationApi.edit, whole)).success).toBe(true);
    expect(await askAs(clerk, stationApi.edit, { ...whole, managerPhone: '13700000000' })).toMatchObject({
      status: 403,
      message: 'You may not write Manager phone',
    });
    expect(await station(clerk)).toMatchObject({ managerPhone: '137****5678' });
    const draft = { agentId: world.key('agent', HOME), stationName: 'Locked', timezone: 'UTC' };
    expect((await askAs(clerk, stationApi.add, { ...draft, managerPhone: phone })).status).toBe(403);
    expect((await askAs(clerk, stationApi.add, draft)).success).toBe(true);
  });

  test('is refused through the verb that sets it, for one row and for many', async () => {
    expect((await askAs(clerk, stationApi.changeState, { entityId: stationId(), setState: 0 })).status).toBe(403);
    expect((await askAs(clerk, stationApi.changeStatBatch, { ids: stationId(), stat: 0 })).status).toBe(403);
    const rows = await get(clerk, bulkApi.run, { noun: 'station', verb: 'changeState', state: 0, rowIds: stationId(), preview: 0 });
    expect(rows).toMatchObject({ rows: [{ outcome: 'refused', reason: 'You may not write State' }] });
  });
});

describe('the number of a person', () => {
  const agentId = () => world.key('agent', HOME);
  const stored = async (): Promise<unknown> => {
    const rows = await world.database.asSuperuser<{ phone: string }>('select agent_phone as phone from agent where agent_id = $1', [agentId()]);
    return rows[0]?.phone;
  };
  const shown = '137****5678';
  const cells = (heard: CallResult): string => JSON.stringify(heard.result);

  test('is shown in part to everybody, in answers, sheets and conflicts', async () => {
    const edited = await askAs(boss, agentApi.edit, { agentId: agentId(), agentPhone: phone });
    const stale = await askAs(boss, agentApi.edit, { agentId: agentId(), agentScale: 'x', version: 0 });
    const answers = [
      edited,
      stale,
      await askAs(boss, agentApi.list, { pageSize: '100' }),
      await askAs(boss, agentApi.queryById, { id: agentId() }),
      await askAs(boss, agentApi.exportXls, { selections: agentId() }),
    ];
    expect(answers.map(({ text }) => [text.includes(shown), text.includes(phone)])).toEqual(answers.map(() => [true, false]));
    expect(stale.status).toBe(409);
  });

  test('is told in full to who holds the right and asks for it, by row and field, or as a sheet', async () => {
    const ask = { id: agentId(), field: 'agentPhone' };
    expect(await get(boss, agentApi.reveal, ask)).toEqual({ value: phone });
    expect(await askAs(clerk, agentApi.reveal, ask)).toMatchObject({ status: 403, message: 'No access: agent:reveal' });
    for (const field of ['agentName', 'nothing', 'constructor']) expect((await askAs(boss, agentApi.reveal, { ...ask, field })).status).toBe(404);
    expect(cells(await askAs(boss, agentApi.exportXls, { selections: agentId(), clear: '1' }))).toContain(phone);
    expect(await askAs(clerk, agentApi.exportXls, { selections: agentId(), clear: '1' })).toMatchObject({ status: 403 });
  });

  test('stays as it is when what was shown comes back, and is not overwritten by what was shown of another', async () => {
    const edit = (agentPhone: unknown) => askAs(clerk, agentApi.edit, { agentId: agentId(), agentScale: String(agentPhone), agentPhone });
    expect([(await edit(shown)).success, await stored()]).toEqual([true, phone]);
    for (const other of ['137****0000', '****5678', '138****5678', '1371234****'])
      expect(await edit(other)).toMatchObject({
        status: 400,
        message: 'Phone is shown in part only and cannot be saved so: give it in full',
        result: { fields: { agentPhone: expect.any(String) as string } },
      });
    expect(await stored()).toBe(phone);
    expect([(await edit('13700001111')).success, await stored()]).toEqual([true, '13700001111']);
    expect([(await edit(null)).success, await stored()]).toEqual([true, null]);
    expect((await edit(shown)).status).toBe(400);
    await edit(phone);
  });

  test('is not added from what was shown, neither by a form nor by a sheet that was exported', async () => {
    const draft = { agentName: 'Masked', timezone: 'Asia/Shanghai', agentPhone: shown };
    expect((await askAs(boss, agentApi.add, draft)).status).toBe(400);
    const bytes = await writeXlsx({ sheets: [{ name: 's', rows: [Object.keys(draft), Object.values(draft)] }] });
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(bytes)]), 'rows.xlsx');
    body.append('preview', '1');
    const preview = await world.ask({ token: boss, body }, agentApi.importExcel);
    expect(preview.result).toMatchObject({
      preview: { badCount: 1, bad: [{ problems: { agentPhone: expect.stringContaining('in part only') as string } }] },
    });
  });

  test('is found by the whole of it; by a part only for who may see it in full', async () => {
    const custId = world.key('customer', HOME);
    const search = async (token: string, filter: Input) => {
      const { status, result } = await askAs(token, cardApi.list, filter);
      const records: unknown = isRecord(result) ? result['records'] : undefined;
      return Array.isArray(records) ? records.length : status;
    };
    await get(boss, cardApi.edit, { icCardId: world.key('card', HOME), cardPhone: phone, custId });
    const parts: readonly Input[] = [
      { cardPhone: '1371234' },
      { cardPhone: '137123*' },
      { cardPhone: '*5678' },
      { superQueryParams: JSON.stringify([{ field: 'cardPhone', rule: 'right_like', val: '137' }]) },
    ];
    for (const filter of parts) expect([filter, await search(boss, filter)]).toEqual([filter, 1]);
    for (const filter of parts) expect([filter, [0, 400].includes(await search(clerk, filter))]).toEqual([filter, true]);
    expect([await search(clerk, { cardPhone: phone }), await search(clerk, { cardPhone: '137 1234 5678' })]).toEqual([1, 1]);
    // A list of all numbers but one, or several conditions in one query, would allow somebody to guess a hidden number.
    const guesses: readonly Input[] = [
      { cardPhone_MultiString: `${phone},13700000000` },
      { cardPhone: `!${phone}` },
      { superQueryParams: JSON.stringify([{ field: 'cardPhone', rule: 'ne', val: phone }]) },
      { superQueryParams: JSON.stringify([phone, '13700000000'].map((val) => ({ field: 'cardPhone', rule: 'eq', val }))), superQueryMatchType: 'or' },
    ];
    for (const filter of guesses) expect([filter, await search(clerk, filter)]).toEqual([filter, 400]);
    // A hidden number must not be found in what somebody else shares either.
    await get(boss, savedViewApi.save, { noun: 'card', title: 'One card', share: 'tenant', state: { filters: { cardPhone: phone } } });
    expect(await get(clerk, savedViewApi.list, { noun: 'card' })).toMatchObject([{ narrowed: ['cardPhone'], state: { filters: {} } }]);
    expect((await askAs(clerk, cardApi.list, guesses[0])).message).toBe(
      'Ask for one Phone at a time, and give it in full: you may not see it in full',
    );
    // The rest of a number must not be found by trying all values; a user who may see it in full can query it.
    const tried = await Promise.all(
      Array.from({ length: SEARCHES_PER_DAY_MAX }, (_unused, at) => search(clerk, { cardPhone: `1371234${1_000 + at}` })),
    );
    expect(new Set(tried)).toEqual(new Set([0, 429]));
    expect((await askAs(clerk, cardApi.list, { cardPhone: '13712349999' })).message).toContain('too many different values of Phone today');
    expect([await search(clerk, { cardPhone: phone }), await search(boss, { cardPhone: '13712349999' })]).toEqual([1, 0]);
  });
});

test('a rule that is not in force restricts nobody, and a right that is given ends it, without a new sign-in', async () => {
  const shows = async () => 'stationAddr' in (await station(clerk));
  const id = rules.get('station.stationAddr') ?? '';
  await world.ok(permissionApi.edit, { id, status: '0' });
  expect(await shows()).toBe(true);
  await world.ok(permissionApi.edit, { id, status: '1' });
  expect(await shows()).toBe(false);
  const last = await world.okAsStaff(HOME, permissionApi.queryRolePermission, { roleId });
  const held = Array.isArray(last) ? last.join(',') : '';
  await world.okAsStaff(HOME, permissionApi.saveRolePermission, { roleId, permissionIds: `${held},${id}`, lastpermissionIds: held });
  expect(await shows()).toBe(true);
});

test.each([
  ['station', 'stationId'],
  ['station', 'stationName'],
  ['station', 'tenantId'],
  ['station', 'createTime'],
  ['station', 'nothing'],
  ['nobody', 'x'],
])('no rule is made about %s.%s', async (ruleNoun, ruleField) => {
  const answer = await askAs(world.person('platform').token, permissionApi.add, {
    menuType: 2,
    name: 'x',
    ruleNoun,
    ruleField,
    permsType: '1',
    sortNo: 1,
  });
  expect(answer.message).toBe('No rule can be made about this field');
});
