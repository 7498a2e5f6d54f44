import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { preferenceApi } from '#kit/resource/shared-endpoints/preference.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { SavedView } from '#kit/resource/shared-endpoints/saved-view.ts';
import { charger, chargerLabels } from '../gallery/charger.ts';
import type { Filters } from '../kinds/filter-names.ts';
import { languageStore } from '../language.ts';
import { serveCalls } from '../report/fake-server.fixture.ts';
import type { FakeServer } from '../report/fake-server.fixture.ts';
import { axeViolations } from '../testing/axe.fixture.ts';
import { tabTo } from '../testing/keys.fixture.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import type { InputProps } from '../kinds/input.tsx';
import { useAdvanced } from './advanced-button.tsx';
import type { OwnValues } from './own-values.ts';

const queryOf = (...rows: readonly object[]) => ({ superQueryParams: JSON.stringify(rows) });
const own = { kind: 'query', share: 'private', mine: true, owner: 'me', narrowed: [], wider: false } as const;
const saved: readonly SavedView[] = [
  { ...own, viewId: '7', title: 'Strong ones', state: { filters: queryOf({ field: 'power', rule: 'ge', val: '60' }) } },
  {
    ...own,
    viewId: '8',
    title: 'Fast here',
    share: 'role',
    mine: false,
    owner: 'Ann',
    narrowed: ['name'],
    wider: true,
    state: { filters: queryOf({ field: 'speed', rule: 'in', val: '1,2' }) },
  },
];
const serve: FakeServer = (path) => (path === preferenceApi.all.path ? {} : path === savedViewApi.list.path ? saved : { viewId: '9' });

beforeEach(() => freshPage(1280, 900));

const List = ({ first = {}, values }: { readonly first?: Filters; readonly values?: OwnValues }) => {
  const [filters, setFilters] = useState(first);
  const { button, tagAndDialog } = useAdvanced({ noun: charger, labels: chargerLabels, filters, fixed: [], values, onSearch: setFilters });
  return (
    <>
      {button}
      {tagAndDialog}
      <output data-testid="now">{JSON.stringify(filters)}</output>
    </>
  );
};
const expectNow = async (filters: Filters) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(JSON.stringify(filters));
};
const opener = () => page.getByRole('button', { name: 'Advanced query builder' });
const builder = () => page.getByRole('dialog').first();
const box = (name: string) => builder().getByRole('combobox', { name });
const press = (name: string) => builder().getByRole('button', { name, exact: true }).last().click();
const openIt = async () => {
  await opener().click();
  await expect.element(builder().getByRole('button', { name: 'Strong ones', exact: true })).toBeVisible();
};
const pick = async (name: string, word: string) => {
  await box(name).click();
  await page.getByTitle(word, { exact: true }).last().click();
};
type MessageStep = (at: number) => Promise<void>;
const noStep: MessageStep = async () => undefined;
/** Expects a message in each language; `act` causes it and `after` removes it. */
const expectEach = async (texts: readonly [string, string, string], act: MessageStep, after: MessageStep = noStep) => {
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await act(at);
    await expect.element(page.getByText(texts[at] ?? '', { exact: true }).first()).toBeInTheDocument();
    await after(at);
  }
  languageStore.set('en_US');
};

