import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#kit/fields/words.ts';
import { registerOptionLoader } from '../edit-table/cells/option-sources.ts';
import { languageStore } from '../language.ts';
import { pageOf, serveCalls } from '../report/fake-server.fixture.ts';
import type { FakeServer } from '../report/fake-server.fixture.ts';
import { axeViolations } from '../testing/axe.fixture.ts';
import { tabTo } from '../testing/keys.fixture.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { expectRetry } from '../testing/expect-retry.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { BusinessField } from './business-field.tsx';
import type { BusinessFieldProps } from './business-field.tsx';
import type { BusinessSelection, BusinessSource } from './business.ts';

const source: BusinessSource = {
  title: ['选择电桩', '選擇電樁', 'Choose piles'],
  listUrl: '/pile/list',
  valueKey: 'code',
  displayKey: 'name',
  returnKeys: ['id', 'code'],
  moreValueKey: 'place',
  columns: [
    { dataIndex: 'code', title: ['编号', '編號', 'Code'] },
    { dataIndex: 'name', title: ['名称', '名稱', 'Name'] },
  ],
  queryConfig: [
    { key: 'name', label: ['名称', '名稱', 'Name'] },
    { key: 'state', label: ['状态', '狀態', 'State'], dictCode: 'state' },
  ],
};
const piles = Array.from({ length: 12 }, (_none, index) => ({
  id: String(100 + index),
  code: `P${index}`,
  name: index === 9 ? 'A pile with a name that is long' : `Pile ${index}`,
  place: `Row ${index}`,
}));
const serve: FakeServer = (_path, query) => {
  const codes = query['code']?.split(',').filter(Boolean);
  return pageOf(
    piles.filter(({ code, name }) => (codes?.includes(code) ?? true) && (query['name'] === undefined || name === query['name'])),
    query,
  );
};

beforeEach(async () => {
  await freshPage(1280, 900);
  registerOptionLoader(async () => [{ value: '1', label: 'Busy' }]);
});

const Field = ({ value: first = null, ...more }: Partial<BusinessFieldProps>) => {
  const [value, setValue] = useState(first);
  const [picked, setPicked] = useState<Omit<BusinessSelection, 'rows'>>();
  return (
    <>
      <label htmlFor="piles">Piles</label>
      <BusinessField
        source={source}
        id="piles"
        value={value}
        onChange={setValue}
        onPicked={({ rows: _rows, ...rest }) => setPicked(rest)}
        {...more}
      />
      <output data-testid="now">{JSON.stringify({ value, ...picked })}</output>
    </>
  );
};
const now = async (told: unknown) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(JSON.stringify(told));
};
const dialog = () => page.getByRole('dialog');
const box = (name: string) => dialog().getByRole('checkbox', { name: `Choose ${name}`, exact: true });
const openIt = async () => {
  await page.getByLabelText('Piles').click();
  await expect.element(dialog().getByText('P0', { exact: true })).toBeVisible();
};

test('five rows a page are picked through pages and searches, stand beside the list, and are handed back by every key', async () => {
  const calls = serveCalls(serve);
  show(<Field />);
  await openIt();
  expect(calls).toEqual([{ path: '/pile/list', query: { pageNo: '1', pageSize: '5' } }]);
  await box('Pile 1').click();
  await dialog().getByTitle('2', { exact: true }).click();
  await box('Pile 7').click();
  await dialog().getByLabelText('Name', { exact: true }).fill('Pile 11');
  await userEvent.keyboard('{Enter}');
  await box('Pile 11').click();
  const beside = dialog().getByRole('region', { name: 'Chosen' });
  await expect.element(beside).toHaveTextContent('3 selectedPile 1Pile 7Pile 11');
  await beside.getByRole('button', { name: 'Remove Pile 7' }).click();
  await expect.element(beside.getByText('2 selected')).toBeVisible();
  await dialog().getByRole('button', { name: 'OK' }).click();
  await now({ value: 'P1,P11', returned: { id: '101,111', code: 'P1,P11' }, more: 'Row 1;Row 11' });
});

