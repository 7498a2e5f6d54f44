import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { ADD_SETTINGS } from './grid/add-settings.ts';
import { cell, focused, open, ready, valueOf } from './parts-table.fixture.tsx';
import type { EditTable } from './table/table.ts';

beforeEach(() => {
  languageStore.set('en_US');
  localStorage.removeItem(ADD_SETTINGS);
});

describe('by mouse', () => {
  test('a cell is edited on a click and shows its value again on a click elsewhere', async () => {
    const table = open();
    await ready();
    await cell('1', 'name').click();
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'uno');
    await cell('2', 'count').click();
    expect(valueOf(table, '1', 'name')).toBe('uno');
    await expect.element(cell('1', 'name')).toHaveTextContent('uno');
    expect(document.querySelectorAll('.et-input').length).toBe(1);
  });

  test('a choice is taken from a list, and a box is ticked', async () => {
    const table = open();
    await ready();
    await cell('1', 'kind').click();
    await page.getByText('Slow').last().click();
    expect(valueOf(table, '1', 'kind')).toBe('slow');
    await expect.element(cell('1', 'kind')).toHaveTextContent('Slow');
    await page.getByRole('row', { name: /two/ }).getByRole('checkbox', { name: 'On' }).click();
    expect(valueOf(table, '2', 'on')).toBe('Y');
  });

  test('a day is typed or picked', async () => {
    const table = open();
    await ready();
    await cell('2', 'day').click();
    await userEvent.keyboard('2026-03-04{Enter}');
    await expect.poll(() => valueOf(table, '2', 'day')).toBe('2026-03-04');
    await expect.poll(focused).toBe('2 day');
  });

  test('a long text has a box of its own', async () => {
    const table = open();
    await ready();
    await cell('2', 'note').click();
    await userEvent.keyboard('line one{Enter}line two');
    await userEvent.keyboard('{Escape}');
    expect(valueOf(table, '2', 'note')).toBeNull();
    await cell('2', 'note').click();
    await userEvent.keyboard('line one{Enter}line two');
    await page.getByRole('columnheader', { name: 'Kind' }).click();
    expect(valueOf(table, '2', 'note')).toBe('line one\nline two');
  });

  test('a row is dragged to another place, and all are counted anew', async () => {
    const table = open({ dragSort: true });
    await ready();
    const grip = page.getByRole('button', { name: 'Move or insert, row 1' });
    await userEvent.dragAndDrop(grip, cell('3', 'name'), { targetPosition: { x: 10, y: 55 } });
    await expect
      .poll(() => table.rows.list.map(({ id, values }) => [id, values['orderNum']]))
      .toEqual([
        ['2', 1],
        ['3', 2],
        ['1', 3],
      ]);
  });
});

test('a finger drags a row as a mouse does, and one that is called away leaves all in place', async () => {
  const table = open({ dragSort: true });
  await ready();
  const grip = page.getByRole('button', { name: 'Move or insert, row 1' }).element();
  const last = cell('3', 'name').element().getBoundingClientRect();
  const from = grip.getBoundingClientRect();
  const touch = (type: string, target: EventTarget, clientY: number) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerType: 'touch', pointerId: 7, isPrimary: true, button: 0, clientX: from.x, clientY }),
    );
  const drag = async (end: 'pointerup' | 'pointercancel') => {
    touch('pointerdown', grip, from.y + 5);
    await new Promise(requestAnimationFrame);
    for (const y of [from.y + 20, last.y, last.bottom - 2]) touch('pointermove', window, y);
    await new Promise(requestAnimationFrame);
    touch(end, window, last.bottom - 2);
  };
  await drag('pointercancel');
  expect(table.rows.list.map(({ id }) => id)).toEqual(['1', '2', '3']);
  await drag('pointerup');
  await expect.poll(() => table.rows.list.map(({ id }) => id)).toEqual(['2', '3', '1']);
  expect(getComputedStyle(grip).touchAction).toBe('none');
});

