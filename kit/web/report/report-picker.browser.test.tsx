import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#kit/fields/words.ts';
import { EditTableView } from '../edit-table/edit-table.tsx';
import { registerCellPickers } from '../edit-table/cells/cell-pickers.ts';
import { EditTable } from '../edit-table/table/table.ts';
import { languageStore } from '../language.ts';
import { axeViolations } from '../testing/axe.fixture.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { PopupCellPicker } from './popup-cell.tsx';
import { PopupField } from './popup-field.tsx';
import type { PopupFieldProps } from './popup-field.tsx';
import { pageOf, serveCalls } from './fake-server.fixture.ts';
import type { FakeServer } from './fake-server.fixture.ts';

const columns = {
  cgRpConfigId: 'trips',
  cgRpConfigName: 'Trips',
  columns: [
    { title: 'Place', dataIndex: 'place', align: 'left', fieldType: 'text' },
    { title: 'Paid', dataIndex: 'paid', align: 'right', fieldType: 'money', sorter: 'true' },
    { title: 'State', dataIndex: 'state', align: 'left', fieldType: 'choice', customRender: 'trip_state' },
  ],
  dictOptions: { trip_state: [{ value: '1', text: 'Done' }] },
  sums: [],
  chart: [],
};
const items = ['place', 'paid', 'state'].map((field, index) => ({
  label: columns.columns[index]?.title ?? '',
  field,
  view: 'text',
  mode: 'single',
  fieldType: columns.columns[index]?.fieldType,
  ...(index > 1 && { hidden: '1' }),
}));
const rows = Array.from({ length: 25 }, (_none, index) => ({ place: `Gate ${index}`, paid: index === 0 ? '0' : `${index}.00`, state: 1 }));

const serve: FakeServer = (path, query) => {
  if (path.includes('getRpColumns')) return columns;
  if (path.includes('getQueryInfo')) return items;
  return {
    ...pageOf(
      rows.filter(({ place }) => query['place'] === undefined || place === query['place']),
      query,
    ),
    totals: {},
    currency: null,
  };
};

beforeEach(() => freshPage(1280, 900));

const Filled = (props: Partial<PopupFieldProps>) => {
  const [values, setValues] = useState<Readonly<Record<string, string | null>>>({});
  return (
    <>
      <PopupField
        code="trips"
        orgFields="place,paid"
        destFields="gate,cents"
        field="gate"
        aria-label="Gate"
        value={values['gate'] ?? null}
        onFill={setValues}
        {...props}
      />
      <output data-testid="now">{JSON.stringify(values)}</output>
    </>
  );
};
const now = async (told: unknown) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(JSON.stringify(told));
};
const field = () => page.getByRole('textbox', { name: 'Gate' });
const dialog = () => page.getByRole('dialog');
const row = (name: string) => dialog().getByRole('row', { name: new RegExp(`${name} `) });
const ok = () => dialog().getByRole('button', { name: 'OK' }).click();
const openIt = async () => {
  await field().click();
  await expect.element(row('Gate 0')).toBeVisible();
};