describe('a query', () => {
  test('opens with one blank row, is put in force and told of, and a reset takes it off', async () => {
    serveCalls(serve);
    show(<List first={{ name: 'Hall' }} />);
    await openIt();
    expect(
      builder()
        .getByRole('combobox', { name: /^Field/u })
        .elements(),
    ).toHaveLength(1);
    await pick('Field 1', 'Power');
    await pick('Rule 1', 'at least');
    await builder().getByRole('spinbutton', { name: 'Value 1' }).fill('60');
    await builder()
      .getByRole('button', { name: /Add a condition$/u })
      .click();
    await press('Search');
    const power = { field: 'power', rule: 'ge', val: '60' };
    await expectNow({ name: 'Hall', ...queryOf(power) });
    await expect.element(opener()).toHaveAttribute('aria-pressed', 'true');
    // The dialog stays open after a search.
    await expect.element(builder()).toBeVisible();
    await press('Reset');
    await expectNow({ name: 'Hall' });
    await expect.element(opener()).toHaveAttribute('aria-pressed', 'false');
    await builder().getByText('History').click();
    await builder().getByRole('button', { name: 'Power at least 60' }).click();
    await press('Search');
    await expectNow({ name: 'Hall', ...queryOf(power) });
    await press('Close');
    await page.getByRole('button', { name: 'Take the advanced query off' }).click();
    await expectNow({ name: 'Hall' });
  });

  test('keeps only the first value when its rule is no longer "is one of"', async () => {
    serveCalls(serve);
    show(<List first={queryOf({ field: 'speed', rule: 'in', val: '2,1' })} />);
    await openIt();
    await pick('Rule 1', 'is');
    await press('Search');
    await expectNow(queryOf({ field: 'speed', rule: 'eq', val: '2' }));
  });

  test('that was saved by somebody else says what was narrowed', async () => {
    serveCalls(serve);
    show(<List />);
    await openIt();
    await builder().getByRole('button', { name: 'Fast here (Ann)' }).click();
    await expect.element(builder().getByText('The query "Fast here" was narrowed to what you may see: Name')).toBeVisible();
    expect(builder().getByRole('button', { name: 'Delete: Fast here' }).query()).toBeNull();
    await press('Search');
    await expectNow(queryOf({ field: 'speed', rule: 'in', val: '1,2' }));
  });

  test('is put together, tried and closed by the keyboard alone', async () => {
    serveCalls(serve);
    show(<List />);
    await tabTo(opener());
    await userEvent.keyboard('{Enter}');
    await tabTo(box('Field 1'));
    await userEvent.keyboard('Pow');
    await expect.poll(() => document.querySelector('.ant-select-item-option-active')?.textContent).toBe('Power');
    await userEvent.keyboard('{Enter}');
    await tabTo(box('Rule 1'));
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(box('Rule 1')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await tabTo(builder().getByRole('spinbutton', { name: 'Value 1' }));
    await userEvent.keyboard('7');
    await tabTo(builder().getByRole('button', { name: /Add a condition$/u }));
    await userEvent.keyboard('{Enter}');
    await tabTo(builder().getByRole('button', { name: 'Remove condition 2' }));
    await userEvent.keyboard('{Enter}');
    await tabTo(builder().getByRole('button', { name: 'Search', exact: true }));
    await userEvent.keyboard('{Enter}');
    await expectNow(queryOf({ field: 'power', rule: 'ne', val: '7' }));
    await tabTo(builder().getByRole('button', { name: 'Close', exact: true }).last());
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => builder().query()).toBeNull();
    await expect.poll(() => document.activeElement).toBe(opener().element());
  });
});

describe('a saved query', () => {
  test('goes to the server with its name and whom it is shared with; one of that name is asked about', async () => {
    const calls = serveCalls(serve);
    show(<List />);
    await openIt();
    await builder().getByRole('button', { name: 'Strong ones', exact: true }).click();
    await press('Save the query');
    const naming = page.getByRole('dialog').last();
    await naming.getByLabelText('Name', { exact: true }).fill('Strong ones');
    await naming.getByText('People of my role').click();
    await naming.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(page.getByText('Strong ones exists already. Overwrite it?').first()).toBeInTheDocument();
    await page.getByRole('dialog').last().getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => calls.some(({ path }) => path === savedViewApi.save.path)).toBe(true);
    const sent = calls.find(({ path }) => path === savedViewApi.save.path)?.body;
    expect(sent).toEqual({
      noun: 'galleryCharger',
      kind: 'query',
      title: 'Strong ones',
      share: 'role',
      state: { filters: queryOf({ field: 'power', rule: 'ge', val: '60' }) },
      viewId: '7',
    });
  });
});