describe('by keyboard alone', () => {
  const begin = async (table: EditTable, id: string, key: string) => {
    await ready();
    table.goTo({ id, key });
    await expect.poll(focused).toBe(`${id} ${key}`);
  };

  test('arrows move, Enter edits, Esc takes back, Tab goes on', async () => {
    const table = open();
    await begin(table, '1', 'name');
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await expect.poll(focused).toBe('2 count');
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('7');
    expect(valueOf(table, '2', 'count')).toBe('7');
    await userEvent.keyboard('{Escape}');
    expect([valueOf(table, '2', 'count'), focused()]).toEqual([2.9, '2 count']);
    await userEvent.keyboard('{Enter}{Backspace}8{Tab}');
    await expect.poll(() => valueOf(table, '2', 'count')).toBe(8);
    await expect.poll(focused).toBe('2 kind');
  });

  test('a letter begins an edit with itself, and Enter goes down the column', async () => {
    const table = open();
    await begin(table, '1', 'name');
    await userEvent.keyboard('neu{Enter}');
    await expect.poll(focused).toBe('2 name');
    await userEvent.keyboard('auch{Enter}');
    expect([valueOf(table, '1', 'name'), valueOf(table, '2', 'name')]).toEqual(['neu', 'auch']);
  });

  test('what is no number is not taken', async () => {
    const table = open();
    await begin(table, '3', 'count');
    await userEvent.keyboard('1a2.x3.4{Enter}');
    expect(valueOf(table, '3', 'count')).toBe(12.34);
    table.goTo({ id: '3', key: 'count' });
    await userEvent.keyboard('-{Enter}');
    expect(valueOf(table, '3', 'count')).toBeNull();
  });

  test('a list is opened, gone through and chosen from', async () => {
    const table = open();
    await begin(table, '3', 'kind');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('combobox', { name: 'Kind' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => valueOf(table, '3', 'kind')).not.toBeNull();
    await expect.poll(focused).toBe('3 kind');
  });

  test('Space ticks, Alt with an arrow moves the row', async () => {
    const table = open({ dragSort: true });
    await begin(table, '1', 'on');
    await userEvent.keyboard(' ');
    expect(valueOf(table, '1', 'on')).toBe('N');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(table.rows.list.map(({ id }) => id)).toEqual(['2', '1', '3']);
    await expect.poll(focused).toBe('1 on');
  });

  test('the menu of a row offers what dragging does, and not beyond the ends', async () => {
    const table = open({ dragSort: true });
    await begin(table, '1', '@handle');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    expect(table.rows.list.map(({ id }) => id)).toEqual(['2', '1', '3']);
  });

  test('a Tab enters the table at one cell only', async () => {
    open();
    await ready();
    expect(document.querySelectorAll('[data-cell][tabindex="0"]').length).toBe(1);
  });

  test('where everything is an input, Enter goes on typing in the next', async () => {
    const table = open({}, { mode: 'always' });
    await ready();
    await cell('1', 'name').click();
    await userEvent.keyboard('a{Enter}b{Enter}c');
    expect(table.rows.list.map(({ values }) => values['name'])).toEqual(['a', 'b', 'c']);
  });
});

describe('rows', () => {
  test('are added at the end or where the settings say, which are remembered', async () => {
    const table = open();
    await ready();
    await page.getByRole('button', { name: /Add$/ }).click();
    expect(table.records().length).toBe(4);
    await page.getByRole('button', { name: /How to add/ }).click();
    await userEvent.fill(page.getByRole('spinbutton', { name: 'Rows to add' }), '2');
    await userEvent.fill(page.getByRole('spinbutton', { name: 'Before row' }), '1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Saved')).toBeVisible();
    expect(JSON.parse(localStorage.getItem(ADD_SETTINGS) ?? '{}')).toMatchObject({ addRowNum: 2, addIndex: 1 });
    await page.getByRole('button', { name: /Add$/ }).click();
    expect(table.rows.list.map(({ isNew }) => isNew)).toEqual([true, true, false, false, false, true]);
    await page.getByRole('button', { name: /Add$/ }).click();
    await expect.element(page.getByText('You are clicking too fast. Please slow down!')).toBeVisible();
    expect(table.rows.list.length).toBe(6);
  });

  test('are chosen, asked about and deleted', async () => {
    const table = open({ disabledRows: { kind: 'slow' } });
    await ready();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    expect([...table.rows.selected]).toEqual(['1', '3']);
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => table.removedIds()).toEqual(['1', '3']);
  });

  test('are summed at the foot, as long as all are numbers', async () => {
    const table = open();
    await ready();
    await expect.element(page.getByRole('status')).toHaveTextContent('3');
    table.setCell('3', 'count', 'x');
    await expect.element(page.getByRole('status')).toHaveTextContent('-');
  });

  test('what is wrong is told in the language of the reader, and the first of it is shown', async () => {
    const table = open();
    await ready();
    await cell('3', 'name').click();
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'one');
    await expect.element(page.getByText('Name must not repeat')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), '');
    await expect.element(page.getByText('Name is required')).toBeVisible();
    languageStore.set('zh_CN');
    await expect.element(page.getByText('请输入名称')).toBeVisible();
    languageStore.set('zh_TW');
    await expect.element(page.getByText('請輸入名稱')).toBeVisible();
    table.goTo({ id: '1', key: 'count' });
    expect((await table.collect()).ok).toBe(false);
    await expect.poll(focused).toBe('3 name');
  });

  test('five thousand are scrolled with few of them drawn', async () => {
    const table = open({ records: Array.from({ length: 5_000 }, (_unused, index) => ({ id: `r${index}`, name: `row ${index}`, count: index })) });
    await ready();
    const scroller = document.querySelector('.et-grid');
    scroller?.scrollTo({ top: 200_000 });
    await expect.poll(() => document.querySelectorAll('[data-row]').length).toBeGreaterThan(6);
    await expect.element(page.getByText('row 3279', { exact: true })).toBeVisible();
    expect(document.querySelectorAll('[data-row]').length).toBeLessThan(40);
    table.goTo({ id: 'r4999', key: 'name' });
    await expect.poll(focused).toBe('r4999 name');
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await expect.poll(focused).toBe('r0 @tick');
  });
});
