import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import type { FakeServer } from '#kit/web/report/fake-server.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { lookupApi } from './lookup.ts';
import { TreeInput } from './tree-input.web.tsx';

const node = (key: string, title: string, leaf: boolean) => ({ key, value: key, title, leaf, isLeaf: leaf, parentId: '' });
const sites = node('s', 'Sites', false);
const north = node('n', 'North', true);
const south = node('o', 'South', true);
const serve: FakeServer = (path, { pid, key }) => {
  if (path === lookupApi.loadTreePath.path)
    return (key ?? '').split(',').map((one) => (one === 'n' ? [sites, north] : one === 'o' ? [sites, south] : []));
  return { '0': [sites, node('l', 'Leaf', true)], s: [north, south] }[pid ?? ''] ?? [];
};

beforeEach(() => freshPage(1000, 700));

interface FormProps {
  readonly first?: string | null;
  readonly multiple?: boolean;
  readonly condition?: string;
}
const Form = ({ first = null, ...more }: FormProps) => {
  const [value, setValue] = useState(first);
  return (
    <>
      <TreeInput aria-label="Kind" dict="sys_category,name,id" pidField="pid" path="/sys/category" value={value} onChange={setValue} {...more} />
      <output data-testid="now">{String(value)}</output>
    </>
  );
};
const now = async (value: string) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(new RegExp(`^${value}$`, 'u'));
};
const box = () => page.getByRole('combobox', { name: 'Kind' });
const offered = () => [...document.querySelectorAll('.ant-select-tree-treenode:not([aria-hidden])')].map((one) => one.textContent);

test('levels are asked for with the names of the source and the condition, and nought is nothing', async () => {
  const calls = serveCalls(serve);
  show(<Form first="0" condition='{"status":"1"}' />);
  await expect.element(page.getByText('Choose', { exact: true })).toBeVisible();
  await box().click();
  await expect.poll(offered).toEqual(['Sites', 'Leaf']);
  const named = { tableName: 'sys_category', text: 'name', code: 'id', pidField: 'pid', condition: '{"status":"1"}' };
  expect(calls).toEqual([{ path: lookupApi.loadTreeData.path, query: { ...named, pid: '0' } }]);
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await expect.poll(offered).toEqual(['Sites', 'North', 'South', 'Leaf']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await now('n');
  expect(calls.filter(({ path }) => path === lookupApi.loadTreeData.path).at(-1)?.query).toEqual({ ...named, pid: 's' });
});

test('several are joined by commas, chosen and taken out by the keyboard alone', async () => {
  serveCalls(serve);
  show(<Form multiple first="n" />);
  await expect.element(page.getByText('North')).toBeVisible();
  await tabTo(box());
  await userEvent.keyboard('{Enter}');
  // The ancestors of the selected node are open.
  await expect.poll(offered).toEqual(['Sites', 'North', 'South', 'Leaf']);
  for (let press = 0; press < 4 && document.querySelector('.ant-select-tree-treenode-active')?.textContent !== 'South'; press += 1)
    await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{Enter}');
  await now('n,o');
  await userEvent.keyboard('{Escape}');
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Backspace}');
  await now('n');
  await tabTo(page.getByRole('button', { name: /clear/iu }));
  await userEvent.keyboard('{Enter}');
  await now('null');
});

test.each(['name = 1', '[1]', '"x"', 'null', '{'])(
  'a condition that is no JSON object shuts it and says so in three languages: %s',
  async (condition) => {
    const calls = serveCalls(serve);
    show(<Form condition={condition} />);
    const texts = [
      '组件JTreeSelect-condition传值有误，需要一个json字符串!',
      '元件JTreeSelect-condition傳值有誤，需要一個json字串!',
      'The condition of this tree is wrong: it must be the text of a JSON object!',
    ];
    for (const [at, language] of languages.entries()) {
      languageStore.set(language);
      await expect.element(page.getByRole('alert').getByText(texts[at] ?? '')).toBeVisible();
    }
    await expect.element(box()).toBeDisabled();
    expect(calls).toEqual([]);
  },
);