describe('each message in three languages', () => {
  const cancel = (at: number) =>
    page
      .getByRole('button', { name: ['取消', '取消', 'Cancel'][at] ?? '', exact: true })
      .last()
      .click();

  test('what a condition lacks', async () => {
    serveCalls(serve);
    show(<List />);
    await openIt();
    const search = ['查询', '查詢', 'Search'];
    const save = ['保存查询条件', '儲存查詢條件', 'Save the query'];
    await expectEach(['不能查询空条件', '不能查詢空條件', 'Fill in every condition first'], (index) => press(search[index] ?? ''));
    await expectEach(['空条件不能保存', '空條件不能儲存', 'There is no condition to save'], (index) => press(save[index] ?? ''));
    await expectEach(['高级查询构造器', '進階查詢建構器', 'Advanced query builder'], noStep);
    await expectNow({});
  });

  test('what a name lacks, and one that is taken', async () => {
    serveCalls(serve);
    show(<List first={queryOf({ field: 'power', rule: 'ge', val: '60' })} />);
    await openIt();
    await press('Save the query');
    const naming = page.getByRole('dialog').last();
    const save = (at: number) => naming.getByRole('button', { name: ['保存', '儲存', 'Save'][at] ?? '', exact: true }).click();
    await expectEach(['保存名称不能为空', '儲存名稱不能為空', 'Give the view a name'], save);
    await naming.getByRole('textbox').fill('Strong ones');
    const taken = ['Strong ones 已存在，是否覆盖？', 'Strong ones 已存在，是否覆蓋？', 'Strong ones exists already. Overwrite it?'] as const;
    await expectEach(taken, save, cancel);
    const saveAs: MessageStep = async (at) => {
      if (page.getByRole('dialog').elements().length < 2) await press(['保存查询条件', '儲存查詢條件', 'Save the query'][at] ?? '');
      await naming.getByRole('textbox').fill(`Another ${at}`);
      await save(at);
    };
    await expectEach(['保存成功', '儲存成功', 'Saved'], saveAs, async () => {
      await expect.poll(() => page.getByRole('dialog').elements().length).toBe(1);
    });
  });

  test('whether a saved one is to go, and that one is in force', async () => {
    const calls = serveCalls(serve);
    show(<List first={queryOf({ field: 'power', rule: 'ge', val: '60' })} />);
    await openIt();
    const drop = () =>
      builder()
        .getByRole('button', { name: /Strong ones$/u })
        .last()
        .click();
    await expectEach(['是否删除当前查询？', '是否刪除目前查詢？', 'Delete this query?'], drop, cancel);
    expect(calls.some(({ path }) => path === savedViewApi.delete.path)).toBe(false);
    await press('Close');
    await opener().hover();
    await expectEach(['已有高级查询条件生效', '已有進階查詢條件生效', 'An advanced query is in force'], noStep);
  });
});

test('everybody can work it', async () => {
  serveCalls(serve);
  show(<List first={queryOf({ field: 'speed', rule: 'in', val: '1,2' })} />);
  await openIt();
  await expect.poll(axeViolations).toEqual([]);
});

const Gate = ({ value, onChange, field: _field, ...aria }: InputProps) => (
  <button type="button" aria-label={aria['aria-label']} onClick={() => onChange?.('North')}>
    {value === 'North' ? 'The north gate' : 'No gate'}
  </button>
);

test('a page asks for a value in its own way, by the rules that it offers, and what was asked is told by name', async () => {
  const history = [{ match: 'and', rows: [{ field: 'name', rule: 'right_like', val: '33' }] }];
  serveCalls((path, query) => (path === preferenceApi.all.path ? { 'query.galleryCharger': history } : serve(path, query)));
  const names = async (values: readonly string[]) => new Map(values.map((value) => [value, value === '33' ? 'Zhejiang' : 'elsewhere']));
  show(<List values={{ name: { rules: ['right_like'], Input: Gate, names } }} />);
  await openIt();
  await builder().getByText('History').click();
  await expect.element(builder().getByRole('button', { name: 'Name starts with Zhejiang' })).toBeVisible();
  await pick('Field 1', 'Name');
  await builder().getByText('No gate').click();
  await expect.element(builder().getByText('The north gate')).toBeVisible();
  await press('Search');
  await expectNow(queryOf({ field: 'name', rule: 'right_like', val: 'North' }));
});
