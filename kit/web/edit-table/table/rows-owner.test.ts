import { expect, test } from 'vitest';
import { count } from '#kit/fields/field.ts';
import type { Column } from './column.ts';
import type { CellValues } from './rows.ts';
import { EditTable } from './table.ts';

const columns: readonly Column[] = [
  { key: 'n', title: ['数', '數', 'N'], type: 'inputNumber', validateRules: [{ field: count({ min: 1, max: 9 }) }] },
];

/** A page that keeps the rows itself: a new row is a copy of the row before it. */
const open = (numbers: readonly (number | null)[]) => {
  let kept = [...numbers];
  const rows = (): readonly CellValues[] => kept.map((n, index) => ({ id: String(index), n }));
  const messages: string[] = [];
  const answer = () => table.follow(rows());
  const table: EditTable = new EditTable({
    columns,
    records: rows(),
    dragSort: true,
    owner: {
      write: (changes) => {
        for (const { id, values } of changes) kept[Number(id)] = typeof values['n'] === 'number' ? values['n'] : null;
        answer();
      },
      insert: (at) => {
        kept = kept.toSpliced(at, 0, kept[at - 1] ?? null);
        answer();
      },
      remove: (ids) => {
        kept = kept.filter((_n, index) => !ids.includes(String(index)));
        answer();
      },
    },
  });
  table.onValueChange(({ row, value }) => messages.push(`${row.id} ${String(value)}`));
  const replace = (next: readonly (number | null)[]) => {
    kept = [...next];
    answer();
  };
  return { table, told: messages, replace, shown: () => table.rows.list.map(({ values }) => values['n']) };
};
const wrong = ({ store }: EditTable) => [...store.get().faults.keys()];

test('what is written goes to the owner, and is checked as its field is', () => {
  const { table, told, shown } = open([1, 2, 3]);
  table.setCell('1', 'n', 12);
  expect([shown(), told, wrong(table)]).toEqual([[1, 12, 3], ['1 12'], ['1']]);
  table.setCell('1', 'n', null);
  expect(table.store.get().faults.get('1')).toEqual({ n: { problem: { code: 'required' } } });
  table.setCell('1', 'n', 5);
  expect(wrong(table)).toEqual([]);
});

test('one row more and one row less mean what the owner makes of them, and no row is dragged', () => {
  const { table, shown } = open([1, 2]);
  table.addRows([{}], 1);
  expect(shown()).toEqual([1, 1, 2]);
  table.removeRows('0');
  expect([shown(), table.dragSort, table.removedIds()]).toEqual([[1, 2], false, []]);
});

test('the keyboard stays in its place, or goes to the last row when its own is gone', () => {
  const { table, replace } = open([1, 2, 3]);
  table.goTo({ id: '2', key: 'n' }, 'keep');
  replace([4, 2, 3]);
  expect([table.store.get().cursor, table.store.get().editing]).toEqual([{ id: '2', key: 'n' }, 'keep']);
  replace([4]);
  expect([table.store.get().cursor, table.store.get().editing]).toEqual([{ id: '0', key: 'n' }, undefined]);
});

test('rows that say the same stay the rows they were, and what comes in empty from elsewhere is not wrong yet', async () => {
  const { table, replace } = open([1, 2, 3]);
  const [, second] = table.rows.list;
  replace([7, 2, null]);
  expect(table.rows.list[1]).toBe(second);
  expect(wrong(table)).toEqual([]);
  await table.check();
  expect(wrong(table)).toEqual(['2']);
});
