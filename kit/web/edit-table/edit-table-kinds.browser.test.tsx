import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { serveCalls } from '../report/fake-server.fixture.ts';
import { textOf } from '../text-of.ts';
import { fakeUploadServer } from '../upload/fake-upload-server.fixture.ts';
import type { Column } from './table/column.ts';
import { registerCellPickers } from './cells/cell-pickers.ts';
import { cell, focused, open, ready, valueOf } from './parts-table.fixture.tsx';

beforeEach(async () => {
  await page.viewport(1200, 800);
  languageStore.set('en_US');
});

const options = [
  { value: 1, label: ['一', '一', 'One'] as const },
  { value: 2, label: ['二', '二', 'Two'] as const },
  { value: 3, label: ['三', '三', 'Three'] as const },
];
/** A table with one column; its first row is empty. */
const openKind = async (column: Partial<Column> & Pick<Column, 'type'>, value: unknown = null) => {
  const table = open({
    columns: [{ key: 'k', title: ['类', '類', 'Kind'], widthPx: 320, ...column }],
    records: [{ id: '1', k: value }, { id: '2' }],
  });
  await ready();
  return table;
};

describe('each kind of cell is shown, edited by mouse and by keys', () => {
  test('radio', async () => {
    const table = await openKind({ type: 'radio', options }, 1);
    await expect.element(cell('1', 'k')).toHaveTextContent('One');
    await cell('1', 'k').click();
    await page.getByRole('radio', { name: 'Two' }).click();
    expect(valueOf(table, '1', 'k')).toBe(2);
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect.poll(() => valueOf(table, '1', 'k')).toBe(3);
    await expect.poll(focused).toBe('1 k');
    await expect.element(cell('1', 'k')).toHaveTextContent('Three');
  });

  test('datetime', async () => {
    const table = await openKind({ type: 'datetime' });
    await cell('1', 'k').click();
    await userEvent.keyboard('2026-03-04 05:06:07{Enter}');
    await expect.poll(() => valueOf(table, '1', 'k')).toBe('2026-03-04 05:06:07');
    await expect.element(cell('1', 'k')).toHaveTextContent('2026-03-04 05:06:07');
  });

  test('list_multi', async () => {
    const table = await openKind({ type: 'list_multi', options }, '1');
    await cell('1', 'k').click();
    await page.getByTitle('Three').click();
    expect(valueOf(table, '1', 'k')).toBe('1,3');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => valueOf(table, '1', 'k')).toBe('1');
    await cell('1', 'k').click();
    await expect.element(page.getByTitle('Two')).toBeVisible();
    await userEvent.keyboard('tw{Enter}{Tab}');
    await expect.poll(() => valueOf(table, '1', 'k')).toBe('1,2');
    await expect.element(cell('1', 'k')).toHaveTextContent('One, Two');
  });

  test('sel_search', async () => {
    const table = await openKind({ type: 'sel_search', options });
    table.goTo({ id: '1', key: 'k' });
    await expect.poll(focused).toBe('1 k');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByTitle('Three')).toBeVisible();
    await userEvent.keyboard('thr{Enter}');
    await expect.poll(() => valueOf(table, '1', 'k')).toBe(3);
    await expect.element(cell('1', 'k')).toHaveTextContent('Three');
  });

  test('sel_depart', async () => {
    registerCellPickers({
      sel_depart: {
        Picker: ({ value, onPick }) => (
          <button type="button" onClick={() => onPick({ value: '7,8', words: [{ value: '8', text: 'North' }] })}>
            {`choose instead of ${textOf(value)}`}
          </button>
        ),
        names: async (ids) => ids.map((id) => ({ value: id, label: `Depart ${id}` })),
      },
    });
    const table = await openKind({ type: 'sel_depart' }, '7');
    await expect.element(cell('1', 'k')).toHaveTextContent('Depart 7');
    await cell('1', 'k').click();
    await page.getByRole('button', { name: 'choose instead of 7' }).click();
    expect(valueOf(table, '1', 'k')).toBe('7,8');
    await expect.element(cell('1', 'k')).toHaveTextContent('Depart 7, North');
    await expect.poll(focused).toBe('1 k');
  });

  test('upload, with an address and an answer of its own', async () => {
    serveCalls(() => []);
    const sent = fakeUploadServer(() => ({ message: '', stored: 'temp/1/a.pdf' }) as { message: string });
    const table = await openKind({ type: 'upload', action: '/test/keep', responseName: 'stored', btnText: ['送', '送', 'Send'] });
    await expect.element(page.getByRole('button', { name: 'Send · Kind' }).first()).toBeVisible();
    await userEvent.upload(document.querySelector('[data-cell="1 k"] input[type=file]') ?? document.body, new File(['x'], 'a b.pdf'));
    await expect.poll(() => valueOf(table, '1', 'k')).toBe('temp/1/a.pdf');
    expect(sent[0]?.url).toContain('/test/keep');
    await expect.element(cell('1', 'k')).toHaveTextContent('a b.p…');
  });

  test('slot', async () => {
    let pressed = 0;
    const table = await openKind({
      type: 'slot',
      render: ({ values }) => (
        <button type="button" onClick={() => (pressed += 1)}>
          {`press ${textOf(values['k'])}`}
        </button>
      ),
    });
    table.setCell('1', 'k', 'me');
    await page.getByRole('button', { name: 'press me' }).click();
    table.goTo({ id: '1', key: 'k' });
    await expect.poll(focused).toBe('1 k');
    await userEvent.keyboard('{Enter}');
    expect(pressed).toBe(2);
  });
});

test('what a column adds to its control is there, and cannot undo what the cell needs', async () => {
  await openKind({ type: 'input', props: { inputMode: 'tel', 'aria-label': 'Other' } });
  await cell('1', 'k').click();
  await expect.element(page.getByRole('textbox', { name: 'Kind' })).toHaveAttribute('inputmode', 'tel');
});
