import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { text } from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { checkRuleApi } from '#domains/system/resources.ts';
import { queryFieldsOf, queryRulesOf } from '#kit/resource/query/advanced-query.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import { inParallel, isRecord } from '#kit/test/nouns/call-endpoint.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import { samplesOf } from '../testing/samples.ts';
import { rowMakers } from '../testing/nouns.ts';
import { HOME, startServerTestbed } from '../testing/world.ts';
import type { ServerTestbed } from '../testing/world.ts';

/** Each test makes hundreds of requests, on a machine that may run other tests as well. */
vi.setConfig({ testTimeout: 180_000 });

let world: ServerTestbed;
beforeAll(async () => void (world = await startServerTestbed()));
afterAll(() => world?.close());

const samples: Readonly<Partial<Record<Field['kind'], string>>> = {
  text: 'ab1',
  phone: '13800138000',
  instant: '2026-03-01T00:00:00.000Z',
  day: '2026-03-01',
  timeOfDay: '08:00',
  money: '12.30',
  decimal: '1.5',
  zone: 'Asia/Shanghai',
};
const sampleOf = (field: Field): string => {
  if (field.codes) return String(Object.values(field.codes.items)[0]?.value);
  return field.kind === 'decimal' && field.scale === 0 ? '1' : (samples[field.kind] ?? '1');
};

test('every list answers every rule on every field that an advanced query may name, and so do its totals', async () => {
  const { token } = world.person('platform');
  const asked = world.server.registry.features.flatMap(({ name, api, resource }) =>
    resource && api['list']?.listOf
      ? queryFieldsOf(resource).flatMap(([field, kind]) =>
          Object.entries(api).flatMap(([endpoint, facts]) =>
            facts.listOf === resource && facts.output.form !== 'file' ? [{ at: `${name}.${endpoint} ${field}`, facts, field, kind }] : [],
          ),
        )
      : [],
  );
  const wrong = await inParallel(asked, async ({ at, facts, field, kind }) => {
    const rows = queryRulesOf(kind).map((rule) => ({ field, rule, val: sampleOf(kind) }));
    const answer = await world.ask(token, facts, { superQueryParams: JSON.stringify(rows), superQueryMatchType: 'or' });
    return answer.success ? [] : [`${at}: ${answer.message}`];
  });
  expect(asked.length).toBeGreaterThan(200);
  expect(wrong.flat()).toEqual([]);
});

test('a list of its own making narrows its rows by every rule it offers, refuses what it cannot read, and shows nobody more', async () => {
  const asked = world.server.registry.features.flatMap((feature) =>
    Object.entries(feature.api).flatMap(([name, endpoint]) =>
      ownList(feature, endpoint).map((noun) => ({ place: { name: `${feature.name}.${name}`, feature, endpoint }, noun })),
    ),
  );
  const mine = world.person('tenant');
  const rowsOf = (result: unknown): readonly string[] => {
    const rows = isRecord(result) ? result['records'] : result;
    return Array.isArray(rows) ? rows.map((row) => JSON.stringify(row)) : [];
  };
  for (const { place, noun } of asked) {
    const [sample = {}] = await samplesOf(place, { world, owner: HOME, needsOwnRows: false });
    const plainly = await world.ask(mine.token, place.endpoint, { ...sample, pageSize: 100 });
    expect([place.name, plainly.success]).toEqual([place.name, true]);
    const query = (rows: unknown, more = {}) => ({ ...sample, pageSize: 100, superQueryParams: JSON.stringify(rows), ...more });
    const refused = async (input: Input) => (await world.ask(mine.token, place.endpoint, input)).status;
    const [first, of] = queryFieldsOf(noun).find(([, { to }]) => to === undefined) ?? ['', text({ max: 1 })];
    const fitting = { field: first, rule: 'eq', val: sampleOf(of) };
    const bad = [
      query([{ field: 'cpCode2', rule: 'eq', val: '1' }]),
      query([{ ...fitting, rule: 'is' }]),
      query([{ field: 'isDelete', rule: 'eq', val: '1' }]),
      query([fitting], { superQueryMatchType: 'xor' }),
      query({ field: first }),
      { ...sample, superQueryParams: '[{' },
    ];
    expect([place.name, await Promise.all(bad.map(refused))]).toEqual([place.name, bad.map(() => 400)]);
    const state = { filters: { superQueryParams: JSON.stringify([fitting]) } };
    const kept = { noun: noun.name, kind: 'query', title: 'Kept', share: 'tenant', state };
    await world.ask(mine.token, savedViewApi.save, kept);
    expect((await world.ask(mine.token, savedViewApi.list, { noun: noun.name, kind: 'query' })).result).toEqual([
      expect.objectContaining({ title: 'Kept', state, narrowed: [] }),
    ]);
    for (const [field, kind] of queryFieldsOf(noun)) {
      const answers = await inParallel(queryRulesOf(kind), async (rule) => {
        const answer = await world.ask(mine.token, place.endpoint, query([{ field, rule, val: sampleOf(kind) }]));
        return answer.success && rowsOf(answer.result).every((row) => rowsOf(plainly.result).includes(row))
          ? []
          : [`${field} ${rule}: ${answer.message}`];
      });
      expect([place.name, answers.flat()]).toEqual([place.name, []]);
      // Either of two conditions that together exclude no row: the parentheses must keep the list's own conditions in force.
      const all = query(
        [
          { field, rule: kind.kind === 'choices' ? 'in' : 'eq', val: sampleOf(kind) },
          { field, rule: 'ne', val: sampleOf(kind) },
        ],
        {
          superQueryMatchType: 'or',
        },
      );
      expect(rowsOf((await world.ask(mine.token, place.endpoint, all)).result)).toEqual(rowsOf(plainly.result));
      for (const other of ['agent', 'station', 'customer'] as const) {
        const token = world.person(other).token;
        const [without, within] = [await world.ask(token, place.endpoint, { ...sample, pageSize: 100 }), await world.ask(token, place.endpoint, all)];
        expect([place.name, other, within.status, rowsOf(within.result)]).toEqual([place.name, other, without.status, rowsOf(without.result)]);
      }
    }
  }
  expect(asked.map(({ place }) => place.name).toSorted()).toEqual([
    'dict.deleteList',
    'energyDay.getData',
    'exceptionDay.getData',
    'incomeDay.getData',
    'messageLog.list',
    'orderDay.getData',
    'received.getMyAnnouncementSend',
    'user.recycleBin',
    'wallet.statement',
  ]);
});

