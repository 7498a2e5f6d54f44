import { expect, test } from 'vitest';
import { choice, instant, text } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { readAdvanced, withQueryInHistory, withAdvanced, withField, withRule } from './advanced.ts';
import { withoutAdvanced } from './active-query.ts';
import type { AdvancedQuery, DraftRow } from './advanced.ts';

const W = (word: string) => [word, word, word] as const;
const colours = codeTable({ dictCode: 'test_colour', title: W('Colour'), items: { red: { value: 1, words: W('Red') } } });
const colour = choice(colours, { filter: 'equals' });
const row = (field: string, val: string): DraftRow => ({ field, rule: 'eq', val });

test('what is written into the filters is read back; rows that are not whole are left out', () => {
  const query: AdvancedQuery = {
    match: 'or',
    rows: [row('name', 'a+b'), { rule: 'eq', val: 'x' }, { ...row('at', '2026-01-01T16:00:00.000Z'), type: 'date' }],
  };
  const filters = withAdvanced({ name: 'Hall', superQueryParams: 'old' }, query);
  expect(filters).toMatchObject({ name: 'Hall', superQueryMatchType: 'or' });
  expect(readAdvanced(filters ?? {})).toEqual({ match: 'or', rows: [query.rows[0], query.rows[2]] });
  expect(withoutAdvanced(filters ?? {})).toEqual({ name: 'Hall' });
  expect(withAdvanced({}, { match: 'and', rows: [row('name', 'a')] })).toEqual({ superQueryParams: '[{"field":"name","rule":"eq","val":"a"}]' });
  expect(withAdvanced({}, { match: 'and', rows: [row('name', 'x'.repeat(8_000))] })).toBeUndefined();
});

test('a query as the family writes it is read, and a broken one is told from none', () => {
  expect(readAdvanced({})).toBe('none');
  expect(readAdvanced({ superQueryParams: encodeURIComponent('[{"field":"name","rule":"like","val":7}]') })).toEqual({
    match: 'and',
    rows: [{ field: 'name', rule: 'like', val: '7' }],
  });
  for (const broken of ['[{', '%5B%7', '{"field":"name"}']) expect(readAdvanced({ superQueryParams: broken })).toBe('unreadable');
});

test('another field empties the value; leaving "in" keeps the first', () => {
  const many: DraftRow = { field: 'colour', rule: 'in', val: '1,2', text: 'Red,Green' };
  expect(withRule(many, colour, 'eq')).toEqual({ field: 'colour', rule: 'eq', val: '1', text: 'Red' });
  expect(withRule(row('colour', '1'), colour, 'in')).toEqual({ field: 'colour', rule: 'in', val: '1' });
  expect(withField({ field: 'name', rule: 'like', val: 'x' }, 'colour', { field: colour })).toEqual({ field: 'colour', rule: 'eq', val: '' });
  expect(withField({ field: 'name', rule: 'like', val: 'x' }, 'note', { field: text({ max: 9 }) })).toEqual({ field: 'note', rule: 'like', val: '' });
});

test('a day and a moment are two things', () => {
  const day: DraftRow = { field: 'at', rule: 'eq', val: '2026-01-01T16:00:00.000Z', type: 'date' };
  expect(withRule(day, instant(), 'ne')).toEqual({ ...day, rule: 'ne' });
  expect(withRule(day, instant(), 'gt')).toEqual({ field: 'at', rule: 'gt', val: '' });
});

test('each query is remembered once, the newest first, sixteen at most', () => {
  const asked = (name: string): AdvancedQuery => ({ match: 'and', rows: [row('name', name)] });
  let history: readonly AdvancedQuery[] = [];
  for (let n = 0; n < 20; n++) history = withQueryInHistory(history, asked(`${n}`));
  expect(history).toHaveLength(16);
  history = withQueryInHistory(history, asked('10'));
  expect(history.slice(0, 2)).toEqual([asked('10'), asked('19')]);
  expect(history).toHaveLength(16);
  const long = Array.from({ length: 3 }, (_one, n) => asked(`${n}${'x'.repeat(3_000)}`));
  expect(long.reduce<readonly AdvancedQuery[]>(withQueryInHistory, [])).toHaveLength(2);
});

test('a field that a page asks for in its own way begins with the first of its rules', () => {
  const area = { field: text({ max: 6 }), rules: ['right_like'] } as const;
  expect(withField({ field: 'name', rule: 'eq', val: 'x' }, 'area', area)).toEqual({ field: 'area', rule: 'right_like', val: '' });
});
