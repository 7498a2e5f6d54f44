import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { refresh } from '../calls/query.tsx';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import type { BranchSource } from './branches.ts';
import { loadPlants, plants, plantShape } from './plants.ts';
import type { Plant } from './plants.ts';
import { TreeTable } from './tree-table.tsx';
import type { TreeTableProps } from './tree-table.tsx';
import { useTree } from './use-tree.ts';

beforeEach(() => freshPage(1280, 800));

const columns: TreeTableProps<Plant>['columns'] = [
  { key: 'name', title: ['名称', '名稱', 'Name'], render: ({ name }) => name },
  { key: 'id', title: ['编码', '編碼', 'Code'], render: ({ id }) => <a href={`#${id}`}>{id}</a> },
];

interface GivenProps extends Partial<TreeTableProps<Plant>> {
  readonly events?: BranchSource['events'];
  readonly load?: BranchSource['load'];
  readonly condition?: string;
  readonly paged?: boolean;
}
const Host = ({ load = loadPlants, condition = '', paged = false, events = {}, ...props }: GivenProps) => {
  const tree = useTree<Plant>({ shape: plantShape, source: { key: ['/plants', condition], root: '0', load, paged, events } });
  return <TreeTable tree={tree} label="Plants" columns={columns} {...props} />;
};

const row = (name: RegExp) => page.getByRole('row', { name });
const names = () => [...document.querySelectorAll('tbody tr')].map((line) => line.querySelector('.tt-text, .tt-name')?.textContent?.trim() ?? '');
const focused = () => document.activeElement?.getAttribute('data-line') ?? document.activeElement?.closest('td')?.textContent;
const ready = async () => {
  await expect.element(page.getByRole('treegrid', { name: 'Plants' })).toBeVisible();
};
const begin = async (id: string) => {
  await ready();
  document.querySelector<HTMLElement>(`tr[data-line="${id}"]`)?.focus();
};

describe('a branch', () => {
  test('is read when it is opened, once, and is told of while it is on its way', async () => {
    const waiting: ((rows: readonly Plant[]) => void)[] = [];
    const load = vi.fn<(parentId: string) => Promise<readonly Plant[]>>(async (parentId) =>
      parentId === 'fruit' ? new Promise<readonly Plant[]>((done) => waiting.push(done)) : loadPlants(parentId),
    );
    show(<Host load={load} />);
    await ready();
    expect(names()).toEqual(['Fruit', 'Herbs', 'Moss']);
    await page.getByRole('button', { name: 'Show what is below Fruit' }).click();
    await expect.element(page.getByText('Loading…')).toBeVisible();
    expect(document.querySelector('[data-line="fruit_loadChild"]')).not.toBeNull();
    languageStore.set('zh_CN');
    await expect.element(page.getByText('加载中…')).toBeVisible();
    languageStore.set('zh_TW');
    await expect.element(page.getByText('載入中…')).toBeVisible();
    languageStore.set('en_US');
    for (const done of waiting) done(plants['fruit'] ?? []);
    await expect.poll(names).toEqual(['Fruit', 'Apple', 'Pear', 'Herbs', 'Moss']);
    await page.getByRole('button', { name: 'Hide what is below Fruit' }).click();
    expect(names()).toEqual(['Fruit', 'Herbs', 'Moss']);
    await page.getByRole('button', { name: 'Show what is below Fruit' }).click();
    expect(names()).toEqual(['Fruit', 'Apple', 'Pear', 'Herbs', 'Moss']);
    expect(load.mock.calls.filter(([parentId]) => parentId === 'fruit').length).toBe(3); // one for each language
  });

  test('that turns out empty makes its row a leaf', async () => {
    show(<Host />);
    await ready();
    await page.getByRole('button', { name: 'Show what is below Herbs' }).click();
    await expect.poll(() => row(/Herbs/).element().hasAttribute('aria-expanded')).toBe(false);
    expect(names()).toEqual(['Fruit', 'Herbs', 'Moss']);
  });

  test('that could not be read says why and is tried again', async () => {
    let isOpen = false;
    show(<Host load={async (parentId) => (parentId === 'fruit' && !isOpen ? Promise.reject(new Error('closed today')) : loadPlants(parentId))} />);
    await begin('fruit');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Could not load: closed today');
    isOpen = true;
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(names).toEqual(['Fruit', 'Apple', 'Pear', 'Herbs', 'Moss']);
  });

  test('stays open when something below it was changed, and shows what there is now', async () => {
    const grownPlants: Record<string, readonly Plant[]> = { ...plants };
    show(<Host load={async (parentId) => grownPlants[parentId] ?? []} />);
    await ready();
    for (const name of ['Fruit', 'Apple']) await page.getByRole('button', { name: `Show what is below ${name}` }).click();
    await expect.poll(names).toEqual(['Fruit', 'Apple', 'Boskoop', 'Pear', 'Herbs', 'Moss']);
    grownPlants['fruit'] = [{ id: 'apple', name: 'Apples', hasChild: '1' }];
    grownPlants['apple'] = [{ id: 'gala', name: 'Gala', hasChild: '0' }];
    await refresh({ path: '/plants' });
    await expect.poll(names).toEqual(['Fruit', 'Apples', 'Gala', 'Herbs', 'Moss']);
  });
});