/** A list whose rows belong to no noun must name its filters itself or be a report. */
const ownList = ({ report }: Feature, { queryOf, listOf, output }: Endpoint): readonly AnyResource[] =>
  queryOf ? [queryOf] : report && listOf && output.form === 'page' ? [listOf] : [];

test('whatever comes in pages takes an advanced query', () => {
  const paged = world.server.registry.features.flatMap(({ name, api }) =>
    Object.entries(api).flatMap(([own, { listOf, queryOf, output, input }]) =>
      // Look-ups of a select while somebody types are not lists.
      (output.form === 'page' || 'pageNo' in input) && !('keyword' in input) && !listOf && !queryOf ? [`${name}.${own}`] : [],
    ),
  );
  expect(paged).toEqual([]);
});

test('what a field says is unique, an index of the database holds', async () => {
  const indexes = await world.database.asSuperuser<{ readonly table: string; readonly columns: readonly string[] }>(`
    SELECT indrelid::regclass::text AS "table", array(
      SELECT regexp_replace(pg_get_indexdef(indexrelid, at, true), '^.*\\((\\w+)\\)$', '\\1') FROM generate_series(1, indnkeyatts) AS at
    ) AS columns FROM pg_index WHERE indisunique`);
  const held = new Set(indexes.map(({ table, columns }) => [table, ...[...columns].sort()].join(' ')));
  const said = world.server.registry.features.flatMap(({ resource: noun }) =>
    Object.entries(noun?.fields ?? {}).flatMap(([name, { unique }]) =>
      noun && unique ? [[noun.table, ...[name, ...unique].map(columnOf).sort()].join(' ')] : [],
    ),
  );
  expect(said.filter((one) => !held.has(one))).toEqual([]);
  expect(said.length).toBeGreaterThan(20);
});

test('the check rule that a field names, the server holds it to', async () => {
  const { token } = world.person('platform');
  const ruled = world.server.registry.features.flatMap(({ resource: noun, api }) =>
    Object.entries(noun?.fields ?? {}).flatMap(([name, { rule }]) =>
      noun && rule && api['add'] ? [{ noun: noun.name, name, rule, add: api['add'] }] : [],
    ),
  );
  const answers = await inParallel(ruled, async ({ noun, name, rule, add }) => {
    await world.ok(checkRuleApi.add, {
      ruleName: rule,
      ruleCode: rule,
      ruleJson: [{ digits: '*', pattern: 'KEEPS\\d+', message: `${rule} is broken` }],
    });
    const draft = async (value: string) => ({ ...(await rowMakers[noun]?.draft?.(world, HOME)), [name]: value });
    const [broken, kept] = [await world.ask(token, add, await draft('BREAKS1')), await world.ask(token, add, await draft('KEEPS1'))];
    return { rule, broken: broken.message, kept: kept.success };
  });
  expect(answers).toEqual(ruled.map(({ rule }) => ({ rule, broken: `${rule} is broken`, kept: true })));
  expect(answers.length).toBeGreaterThan(2);
});
