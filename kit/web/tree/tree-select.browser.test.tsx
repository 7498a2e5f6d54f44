import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { axeViolations } from '../testing/axe.fixture.ts';
import { tabTo } from '../testing/keys.fixture.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { isCondition } from './condition.ts';
import { plants } from './plants.ts';
import { LazyTreeSelect } from './tree-select.tsx';
import type { TreeChoice } from './tree-select.tsx';

beforeEach(() => freshPage(1000, 700));

const load = async (parentId: string): Promise<readonly TreeChoice[]> =>
  (plants[parentId] ?? []).map(({ id, name, hasChild }) => ({ key: id, title: name, leaf: hasChild !== '1' }));
const ways = async (keys: readonly string[]) => {
  const all = (await Promise.all(['0', 'fruit', 'apple'].map(load))).flat();
  const way: Readonly<Record<string, readonly string[]>> = { boskoop: ['fruit', 'apple', 'boskoop'], pear: ['fruit', 'pear'] };
  return keys.map((key) => (way[key] ?? []).flatMap((item) => all.filter((choice) => choice.key === item)));
};

interface GivenProps {
  readonly first?: readonly string[];
  readonly multiple?: boolean;
  readonly read?: typeof load;
}
const Host = ({ first = [], multiple = false, read = load }: GivenProps) => {
  const [value, setValue] = useState(first);
  return (
    <>
      <LazyTreeSelect
        aria-label="Plant"
        source={{ key: ['/plants'], root: '0', load: read, paths: ways }}
        value={value}
        multiple={multiple}
        onChange={setValue}
      />
      <output data-testid="now">{value.join(',')}</output>
    </>
  );
};
const now = async (value: string) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(new RegExp(`^${value}$`, 'u'));
};
const offered = () => [...document.querySelectorAll('.ant-select-tree-treenode:not([aria-hidden])')].map((item) => item.textContent);
const lit = () => document.querySelector('.ant-select-tree-treenode-active')?.textContent;
const box = () => page.getByRole('combobox', { name: 'Plant' });

test('what was chosen is shown by name, and the way to it stands open', async () => {
  show(<Host first={['boskoop', 'gone']} multiple />);
  await expect.element(page.getByText('Boskoop', { exact: true })).toBeVisible();
  await expect.element(page.getByText('gone', { exact: true })).toBeVisible();
  await box().click();
  await expect.element(page.getByRole('tree').or(page.getByRole('listbox')).getByTitle('Apple').first()).toBeVisible();
});

test('a condition is the text of a JSON object or nothing', () => {
  expect([undefined, '', '{}', '{"code":"A"}'].map(isCondition)).toEqual([true, true, true, true]);
  expect(['[1]', '1', '"x"', 'null', 'name = 1', '{'].map(isCondition)).toEqual([false, false, false, false, false, false]);
});

describe('by the keyboard alone', () => {
  test('one is opened, its branches too, chosen, shut and emptied', async () => {
    show(<Host />);
    await tabTo(box());
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(offered).toEqual(['Fruit', 'Herbs', 'Moss']);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(lit).toBe('Fruit');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(offered).toEqual(['Fruit', 'Apple', 'Pear', 'Herbs', 'Moss']);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    await now('pear');
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
    await tabTo(page.getByRole('button', { name: /clear/iu }));
    await userEvent.keyboard('{Enter}');
    await now('');
    await tabTo(box());
    await userEvent.keyboard('{Enter}');
    await expect.element(box()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
  });

  test('several are chosen one after the other, and taken out from the end', async () => {
    show(<Host multiple />);
    await tabTo(box());
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(offered).toEqual(['Fruit', 'Herbs', 'Moss']);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(lit).toBe('Fruit');
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
    await now('fruit,herb');
    await userEvent.keyboard('{Enter}');
    await now('fruit');
    await userEvent.keyboard('{Escape}{Backspace}');
    await now('');
  });

  test('a tree that failed says why in three languages, and is asked again when it is opened anew', async () => {
    let isUp = false;
    show(<Host read={async (parentId) => (isUp ? load(parentId) : Promise.reject(new Error('not today')))} />);
    await tabTo(box());
    await userEvent.keyboard('{ArrowDown}');
    // The server's message is shown beside the list.
    await expect.element(page.getByText('not today', { exact: true })).toBeVisible();
    for (const [language, text] of [
      ['zh_CN', '加载失败: not today'],
      ['zh_TW', '載入失敗: not today'],
      ['en_US', 'Could not load: not today'],
    ] as const) {
      languageStore.set(language);
      await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    }
    await expect.poll(axeViolations).toEqual([]);
    isUp = true;
    await userEvent.keyboard('{Escape}{ArrowDown}');
    await expect.poll(offered).toEqual(['Fruit', 'Herbs', 'Moss']);
  });
});
