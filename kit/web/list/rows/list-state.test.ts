// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, readOnly, id, instant, ref, text } from '#kit/fields/field.ts';
import { resource } from '#kit/resource/resource.ts';
import { filterParameters, PAGE_SIZES, readState, writeState } from './list-state.ts';

const state = codeTable({ dictCode: 's', title: ['', '', ''], items: { on: { value: 1, words: ['', '', ''] } } });
const noun = resource({
  name: 'n',
  path: '/n',
  table: 'n',
  key: 'nId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    nId: readOnly(id()),
    tenantId: ref('tenant', { filter: 'equals' }),
    name: text({ max: 9, filter: 'contains', sort: true }),
    stat: choice(state, { filter: 'equals' }),
    at: instant({ filter: 'between' }),
    quiet: text({ max: 9 }),
  },
});

test('only filterable fields are parameters; a period has two', () => {
  expect(filterParameters(noun)).toEqual([
    'tenantId',
    'name',
    'stat',
    'at_begin',
    'at_end',
    'createTime_begin',
    'createTime_end',
    'superQueryParams',
    'superQueryMatchType',
  ]);
});

test('what people write into an address falls back', () => {
  const read = readState(noun, new URLSearchParams('name=x&quiet=y&column=quiet&pageNo=-3&pageSize=7000&order=up'));
  expect(read).toEqual({ filters: { name: 'x' }, sort: undefined, pageNo: 1, pageSize: 10 });
});

test('a state survives the address, and parameters of others stay', () => {
  const filters = fc.record(
    {
      name: fc.string({ minLength: 1 }),
      stat: fc.constantFrom('1', '1,0'),
      at_begin: fc.date({ noInvalidDate: true }).map((index) => index.toISOString()),
    },
    { requiredKeys: [] },
  );
  const sort = fc.option(fc.record({ column: fc.constant('name'), order: fc.constantFrom('asc' as const, 'desc' as const) }), { nil: undefined });
  fc.assert(
    fc.property(filters, sort, fc.integer({ min: 1, max: 999 }), (chosen, order, pageNo) => {
      const before = { filters: chosen, sort: order, pageNo, pageSize: PAGE_SIZES[pageNo % PAGE_SIZES.length] ?? 10 };
      const params = new URLSearchParams(writeState(noun, new URLSearchParams('view=7&name=old&at_end=old'), before).toString());
      expect(readState(noun, params)).toEqual(before);
      expect(params.get('view')).toBe('7');
    }),
  );
});
