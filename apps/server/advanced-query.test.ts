import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Field } from '#kit/fields/field.ts';
import { checkRuleApi } from '#domains/system/resources.ts';
import { queryFieldsOf, queryRulesOf } from '#kit/resource/advanced-query.ts';
import { columnOf } from '#kit/server/names.ts';
import { inParallel } from './testing/ask.ts';
import { nouns } from './testing/nouns.ts';
import { HOME, startWorld } from './testing/world.ts';
import type { World } from './testing/world.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
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
    const draft = async (value: string) => ({ ...(await nouns[noun]?.draft?.(world, HOME)), [name]: value });
    const [broken, kept] = [await world.ask(token, add, await draft('BREAKS1')), await world.ask(token, add, await draft('KEEPS1'))];
    return { rule, broken: broken.message, kept: kept.success };
  });
  expect(answers).toEqual(ruled.map(({ rule }) => ({ rule, broken: `${rule} is broken`, kept: true })));
  expect(answers.length).toBeGreaterThan(2);
});
