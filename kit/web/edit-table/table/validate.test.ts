import { describe, expect, test } from 'vitest';
import type { Column } from './column.ts';
import { EditTable } from './table.ts';
import type { AsyncRule, Rule } from './validate.ts';

const tableOf = (validateRules: readonly Rule[], records: readonly Readonly<Record<string, unknown>>[], more: Partial<Column> = {}) =>
  new EditTable({ columns: [{ key: 'a', title: ['甲', '甲', 'A'], type: 'input', validateRules, ...more }], records });
const faults = (table: EditTable) => Object.fromEntries([...table.store.get().faults].map(([id, row]) => [id, row['a']]));
/** Lets all pending promises settle. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a cell is checked when it is written', () => {
  test('and is right again once it is right', () => {
    const table = tableOf([{ required: true }, { pattern: 'n6-16', message: ['数字', '數字', 'digits'] }], [{ id: '1', a: '' }]);
    table.setCell('1', 'a', 'x');
    expect(faults(table)).toEqual({ 1: { message: ['数字', '數字', 'digits'] } });
    table.setCell('1', 'a', '');
    expect(faults(table)).toEqual({ 1: { problem: { code: 'required' } } });
    table.setCell('1', 'a', '123456');
    expect(faults(table)).toEqual({});
  });

  test('twins are both right again once one of them differs', async () => {
    const table = tableOf(
      [{ unique: true }],
      [
        { id: '1', a: 'x' },
        { id: '2', a: 'y' },
      ],
    );
    table.setCell('2', 'a', 'x');
    expect(Object.keys(faults(table))).toEqual(['2']);
    await table.collect();
    expect(Object.keys(faults(table))).toEqual(['1', '2']);
    table.setCell('1', 'a', 'z');
    expect(faults(table)).toEqual({});
    table.setCell('1', 'a', 'x');
    table.removeRows('2');
    expect(faults(table)).toEqual({});
  });

  test('an expression that cannot be read fits nothing', () => {
    const table = tableOf([{ pattern: '(' }], [{ id: '1', a: '' }]);
    table.setCell('1', 'a', '(');
    expect(faults(table)).toEqual({ 1: { problem: { code: 'badPattern' } } });
  });
});

describe('a rule may ask somebody', () => {
  const answers = new Map<string, (text: string | undefined) => void>();
  const asking: AsyncRule = { handler: (value) => new Promise((resolve) => answers.set(String(value), resolve)) };

  test('only after the rules before it are kept, and those after it wait', async () => {
    const calls: unknown[] = [];
    const table = tableOf(
      [{ pattern: '^a' }, { handler: async (value) => void calls.push(value) }, { pattern: 'b$', message: 'ends with b' }],
      [{ id: '1', a: '' }],
    );
    table.setCell('1', 'a', 'x');
    table.setCell('1', 'a', 'ac');
    await settled();
    expect(calls).toEqual(['ac']);
    expect(faults(table)).toEqual({ 1: { message: 'ends with b' } });
  });

  test('an answer about what stood there before says nothing', async () => {
    const table = tableOf([asking], [{ id: '1', a: '' }]);
    table.setCell('1', 'a', 'first');
    table.setCell('1', 'a', 'second');
    answers.get('second')?.(undefined);
    await settled();
    answers.get('first')?.('taken');
    await settled();
    expect(faults(table)).toEqual({});
  });

  test('collecting waits for the answer', async () => {
    const table = tableOf(
      [{ handler: async (value) => (value === 'bad' ? 'taken' : undefined) }],
      [
        { id: '1', a: 'good' },
        { id: '2', a: 'bad' },
      ],
    );
    expect(await table.collect()).toMatchObject({ ok: false, firstFault: { id: '2', key: 'a' } });
    table.setCell('2', 'a', 'fine');
    expect(await table.collect()).toEqual({
      ok: true,
      values: [
        { id: '1', a: 'good' },
        { id: '2', a: 'fine' },
      ],
      removedIds: [],
    });
  });
});

describe('collecting', () => {
  test('shows the first cell that is wrong, in the order of rows', async () => {
    const table = tableOf(
      [{ required: true }],
      [
        { id: '1', a: 'x' },
        { id: '2', a: null },
        { id: '3', a: '' },
      ],
    );
    expect(await table.collect()).toMatchObject({ ok: false, firstFault: { id: '2', key: 'a' } });
    expect(table.store.get().cursor).toEqual({ id: '2', key: 'a' });
  });

  test('does not compare every row with every other', async () => {
    const table = tableOf(
      [{ unique: true }],
      Array.from({ length: 5_000 }, (_unused, index) => ({ id: String(index), a: `v${index}` })),
    );
    const startedMs = performance.now();
    expect((await table.collect()).ok).toBe(true);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  test('a file on its way is waited for before the rows are sent, and told of where they are only looked at', async () => {
    const table = tableOf([{ required: true }], [{ id: '1', a: null }], { type: 'file' });
    table.setCell('1', 'a', { status: 'uploading', name: 'x.png', percent: 4, earlierPaths: '' });
    expect((await table.check()).ok).toBe(false);
    const collected = table.collect();
    table.setCell('1', 'a', { status: 'uploading', name: 'x.png', percent: 80, earlierPaths: '' });
    table.setCell('1', 'a', 'temp/20260101/x.png');
    expect(await collected).toMatchObject({ ok: true, values: [{ a: 'temp/20260101/x.png' }] });
  });

  test('a file that did not arrive keeps the rows from being sent, and its cell says why', async () => {
    const table = tableOf([], [{ id: '1', a: null }], { type: 'file' });
    table.setCell('1', 'a', { status: 'uploading', name: 'x.png', percent: 4, earlierPaths: '' });
    const collected = table.collect();
    table.setCell('1', 'a', { status: 'error', name: 'x.png', percent: 0, earlierPaths: '', message: 'No room' });
    expect(await collected).toMatchObject({ ok: false, firstFault: { id: '1', key: 'a' } });
    expect(table.store.get().faults.get('1')).toEqual({ a: { message: 'No room' } });
  });
});

describe('a table', () => {
  test('tells every change once, with what hung on it', () => {
    const columns: readonly Column[] = [
      { key: 'province', title: ['省', '省', 'Province'], type: 'select' },
      { key: 'city', title: ['市', '市', 'City'], type: 'select', linkedTo: 'province' },
    ];
    const table = new EditTable({ columns, records: [{ id: '1', province: 'a', city: 'b' }] });
    const messages: unknown[] = [];
    table.onValueChange(({ key, value, oldValue }) => messages.push([key, value, oldValue]));
    table.setCell('1', 'province', 'a');
    expect(messages).toEqual([]);
    table.setCell('1', 'province', 'c');
    expect(messages).toEqual(
      [
        ['province', 'c', 'a'],
        ['city', null, 'b'],
      ].toSorted((item, other) => table.columns.findIndex(({ key }) => key === item[0]) - table.columns.findIndex(({ key }) => key === other[0])),
    );
    table.setValues([{ id: '1', values: { province: 'd', city: 'e' } }]);
    expect(table.records()).toEqual([{ id: '1', province: 'd', city: 'e' }]);
  });

  test('rows that are shut are neither selected nor chosen by their values', () => {
    const records = [
      { id: '1', a: 'x' },
      { id: '2', a: 'y' },
    ];
    const table = new EditTable({ columns: [], records, disabledRows: { a: ['x'] } });
    table.select(['1', '2'], true);
    expect([...table.rows.selected]).toEqual(['2']);
    table.selectWhere({ a: ['x', 'y'] });
    expect([...table.rows.selected]).toEqual(['2']);
  });

  test('removing takes an id or a list of them', () => {
    const table = tableOf([], [{ id: '1' }, { id: '2' }, { id: '3' }]);
    table.removeRows('1');
    table.removeRows(['2']);
    expect([table.records().length, table.removedIds()]).toEqual([1, ['1', '2']]);
    expect(() => table.removeRows(3 as unknown as string)).toThrow('removeRows');
  });
});
