import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { queryClient } from '../query.tsx';
import { show } from '../testing/show.fixture.tsx';
import { isCondition } from './condition.ts';
import { plants } from './plants.ts';
import { LazyTreeSelect } from './tree-select.tsx';
import type { TreeChoice } from './tree-select.tsx';

beforeEach(async () => {
  await page.viewport(1000, 700);
  queryClient.clear();
  languageStore.set('en_US');
});

const load = async (parentId: string): Promise<readonly TreeChoice[]> =>
  (plants[parentId] ?? []).map(({ id, name, hasChild }) => ({ key: id, title: name, leaf: hasChild !== '1' }));
const ways = async (keys: readonly string[]) => {
  const all = (await Promise.all(['0', 'fruit', 'apple'].map(load))).flat();
  const way: Readonly<Record<string, readonly string[]>> = { boskoop: ['fruit', 'apple', 'boskoop'], pear: ['fruit', 'pear'] };
  return keys.map((key) => (way[key] ?? []).flatMap((one) => all.filter((choice) => choice.key === one)));
};

interface GivenProps {
  readonly first?: readonly string[];
  readonly multiple?: boolean;
}
const Given = ({ first = [], multiple = false }: GivenProps) => {
  const [value, setValue] = useState(first);
  return (
    <LazyTreeSelect aria-label="Plant" source={{ key: ['/plants'], root: '0', load, ways }} value={value} multiple={multiple} onChange={setValue} />
  );
};
const box = () => page.getByRole('combobox', { name: 'Plant' });

test('what was chosen is shown by name, and the way to it stands open', async () => {
  show(<Given first={['boskoop', 'gone']} multiple />);
  await expect.element(page.getByText('Boskoop')).toBeVisible();
  await expect.element(page.getByText('gone')).toBeVisible();
  await box().click();
  await expect.element(page.getByRole('tree').or(page.getByRole('listbox')).getByTitle('Apple').first()).toBeVisible();
});

test('a condition is the text of a JSON object or nothing', () => {
  expect([undefined, '', '{}', '{"code":"A"}'].map(isCondition)).toEqual([true, true, true, true]);
  expect(['[1]', '1', '"x"', 'null', 'name = 1', '{'].map(isCondition)).toEqual([false, false, false, false, false, false]);
});
