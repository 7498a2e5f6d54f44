import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { axeViolations } from '../testing/axe.fixture.ts';
import { tabTo } from '../testing/keys.fixture.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { AsyncSelect } from './async-select.tsx';
import type { Choice, ChoiceSource } from './choices.ts';

beforeEach(() => freshPage(1000, 700));

const piles: readonly Choice[] = Array.from({ length: 23 }, (_unused, index) => ({ value: `p${index}`, text: `Pile ${index + 1}` }));
const find: ChoiceSource['find'] = async ({ keyword, pageNo }) =>
  piles.filter(({ text }) => text.includes(keyword)).slice((pageNo - 1) * 10, pageNo * 10);
const named: ChoiceSource['resolve'] = async (values) => piles.filter(({ value }) => values.includes(value));
const sourceOf = (more: Partial<ChoiceSource> = {}): ChoiceSource => ({ key: ['/piles'], pageRows: 10, restMs: 200, find, resolve: named, ...more });

interface GivenProps {
  readonly source: ChoiceSource;
  readonly first?: readonly string[];
  readonly multiple?: boolean;
}
const Host = ({ source, first = [], multiple = false }: GivenProps) => {
  const [value, setValue] = useState(first);
  return (
    <>
      <AsyncSelect aria-label="Piles" source={source} value={value} multiple={multiple} onChange={setValue} />
      <output data-testid="now">{value.join(',')}</output>
    </>
  );
};
const now = async (value: string) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(new RegExp(`^${value}$`, 'u'));
};
const offered = () => [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent);
const box = () => page.getByRole('combobox', { name: 'Piles' });

test('what stands beside a choice is read with it, and is no part of what was chosen', async () => {
  const noted: readonly Choice[] = [
    { value: 'r1', text: 'Manager', note: 'agentManager' },
    { value: 'r2', text: 'Manager', note: 'stationManager' },
  ];
  show(<Host source={sourceOf({ find: async () => noted })} />);
  await box().click();
  await page.getByText('stationManager').click();
  await now('r2');
  await expect.element(page.getByTitle('Manager', { exact: true }).first()).toHaveTextContent(/^Manager$/);
});

test('the next rows come with the end of the list, until there are no more', async () => {
  const findMock = vi.fn<ChoiceSource['find']>(find);
  show(<Host source={sourceOf({ find: findMock })} />);
  await box().click();
  const more = () => [...document.querySelectorAll<HTMLButtonElement>('.co-choices-foot:enabled')].at(0);
  for (const pages of [1, 2]) {
    await expect.poll(() => findMock.mock.calls.length).toBe(pages);
    await expect.poll(more).toBeDefined();
    more()?.click();
  }
  await expect.poll(() => findMock.mock.calls.map(([{ pageNo }]) => pageNo)).toEqual([1, 2, 3]);
  await expect.poll(() => document.querySelector('.co-choices-foot')).toBeNull();
});

test('what was chosen is shown by name though no page of the list holds it, several of them too', async () => {
  const resolveMock = vi.fn<ChoiceSource['resolve']>(named);
  show(<Host source={sourceOf({ resolve: resolveMock })} first={['p20', 'p22', 'gone']} multiple />);
  await expect.element(page.getByText('Pile 21')).toBeVisible();
  await expect.element(page.getByText('Pile 23')).toBeVisible();
  await expect.element(page.getByText('gone', { exact: true })).toBeVisible();
  expect(resolveMock.mock.calls).toEqual([[['p20', 'p22', 'gone']]]);
});

test('a search that failed says why, here and as a warning, and is tried again; nothing found is said in three languages', async () => {
  let isUp = false;
  show(<Host source={sourceOf({ find: async (asked) => (isUp ? find(asked) : Promise.reject(new Error('not today'))) })} />);
  await box().click();
  await expect.element(page.getByRole('alert').getByText('Could not load: not today')).toBeVisible();
  await expect.poll(axeViolations).toEqual([]);
  isUp = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByTitle('Pile 1', { exact: true })).toBeInTheDocument();
  await userEvent.keyboard('nobody');
  for (const [language, text] of [
    ['en_US', 'Nothing matches'],
    ['zh_CN', '没有匹配的选项'],
    ['zh_TW', '沒有符合的選項'],
  ] as const) {
    languageStore.set(language);
    await expect.element(page.getByText(text)).toBeVisible();
  }
});

describe('by the keyboard alone', () => {
  test('one is opened, gone through to rows that were not there, chosen, looked for, shut and emptied', async () => {
    const findMock = vi.fn<ChoiceSource['find']>(find);
    const lastPageNo = () => findMock.mock.lastCall?.[0].pageNo;
    const inHand = () => document.querySelector('.ant-select-item-option-active')?.textContent;
    show(<Host source={sourceOf({ find: findMock })} />);
    await tabTo(box());
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(offered).toHaveLength(10);
    await expect.poll(inHand).toBe('Pile 1');
    // Arrow up from the first option goes to the last, and near the end of the list the next rows are loaded.
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(lastPageNo).toBe(2);
    await expect.poll(() => offered().includes('Pile 11')).toBe(true);
    // The active option stays the same while the list below it grows.
    await expect.poll(inHand).toBe('Pile 10');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(inHand).toBe('Pile 11');
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('Pile 23');
    await expect.poll(offered).toEqual(['Pile 23']);
    await userEvent.keyboard('{Enter}');
    await now('p22');
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
    await tabTo(page.getByRole('button', { name: /clear/iu }));
    await userEvent.keyboard('{Enter}');
    await now('');
  });

  test('several are chosen one after the other, taken out from the end, and emptied', async () => {
    show(<Host source={sourceOf()} multiple />);
    await tabTo(box());
    await userEvent.keyboard('Pile 2');
    await expect.poll(offered).toEqual(['Pile 2', 'Pile 20', 'Pile 21', 'Pile 22', 'Pile 23']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await now('p19');
    // A choice clears the search text.
    await expect.element(box()).toHaveValue('');
    await userEvent.keyboard('Pile 11');
    await expect.poll(offered).toEqual(['Pile 11']);
    await userEvent.keyboard('{Enter}');
    await now('p19,p10');
    await userEvent.keyboard('{Escape}');
    // A Backspace that is held down to erase the search text must not remove a chosen value.
    await new Promise((done) => setTimeout(done, 300));
    await userEvent.keyboard('{Backspace}');
    await now('p19');
    await tabTo(page.getByRole('button', { name: /clear/iu }));
    await userEvent.keyboard('{Enter}');
    await now('');
  });

  test('a list that failed is asked again when it is opened anew', async () => {
    let isUp = false;
    show(<Host source={sourceOf({ find: async (asked) => (isUp ? find(asked) : Promise.reject(new Error('not today'))) })} />);
    await tabTo(box());
    await userEvent.keyboard('{ArrowDown}');
    for (const [language, text] of [
      ['zh_CN', '加载失败: not today'],
      ['zh_TW', '載入失敗: not today'],
      ['en_US', 'Could not load: not today'],
    ] as const) {
      languageStore.set(language);
      await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    }
    isUp = true;
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(offered).toHaveLength(10);
  });
});