describe('one row', () => {
  test('is the last that was clicked, and fills every field of the mapping; nought is a value, and clearing empties all', async () => {
    serveCalls(serve);
    show(<Filled />);
    await openIt();
    expect(dialog().getByRole('row').elements().length).toBeGreaterThanOrEqual(11);
    await row('Gate 3').click();
    await row('Gate 0').click();
    await expect.element(dialog().getByText('1 selected')).toBeVisible();
    await ok();
    await now({ gate: 'Gate 0', cents: '0' });
    await expect.element(field()).toHaveValue('Gate 0');
    // The confirmed rows are still selected.
    await field().click();
    await expect.element(row('Gate 0').getByRole('radio')).toBeChecked();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Clear' }).click();
    await now({ gate: null, cents: null });
  });

  test.each<readonly [Language, readonly string[], readonly string[]]>([
    ['zh_CN', ['请选择一条记录', '已选 0 项', '1-10 共 25 条'], ['取消', '查询', '重置', '展开', '清空', '刷新', '确定']],
    ['zh_TW', ['請選擇一條記錄', '已選 0 項', '1-10 共 25 筆'], ['取消', '查詢', '重置', '展開', '清空', '重新整理', '確定']],
    ['en_US', ['Choose one record', '0 selected', '1-10 of 25'], ['Cancel', 'Search', 'Reset', 'More filters', 'Clear', 'Refresh', 'OK']],
  ])('has to be chosen before it is agreed to, and all around it speaks %s', async (language, texts, buttons) => {
    serveCalls(serve);
    languageStore.set(language);
    show(<Filled />);
    await field().click();
    await expect.element(row('Gate 0')).toBeVisible();
    // antd inserts a space between two Chinese characters.
    const button = (name: string) => dialog().getByRole('button', { name: new RegExp([...name].join('\\s?'), 'u') });
    for (const name of buttons) await expect.element(button(name).last()).toBeVisible();
    await button(buttons.at(-1) ?? '')
      .last()
      .click();
    for (const text of texts) await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await now({});
  });

  test('can be picked by the keyboard alone', async () => {
    serveCalls(serve);
    show(<Filled />);
    await expect.element(field()).toBeVisible();
    (field().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Gate 0')).toBeVisible();
    const radio = row('Gate 1').getByRole('radio').element() as HTMLElement;
    for (
      let presses = 0;
      presses < 40 &&
      !dialog()
        .getByRole('radio')
        .elements()
        .includes(document.activeElement as HTMLElement);
      presses += 1
    )
      await userEvent.tab();
    for (let presses = 0; presses < 12 && document.activeElement !== radio; presses += 1) await userEvent.tab();
    expect(document.activeElement).toBe(radio);
    await userEvent.keyboard(' ');
    await expect.element(dialog().getByText('1 selected')).toBeVisible();
    const agree = dialog().getByRole('button', { name: 'OK' }).element();
    for (let presses = 0; presses < 60 && document.activeElement !== agree; presses += 1) await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await now({ gate: 'Gate 1', cents: '1.00' });
  });
});

describe('several rows', () => {
  test('stay picked through pages and searches, are joined by commas, can be dropped, and are forgotten by a cancel', async () => {
    serveCalls(serve);
    show(<Filled multi />);
    await openIt();
    await row('Gate 2').getByRole('checkbox').click();
    await dialog().getByTitle('2', { exact: true }).click();
    await row('Gate 14').click();
    await dialog().getByLabelText('Place', { exact: true }).fill('Gate 7');
    await userEvent.keyboard('{Enter}');
    await row('Gate 7').click();
    await expect.element(dialog().getByText('3 selected')).toBeVisible();
    await ok();
    await now({ gate: 'Gate 2,Gate 14,Gate 7', cents: '2.00,14.00,7.00' });
    await openIt();
    await dialog().getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.element(dialog().getByText('0 selected')).toBeVisible();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await now({ gate: 'Gate 2,Gate 14,Gate 7', cents: '2.00,14.00,7.00' });
    await openIt();
    await expect.element(dialog().getByText('3 selected')).toBeVisible();
  });

  test('of a whole page are taken and dropped at once', async () => {
    serveCalls(serve);
    show(<Filled multi />);
    await openIt();
    await dialog().getByRole('checkbox', { name: 'Choose all rows of this page' }).click();
    await expect.element(dialog().getByText('10 selected')).toBeVisible();
    await dialog().getByRole('checkbox', { name: 'Choose all rows of this page' }).click();
    await expect.element(dialog().getByText('0 selected')).toBeVisible();
  });
});

describe('what is asked', () => {
  test('is ten rows in the order of the page, with its own conditions; the same is not asked again, and refreshing asks', async () => {
    const calls = serveCalls(serve);
    show(<Filled sorter="paid=desc" param={{ place: 'North' }} />);
    await openIt();
    const data = () => calls.filter(({ path }) => path === '/online/cgreport/api/getData/trips');
    expect(data().map(({ query }) => query)).toEqual([{ pageNo: '1', pageSize: '10', column: 'paid', order: 'desc', self_place: 'North' }]);
    await userEvent.keyboard('{Escape}');
    await openIt();
    expect(data()).toHaveLength(1);
    await dialog().getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(data).toHaveLength(2);
    await dialog().getByRole('columnheader', { name: 'Paid' }).click();
    await expect.poll(() => data().at(-1)?.query).toEqual({ pageNo: '1', pageSize: '10', self_place: 'North' });
  });

  test('of the query form folds from the third item on, and speaks the words of codes', async () => {
    serveCalls(serve);
    show(<Filled />);
    await openIt();
    expect(dialog().getByLabelText('State', { exact: true }).query()).toBeNull();
    await dialog().getByRole('button', { name: 'More filters' }).click();
    await expect.element(dialog().getByLabelText('State', { exact: true })).toBeVisible();
    await expect.element(row('Gate 0')).toHaveTextContent('Done');
  });

  test('but not answered is told in the words of the server, and the rows come all the same', async () => {
    serveCalls((path, query) => {
      if (path.includes('getQueryInfo')) throw new Error('No such query');
      return serve(path, query);
    });
    show(<Filled />);
    await openIt();
    await expect.element(page.getByText('No such query')).toBeVisible();
  });
});

describe('a picker that is not set up', () => {
  const faults: readonly (readonly [Language, string, string, string])[] = [
    ['zh_CN', 'popup参数未正确配置!', 'popup参数未正确配置,原始值和目标值数量不一致!', '排序参数不正确，应为 column=asc 或 column=desc'],
    ['zh_TW', 'popup參數未正確設定!', 'popup參數未正確設定,原始值和目標值數量不一致!', '排序參數不正確，應為 column=asc 或 column=desc'],
    [
      'en_US',
      'The report picker is not set up correctly!',
      'The report picker is not set up correctly: source and target fields differ in number!',
      'The order is not set up correctly: column=asc or column=desc',
    ],
  ];
  test.each(faults)('says so and stays shut, in %s', async (...[language, unset, uneven, sorter]) => {
    languageStore.set(language);
    const cases = [
      [{ code: '' }, unset],
      [{ orgFields: '' }, unset],
      [{ destFields: '' }, unset],
      [{ destFields: 'gate' }, uneven],
      [{ sorter: 'paid' }, sorter],
    ] as const;
    for (const [more, message] of cases) {
      const view = show(<Filled {...more} />);
      await expect.element(page.elementLocator(view).getByText(message, { exact: true })).toBeVisible();
      await expect.element(page.elementLocator(view).getByRole('textbox', { name: 'Gate' })).toBeDisabled();
    }
  });
});

test('a cell is filled with the cells beside it', async () => {
  serveCalls(serve);
  registerCellPickers({ popup: { Picker: PopupCellPicker } });
  const popup = { type: 'popup', popupCode: 'trips', orgFields: 'place,paid', destFields: 'gate,cents' } as const;
  const table = new EditTable({
    columns: [
      { key: 'gate', title: ['门', '門', 'Gate'], ...popup },
      { key: 'cents', title: ['金额', '金額', 'Paid'], type: 'input' },
    ],
    records: [{ id: '1', gate: null, cents: null }],
  });
  show(<EditTableView table={table} label="Trips" />);
  await expect.element(page.getByRole('grid', { name: 'Trips' })).toBeVisible();
  await page.elementLocator(document.querySelector('[data-cell="1 gate"]') ?? document.body).click();
  await row('Gate 4').click();
  await ok();
  await expect.poll(() => table.records()[0]).toMatchObject({ gate: 'Gate 4', cents: '4.00' });
});

test('everybody can work it', async () => {
  serveCalls(serve);
  show(<Filled multi />);
  await openIt();
  // While the dialog fades in, its colours do not have enough contrast yet.
  await expect.poll(axeViolations).toEqual([]);
});
