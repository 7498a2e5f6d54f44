import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { show } from '../testing/show.fixture.tsx';
import type { Column } from './table/column.ts';
import { DetailsModal } from './details-modal.tsx';
import { cell, focused, open, ready } from './parts-table.fixture.tsx';

beforeEach(() => languageStore.set('en_US'));

const columns: readonly Column[] = [
  { key: 'name', title: ['名称', '名稱', 'Name'], type: 'input', disabled: true },
  { key: 'note', title: ['备注', '備註', 'Note'], type: 'input' },
];
const records = Array.from({ length: 40 }, (_unused, index) => ({ id: `${index}`, name: `row ${index}`, note: '' }));
const box = () => page.getByRole('dialog', { name: 'Sub-table' });
const openTable = async () => {
  const table = open({ columns, records, dragSort: true }, { subTable: ({ values }) => <p>{`below ${String(values['name'])}`}</p> });
  await ready();
  return table;
};

test('what belongs to a row opens by a press on it, closes by another, and goes over to the next', async () => {
  await openTable();
  await cell('1', 'name').click();
  await expect.element(box()).toHaveTextContent('below row 1');
  await cell('0', 'name').click();
  await expect.element(box()).toHaveTextContent('below row 0');
  await cell('0', 'name').click();
  await expect.poll(() => box().elements()).toEqual([]);
});

test('it is as wide as 96 of 100 parts of the table', async () => {
  await openTable();
  await cell('1', 'name').click();
  await expect.element(box()).toBeVisible();
  const widthOf = (what: Element | null | undefined) => what?.getBoundingClientRect().width ?? 0;
  expect(widthOf(box().element()) / widthOf(document.querySelector('.et'))).toBeCloseTo(0.96, 2);
});

test('a scroll closes it, and so does a cell that is edited; ticks and handles leave it alone', async () => {
  await openTable();
  await cell('1', 'name').click();
  await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).click();
  await expect.element(box()).toBeVisible();
  await cell('2', 'note').click();
  await expect.poll(() => box().elements()).toEqual([]);
  await cell('1', 'name').click();
  await expect.element(box()).toBeVisible();
  document.querySelector('.et-grid')?.scrollBy(0, 200);
  await expect.poll(() => box().elements()).toEqual([]);
});

test('by keys: Enter opens it, Esc goes back to the cell', async () => {
  const table = await openTable();
  table.goTo({ id: '1', key: 'name' });
  await expect.poll(focused).toBe('1 name');
  await userEvent.keyboard('{Enter}');
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => box().elements()).toEqual([]);
  await expect.poll(focused).toBe('1 name');
});

const Details = () => {
  const [asked, setAsked] = useState(0);
  const [shown, setShown] = useState(true);
  return shown ? (
    <DetailsModal
      onOk={async () => {
        setAsked(asked + 1);
        return asked > 0;
      }}
      onClose={() => setShown(false)}
    >
      asked {asked}
    </DetailsModal>
  ) : (
    <p>closed</p>
  );
};

test('details close when the page agrees, and fill the screen when asked to', async () => {
  show(<Details />);
  const dialog = page.getByRole('dialog', { name: /Details/ });
  await expect.element(dialog).toBeVisible();
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => document.querySelector('.ant-modal')?.getBoundingClientRect().width).toBe(window.innerWidth);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.element(dialog).toHaveTextContent('asked 1');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.element(page.getByText('closed')).toBeVisible();
});
