import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readOnly, id, text } from '#kit/fields/field.ts';
import { PICKER_PAGE } from '#kit/resource/crud.ts';
import type { PickerRow } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { serveCalls } from '../report/fake-server.fixture.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { registerNounLoader } from './ref-lookup.ts';
import { RefSelect } from './ref-select.tsx';

const hall = resource({
  name: 'hall',
  path: '/tested/hall',
  table: 'hall',
  key: 'hallId',
  title: 'name',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  fields: { hallId: readOnly(id()), name: text({ max: 40 }) },
});

let rows: readonly PickerRow[];
let calls: ReturnType<typeof serveCalls>;
beforeEach(async () => {
  await freshPage(1000, 700);
  registerNounLoader(() => Promise.resolve([hall]));
  rows = Array.from({ length: 20_000 }, (_unused, index) => ({ value: String(index + 1), text: `Hall ${String(index + 1).padStart(5, '0')}` }));
  calls = serveCalls((_path, { keyword = '', ids, pageNo }) => {
    if (ids !== undefined) return rows.filter(({ value }) => ids.split(',').includes(value));
    const found = rows.filter((row) => row.text.includes(keyword));
    return pageNo === undefined ? found : found.slice((Number(pageNo) - 1) * PICKER_PAGE, Number(pageNo) * PICKER_PAGE);
  });
});

const Shown = ({ takeOnly = false }: { readonly takeOnly?: boolean }) => {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <RefSelect aria-label="Hall" to="hall" value={value} onChange={setValue} takeOnly={takeOnly} />
      <output data-testid="now">{value}</output>
    </>
  );
};
const questions = () => calls.map(({ query }) => query);
const offered = () => [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent);

test('of 20,000 rows a page is asked for at a time, few of them stand in the document, and any is found by a part of its title', async () => {
  show(<Shown />);
  await page.getByRole('combobox', { name: 'Hall' }).click();
  await expect.poll(() => offered()[0]).toBe('Hall 00001');
  expect(questions()).toEqual([{ pageNo: '1' }]);
  expect(offered().length).toBeLessThanOrEqual(PICKER_PAGE);

  const more = () => document.querySelector<HTMLButtonElement>('.co-choices-foot:enabled');
  for (const pageNo of ['2', '3', '4']) {
    await expect.poll(more).not.toBeNull();
    more()?.click();
    await expect.poll(() => questions().at(-1)).toEqual({ pageNo });
  }
  expect(offered().length).toBeLessThan(60);

  await userEvent.keyboard('19999');
  await expect.poll(offered).toEqual(['Hall 19999']);
  expect(questions().at(-1)).toEqual({ keyword: '19999', pageNo: '1' });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByTestId('now')).toHaveTextContent(/^19999$/u);
});

test.each([
  [1, '1'],
  [20_000, ''],
])('of %i rows the only one is taken by itself, and one page tells whether it is', async (many, taken) => {
  rows = rows.slice(0, many);
  show(<Shown takeOnly />);
  await expect.poll(() => questions()[0]).toEqual({ pageNo: '1' });
  await expect.element(page.getByTestId('now')).toHaveTextContent(new RegExp(`^${taken}$`, 'u'));
  expect(questions().filter(({ ids }) => ids === undefined)).toEqual([{ pageNo: '1' }]);
});