test('values that are held are asked for by name with a comma at the end, long names are cut, and what is unknown keeps its value', async () => {
  const calls = serveCalls(serve);
  show(<Field value="P9,P404" />);
  await expect.element(page.getByText('A pile with ...')).toBeVisible();
  await expect.element(page.getByText('P404', { exact: true })).toBeVisible();
  expect(calls).toEqual([{ path: '/pile/list', query: { code: 'P9,P404,', pageNo: '1', pageSize: '2' } }]);
});

test('more values than a page holds rows are asked for in several pages', async () => {
  const calls = serveCalls(serve);
  const values = [...Array.from({ length: 100 }, (_none, index) => `Gone${index}`), 'P9'];
  show(<Field value={values.join(',')} />);
  await expect
    .poll(() => calls.map(({ query }) => [query['code']?.split(',').length, query['pageSize']]))
    .toEqual([
      [101, '100'],
      [2, '1'],
    ]);
  // The row of the last value lies on the second page, and the field still shows its name.
  await expect.poll(() => document.body.textContent).toContain('A pile with ...');
});

test('a cancel forgets, one row is the last that was clicked, and conditions may be those of a dictionary', async () => {
  const calls = serveCalls(serve);
  show(<Field multiple={false} />);
  await openIt();
  await dialog().getByText('P2', { exact: true }).click();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await now({ value: null });
  await openIt();
  await expect.element(dialog().getByText('0 selected')).toBeVisible();
  await dialog().getByText('P2', { exact: true }).click();
  await dialog().getByText('P3', { exact: true }).click();
  (dialog().getByLabelText('State', { exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await dialog().getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => calls.at(-1)?.query).toEqual({ state: '1', pageNo: '1', pageSize: '5' });
  await dialog().getByRole('button', { name: 'OK' }).click();
  await now({ value: 'P3', returned: { id: '103', code: 'P3' }, more: 'Row 3' });
});

test.each<readonly [Language, string, string]>([
  ['zh_CN', '选择电桩', '已选 0 项'],
  ['zh_TW', '選擇電樁', '已選 0 項'],
  ['en_US', 'Choose piles', '0 selected'],
])('it speaks %s, and everybody can work it', async (language, title, none) => {
  serveCalls(serve);
  languageStore.set(language);
  show(<Field />);
  await openIt();
  await expect.element(dialog().getByText(title)).toBeVisible();
  await expect.element(dialog().getByText(none)).toBeVisible();
  // While the dialog fades in, its colours do not have enough contrast yet.
  await expect.poll(axeViolations).toEqual([]);
});

test('rows are looked for, picked, taken out again and handed back by the keyboard alone', async () => {
  serveCalls(serve);
  show(<Field />);
  await tabTo(page.getByLabelText('Piles'));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText('P0', { exact: true })).toBeVisible();
  await tabTo(box('Pile 0'));
  await userEvent.keyboard(' ');
  await tabTo(box('Pile 2'));
  await userEvent.keyboard(' ');
  await tabTo(dialog().getByLabelText('Name', { exact: true }));
  await userEvent.keyboard('Pile 8{Enter}');
  await tabTo(box('Pile 8'));
  await userEvent.keyboard(' ');
  await expect.element(dialog().getByText('3 selected')).toBeVisible();
  await tabTo(dialog().getByRole('button', { name: 'Remove Pile 2' }));
  await userEvent.keyboard('{Enter}');
  await tabTo(dialog().getByRole('button', { name: 'OK' }));
  await userEvent.keyboard('{Enter}');
  await now({ value: 'P0,P8', returned: { id: '100,108', code: 'P0,P8' }, more: 'Row 0;Row 8' });
});

test('what the list refuses is said, and asked again', async () => {
  let refuses = true;
  serveCalls((path, query) => {
    if (refuses) throw new Error('The list is closed');
    return serve(path, query);
  });
  show(<Field />);
  await expect.element(page.getByLabelText('Piles')).toBeInTheDocument();
  (page.getByLabelText('Piles').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expectRetry('The list is closed', () => void (refuses = false), dialog().getByText('P0', { exact: true }));
});
