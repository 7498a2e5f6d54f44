import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insertIndex, readAddSettings, isTooSoonToInsert } from './grid/add-settings.ts';
import { initialOf, dependentKeys, popupFault, widthOf } from './table/column.ts';
import type { Column } from './table/column.ts';
import { shortName } from './table/file-value.ts';
import { nextEditable, positionAfter } from './table/key-navigation.ts';
import { mayBecomeNumber, numberOf, sumOf } from './cells/numbers.ts';
import { cellsOf, pasteChanges } from './grid/paste.ts';
import { rowsOf } from './table/rows.ts';
import { windowOf } from './grid/visible-rows.ts';

const column = (facts: Partial<Column>): Column => ({ key: 'a', title: ['甲', '甲', 'A'], type: 'input', ...facts });
const rowsWith = (values: readonly unknown[]) => rowsOf(values.map((a) => ({ a }))).list;

describe('numbers', () => {
  test('a minus, digits and one point may be typed, and nothing else', () => {
    expect(['', '-', '-1', '1.', '.5', '-.5', '12.30'].every(mayBecomeNumber)).toBe(true);
    expect(['a', '1e3', '1.2.3', '--1', '1-', '１', ' 1', '1,000'].some(mayBecomeNumber)).toBe(false);
  });

  test('every number that was typed comes back, and what is none is nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat(999), (whole, part) => {
        expect(numberOf(`${whole}.${part}`)).toBe(Number(`${whole}.${part}`));
      }),
    );
    expect(['', '-', '.', '-.', 'x'].map(numberOf)).toEqual([null, null, null, null, null]);
  });

  test('no digit is lost to a double', () => {
    expect(numberOf('12345678901234567.89')).toBe('12345678901234567.89');
  });

  test('whole parts are summed, nothing counts as none, and a word makes the sum a dash', () => {
    expect(sumOf(rowsWith([1.9, '2.9', null, '', -3.5]), 'a')).toBe('0');
    expect(sumOf(rowsWith([1, 'x']), 'a')).toBe('-');
    expect(sumOf(rowsWith(['-']), 'a')).toBe('-');
    expect(sumOf(rowsWith([Number.NaN]), 'a')).toBe('-');
    expect(sumOf(rowsWith(['9007199254740993', '9007199254740993']), 'a')).toBe('18014398509481986');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000, max: 1_000 })), (numbers) => {
        expect(sumOf(rowsWith(numbers), 'a')).toBe(String(numbers.reduce((sum, item) => sum + item, 0)));
      }),
    );
  });
});

test('the width of a column is never less than its kind can be read in', () => {
  const widths = (['input', 'datetime', 'sel_user', 'sel_depart', 'date'] as const).map((type) => widthOf(column({ type })));
  expect(widths).toEqual([120, 200, 220, 190, 135]);
  expect([widthOf(column({ type: 'date', widthPx: 80 })), widthOf(column({ widthPx: 80 }))]).toEqual([135, 80]);
});

test('a new row begins with what its columns say', () => {
  const columns = [
    column({ key: 'text', defaultValue: 'x' }),
    column({ key: 'box', type: 'checkbox', customValue: ['Y', 'N'], defaultChecked: true }),
    column({ key: 'off', type: 'checkbox' }),
    column({ key: 'none' }),
  ];
  expect(initialOf(columns)).toEqual({ text: 'x', box: 'Y', off: false, none: null });
});

test('what hangs on a choice is found however deep', () => {
  const columns = [column({ key: 'a' }), column({ key: 'b', linkedTo: 'a' }), column({ key: 'c', linkedTo: 'b' }), column({ key: 'd' })];
  expect(dependentKeys(columns, 'a')).toEqual(['b', 'c']);
});

test('a report picker says why it cannot be opened', () => {
  expect(popupFault(column({ popupCode: 'x', orgFields: 'a,b' }))).toBe('unset');
  expect(popupFault(column({ popupCode: 'x', orgFields: 'a,b', destFields: 'c' }))).toBe('uneven');
  expect(popupFault(column({ popupCode: 'x', orgFields: 'a,b', destFields: 'c,d' }))).toBeUndefined();
});

