import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newRecordsOf, insert, matches, move, placeOf, recordsOf, remove, rowsOf, select, selectedRecordsOf, selectWhere, write } from './rows.ts';
import type { Rows } from './rows.ts';

const ORDER = 'orderNum';
const record = fc.record({ name: fc.string({ maxLength: 4 }), kind: fc.constantFrom('a', 'b', 'c') });
const existing = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 })
  .chain((ids) => fc.tuple(...ids.map((id) => record.map((values) => ({ id: String(id), ...values })))));

/** A user action as data, so that a failing sequence can be read. */
const step = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), at: fc.integer({ min: -2, max: 20 }), records: fc.array(record, { maxLength: 3 }) }),
  fc.record({ do: fc.constant('remove' as const), places: fc.array(fc.nat(15), { maxLength: 3 }) }),
  fc.record({ do: fc.constant('move' as const), from: fc.nat(15), to: fc.integer({ min: -3, max: 20 }) }),
  fc.record({ do: fc.constant('write' as const), at: fc.nat(15), name: fc.string({ maxLength: 3 }) }),
  fc.record({ do: fc.constant('select' as const), places: fc.array(fc.nat(15), { maxLength: 4 }), on: fc.boolean() }),
);
type UserAction = typeof step extends fc.Arbitrary<infer T> ? T : never;

const idsAt = (rows: Rows, places: readonly number[]): readonly string[] => places.flatMap((index) => rows.list[index]?.id ?? []);
const after = (rows: Rows, one: UserAction): Rows => {
  if (one.do === 'insert') return insert(rows, one.at, one.records);
  if (one.do === 'remove') return remove(rows, idsAt(rows, one.places));
  if (one.do === 'move') return move(rows, rows.list[one.from]?.id ?? 'nobody', one.to);
  if (one.do === 'write') return write(rows, [{ id: rows.list[one.at]?.id ?? 'nobody', values: { name: one.name } }]);
  return select(rows, idsAt(rows, one.places), one.on);
};

describe('whatever is done with the rows', () => {
  const expectAlways = (check: (now: Rows, before: Rows, first: readonly { readonly id: string }[]) => void) =>
    fc.assert(
      fc.property(existing, fc.array(step, { maxLength: 25 }), (records, steps) => {
        let now = rowsOf(records, ORDER);
        for (const one of steps) {
          const before = now;
          now = after(before, one);
          check(now, before, records);
        }
      }),
    );

  test('they are counted from 1, and no two share an id', () => {
    expectAlways((now) => {
      expect(now.list.map(({ values }) => values[ORDER])).toEqual(now.list.map((_row, index) => index + 1));
      expect(new Set(now.list.map(({ id }) => id)).size).toBe(now.list.length);
    });
  });

  test('each that existed is there or among the removed, never both, and none else is removed', () => {
    expectAlways((now, _before, first) => {
      const there = now.list.filter(({ isNew }) => !isNew).map(({ id }) => id);
      expect([...there, ...now.removed].toSorted()).toEqual(first.map(({ id }) => id).toSorted());
    });
  });

  test('only rows that are there are selected', () => {
    expectAlways((now) => expect([...now.selected].every((id) => placeOf(now, id) >= 0)).toBe(true));
  });

  test('a row that says the same stays the row it was', () => {
    expectAlways((now, previous) => {
      const unchanged = now.list.filter((row) => previous.list.some((old) => old.id === row.id && JSON.stringify(old) === JSON.stringify(row)));
      expect(unchanged.every((row) => previous.list.includes(row))).toBe(true);
    });
  });
});

test('new rows are sent without an id, old ones with theirs', () => {
  const rows = insert(rowsOf([{ id: 7, name: 'old' }]), 0, [{ name: 'new' }]);
  expect(recordsOf(rows)).toEqual([{ name: 'new' }, { id: '7', name: 'old' }]);
  expect(newRecordsOf(rows)).toEqual([{ name: 'new' }]);
});

test('two records of one id become two rows', () => {
  expect(new Set(rowsOf([{ id: 'a' }, { id: 'a' }]).list.map(({ id }) => id)).size).toBe(2);
});

test('moving is to take out and to put in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(8), fc.nat(8), (count, from, to) => {
      const rows = rowsOf(Array.from({ length: count }, (_unused, index) => ({ id: `r${index}` })));
      const [source, target] = [Math.min(from, count - 1), Math.min(to, count - 1)];
      const moved = move(rows, `r${source}`, target).list.map(({ id }) => id);
      const expected = rows.list.map(({ id }) => id).filter((id) => id !== `r${source}`);
      expect(moved).toEqual(expected.toSpliced(target, 0, `r${source}`));
    }),
  );
});

test('rows are meant by the values of their columns', () => {
  const rows = rowsOf([
    { id: 'a', kind: 'x', level: 1 },
    { id: 'b', kind: 'y', level: 2 },
    { id: 'c', kind: 'z', level: 2 },
  ]);
  expect(selectedRecordsOf(selectWhere(rows, { kind: ['x', 'y'] })).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(selectedRecordsOf(selectWhere(select(rows, ['a'], true), { level: 2 })).map(({ id }) => id)).toEqual(['b', 'c']);
  expect(matches({ kind: 'x' }, { kind: 'X', other: undefined })).toBe(true);
  expect(matches({ kind: 'x' }, {})).toBe(false);
});