test('the first level can be a page of many, and another question closes everything', async () => {
  const load = async (parentId: string, { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) =>
    parentId === '0'
      ? {
          records: Array.from({ length: pageSize }, (_unused, index) => ({
            id: `${pageNo}-${index}`,
            name: `Plant ${pageNo}-${index}`,
            hasChild: '1',
          })),
          total: 25,
        }
      : loadPlants('apple');
  const Asking = () => {
    const [condition, setCondition] = useState('');
    return (
      <>
        <button type="button" onClick={() => setCondition('other')}>
          ask otherwise
        </button>
        <Host load={load} paged condition={condition} />
      </>
    );
  };
  show(<Asking />);
  await ready();
  const opener = page.getByRole('button', { name: 'Show what is below Plant 1-0', exact: true });
  await opener.click();
  await expect.element(page.getByText('Boskoop', { exact: true })).toBeVisible();
  await expect.element(page.getByText('1-10 of 25')).toBeVisible();
  await page.getByTitle('2', { exact: true }).click();
  await expect.poll(() => names()[0]).toBe('Plant 2-0');
  await page.getByTitle('1', { exact: true }).click();
  await expect.element(page.getByText('Boskoop', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'ask otherwise' }).click();
  await expect.element(opener).toBeVisible();
  expect(page.getByText('Boskoop', { exact: true }).query()).toBeNull();
});

test('a page is told of each reading: before it, with its rows, and when it is over', async () => {
  const messages: string[] = [];
  const load = async (parentId: string) => (parentId === 'herb' ? { rows: [] } : loadPlants(parentId));
  const events = {
    before: (parentId: string) => void messages.push(`before ${parentId}`),
    success: (parentId: string, rows: readonly unknown[]) => void messages.push(`success ${parentId} ${rows.length}`),
    finally: (parentId: string) => void messages.push(`finally ${parentId}`),
  };
  show(<Host load={load} events={events} />);
  await ready();
  await page.getByRole('button', { name: 'Show what is below Herbs' }).click();
  await expect.element(page.getByText('The data came back in a form that is not known')).toBeVisible();
  expect(messages.slice(0, 5)).toEqual(['before 0', 'success 0 3', 'finally 0', 'before herb', 'finally herb']);
});

test('what is neither a list nor a page is refused in three languages', async () => {
  show(<Host load={async () => ({ rows: [] })} />);
  for (const [language, text] of [
    ['en_US', 'The data came back in a form that is not known'],
    ['zh_CN', '返回数据类型不识别'],
    ['zh_TW', '返回資料類型不識別'],
  ] as const) {
    languageStore.set(language);
    await expect.element(page.getByText(text)).toBeVisible();
  }
});

describe('the keys of a tree grid', () => {
  test('up and down, in and out, first and last', async () => {
    show(<Host />);
    await begin('fruit');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(names).toContain('Pear');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('pear');
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('fruit');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('moss');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(names()).toEqual(['Fruit', 'Herbs', 'Moss']);
    expect(row(/Fruit/).element().getAttribute('aria-expanded')).toBe('false');
  });

  test('cells beside one another, and what is in them by Enter and Escape', async () => {
    const run = vi.fn<(name: string) => void>();
    const actionsOf = ({ name }: Plant) =>
      ['Rename', 'Move'].map((label) => ({
        key: label,
        label,
        allow: 'signedIn',
        because: undefined,
        danger: false,
        inMenu: false,
        run: () => run(`${label} ${name}`),
      }));
    show(<Host actionsOf={actionsOf} />);
    await begin('moss');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toBe('moss');
    await userEvent.keyboard('{End}{Enter}');
    await expect.element(row(/Moss/).getByRole('button', { name: 'Rename' })).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    expect(run.mock.calls).toEqual([['Move Moss']]);
    await userEvent.keyboard('{Escape}{ArrowUp}');
    expect(document.activeElement?.tagName).toBe('TD');
    expect(document.activeElement?.closest('tr')?.dataset['line']).toBe('herb');
  });

  test('a Tab enters at one row, and only what that row holds is on its way', async () => {
    show(<Host />);
    await ready();
    expect(document.querySelectorAll('tbody tr[tabindex="0"]').length).toBe(1);
    expect([...document.querySelectorAll<HTMLElement>('tbody a')].map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  });

  test('Space ticks a row that may be ticked; the head ticks all of them', async () => {
    const onTick = vi.fn<(ids: readonly string[]) => void>();
    show(<Host ticks={{ ticked: ['herb'], onTick, disabledRows: { rare: true } }} />);
    await begin('fruit');
    await userEvent.keyboard(' {ArrowDown} {ArrowDown} ');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    expect(onTick.mock.calls.map(([ids]) => ids)).toEqual([['herb', 'fruit'], [], ['herb', 'fruit']]);
    await expect.element(page.getByRole('checkbox', { name: 'Select Moss' })).toBeDisabled();
    expect(row(/Herbs/).element().getAttribute('aria-selected')).toBe('true');
  });

  test('Enter opens a row where rows are opened, a click anywhere in it too', async () => {
    const onOpen = vi.fn<(row: Plant) => void>();
    show(<Host onOpen={onOpen} selectedId="moss" />);
    await begin('fruit');
    await userEvent.keyboard('{Enter}');
    await row(/Herbs/).click({ position: { x: 200, y: 10 } });
    expect(onOpen.mock.calls.map(([{ id }]) => id)).toEqual(['fruit', 'herb']);
    expect(row(/Moss/).element().getAttribute('aria-selected')).toBe('true');
  });
});

test('two thousand rows are gone through with few of them drawn', async () => {
  const rows = Array.from({ length: 2_000 }, (_unused, index): Plant => ({ id: `m${index}`, name: `Plant ${index}`, hasChild: '0' }));
  show(<Host load={async () => rows} />);
  await begin('m0');
  expect(document.querySelectorAll('tr[data-line]').length).toBeLessThan(60);
  await userEvent.keyboard('{End}');
  await expect.poll(focused).toBe('m1999');
  await userEvent.keyboard('{PageUp}');
  await expect.poll(focused).toBe('m1989');
  await userEvent.keyboard('{Home}');
  await expect.poll(focused).toBe('m0');
});