test('the settings of the add button survive whatever is left in the browser', () => {
  for (const text of [null, '', 'null', '[]', '{', '{"addRowNum":"x"}', '{"addRowNum":-4,"addIndex":-1}'])
    expect(readAddSettings(text)).toEqual({ addRowNum: 1, addIndex: 0, addScrollToBottom: true });
  expect(readAddSettings('{"addRowNum":5000,"addIndex":3.7,"addScrollToBottom":false}')).toEqual({
    addRowNum: 100,
    addIndex: 3,
    addScrollToBottom: false,
  });
  const settings = { addRowNum: 1, addScrollToBottom: true };
  expect([0, 1, 3, 9].map((addIndex) => insertIndex({ ...settings, addIndex }, 3))).toEqual([3, 0, 2, 3]);
  expect([isTooSoonToInsert(undefined, 5), isTooSoonToInsert(1_000, 2_499), isTooSoonToInsert(1_000, 2_500)]).toEqual([false, true, false]);
});

test('a name is shortened after five letters', () => {
  expect([shortName('abcde'), shortName('abcdef'), shortName('一二三四五六')]).toEqual(['abcde', 'abcde…', '一二三四五…']);
});

describe('the keyboard', () => {
  const grid = { rows: 5, columns: 3, pageRows: 2 };
  const go = (key: string, from: readonly [number, number], ctrl = false) => {
    const to = positionAfter({ key, ctrl }, { row: from[0], column: from[1] }, grid);
    return to && [to.row, to.column];
  };

  test('never leaves the grid', () => {
    const keys = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown');
    fc.assert(
      fc.property(keys, fc.tuple(fc.nat(4), fc.nat(2)), fc.boolean(), (key, from, ctrl) => {
        const [toRow = -1, toColumn = -1] = go(key, from, ctrl) ?? [];
        expect(toRow >= 0 && toRow < 5 && toColumn >= 0 && toColumn < 3).toBe(true);
      }),
    );
  });

  test('knows its keys', () => {
    expect([go('ArrowDown', [1, 1]), go('End', [1, 0]), go('Home', [3, 2], true), go('PageDown', [1, 1]), go('x', [0, 0])]).toEqual([
      [2, 1],
      [1, 2],
      [0, 0],
      [3, 1],
      undefined,
    ]);
  });

  test('a Tab goes on to the next cell that can be edited, and out of the table after the last', () => {
    const editable = ({ column: at }: { readonly column: number }) => at !== 1;
    expect(nextEditable({ row: 0, column: 0 }, false, { ...grid, editable })).toEqual({ row: 0, column: 2 });
    expect(nextEditable({ row: 0, column: 2 }, false, { ...grid, editable })).toEqual({ row: 1, column: 0 });
    expect(nextEditable({ row: 1, column: 0 }, true, { ...grid, editable })).toEqual({ row: 0, column: 2 });
    expect(nextEditable({ row: 4, column: 2 }, false, { ...grid, editable })).toBeUndefined();
  });
});

test('a block of cells is pasted where it can be read, and nowhere else', () => {
  const columns = [
    column({ key: 'name', maxLength: 3 }),
    column({ key: 'count', type: 'inputNumber' }),
    column({ key: 'kind', type: 'select', options: [{ value: 1, label: 'one' }] }),
    column({ key: 'fixed', disabled: true }),
  ];
  const rows = rowsOf([{ id: '1' }, { id: '2' }]).list;
  const wordsOf = ({ label }: { readonly label: unknown }) => String(label);
  expect(pasteChanges(cellsOf('abcdef\t1,234.5\tone\tx\r\ny\tz\ttwo\tx\nthird\t1\n'), { rows, columns, wordsOf })).toEqual([
    { id: '1', values: { name: 'abc', count: 1234.5, kind: 1 } },
    { id: '2', values: { name: 'y' } },
  ]);
});

describe('the rows in sight', () => {
  test('are always among those that are drawn, and those are few', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 40, max: 900 }), fc.nat(400_000), (count, heightPx, scrollTop) => {
        const height = 61;
        const at = Math.min(scrollTop, Math.max(0, count * height - heightPx));
        const { first, end } = windowOf({ scrollTop: at, heightPx }, height, count);
        expect(first <= Math.floor(at / height) && end >= Math.min(count, Math.ceil((at + heightPx) / height))).toBe(true);
        expect(end - first <= Math.ceil(heightPx / height) + 20).toBe(true);
      }),
    );
  });
});
