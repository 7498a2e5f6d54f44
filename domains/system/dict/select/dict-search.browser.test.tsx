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
import { expectRetry } from '#kit/web/testing/expect-retry.fixture.ts';
import { DictSelect } from './dict-input.web.tsx';
import { DictSearch } from './dict-search.web.tsx';
import { dictApi } from '../dict.ts';

const ROWS = '/sys/dict/loadDict/';
const TEXTS = '/sys/dict/loadDictItem/';
const makers = Array.from({ length: 14 }, (_none, at) => ({ value: `m${at}`, text: at < 12 ? `Maker ${at + 1}` : `House ${at}` }));
const serve: FakeServer = (path, query) => {
  if (path === dictApi.version.path) return '1';
  if (path === dictApi.queryAllDictItems.path)
    return {
      priority: [
        { value: 'H', text: 'High' },
        { value: 'M', text: 'Medium' },
        { value: 'X', text: 'Gone', disabled: true },
      ],
    };
  if (path.startsWith(TEXTS)) return (query['key'] ?? '').split(',').map((key) => makers.find(({ value }) => value === key)?.text ?? key);
  const found = makers.filter(({ text }) => text.includes(query['keyword'] ?? ''));
  return found.slice((Number(query['pageNo']) - 1) * 10, Number(query['pageNo']) * 10);
};

beforeEach(() => freshPage(1000, 700));

interface FormProps {
  readonly dict?: string;
  readonly first?: string | null;
  readonly multiple?: boolean;
}
const Form = ({ dict = 'maker,name,id', first = null, multiple = false }: FormProps) => {
  const [value, setValue] = useState(first);
  return (
    <>
      <DictSearch aria-label="Makers" dict={dict} value={value} onChange={setValue} multiple={multiple} />
      <output data-testid="now">{String(value)}</output>
    </>
  );
};
const now = async (value: string) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(new RegExp(`^${value}$`, 'u'));
};
const box = () => page.getByRole('combobox', { name: 'Makers' });
const offered = () => [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent);

test('ten rows stand there at once, a word is asked for when typing rests, and an answer to an older word is not shown', async () => {
  const late: ((rows: unknown) => void)[] = [];
  const calls = serveCalls((path, query) => (query['keyword'] === 'Maker' ? new Promise((done) => late.push(done)) : serve(path, query)));
  show(<Form />);
  await box().click();
  await expect.poll(offered).toHaveLength(10);
  const words = () => calls.filter(({ path }) => path.startsWith(ROWS)).map(({ query }) => query['keyword']);
  expect(calls[0]).toEqual({ path: `${ROWS}${encodeURIComponent('maker,name,id')}`, query: { pageNo: '1', pageSize: '10' } });
  await userEvent.keyboard('Maker');
  await expect.poll(words).toEqual([undefined, 'Maker']);
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}House');
  await expect.poll(offered).toEqual(['House 12', 'House 13']);
  for (const done of late) done(makers.slice(0, 3));
  expect(offered()).toEqual(['House 12', 'House 13']);
  // No call is made for parts of a word that is still being typed.
  expect(words()).toEqual([undefined, 'Maker', 'House']);
});

test('several are chosen by the keyboard alone, known by name when the form comes back, taken out and emptied', async () => {
  serveCalls(serve);
  show(<Form multiple first="m13,unknown" />);
  await expect.element(page.getByText('House 13')).toBeVisible();
  await expect.element(page.getByText('unknown', { exact: true })).toBeVisible();
  await tabTo(box());
  await userEvent.keyboard('{Backspace}');
  await now('m13');
  await userEvent.keyboard('Maker 1');
  await expect.poll(offered).toEqual(['Maker 1', 'Maker 10', 'Maker 11', 'Maker 12']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await now('m13,m9');
  await userEvent.keyboard('{Escape}');
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
  await tabTo(page.getByRole('button', { name: /clear/iu }));
  await userEvent.keyboard('{Enter}');
  await now('null');
});

test('the items of a dictionary are found by a part of their words; one that is disabled is not offered', async () => {
  serveCalls(serve);
  show(<Form dict="priority" />);
  await box().click();
  await expect.poll(offered).toEqual(['High', 'Medium']);
  await userEvent.keyboard('med');
  await expect.poll(offered).toEqual(['Medium']);
  await userEvent.keyboard('{Enter}');
  await now('M');
});

test('a code that is missing is said in three languages', async () => {
  show(<Form dict="" />);
  const texts = ['字典Code不能为空!', '字典Code不能為空!', 'The dictionary code must not be empty!'];
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.element(page.getByRole('alert').getByText(texts[at] ?? '')).toBeVisible();
  }
});

test('what the server says against a search is a warning, and stands in the list in three languages', async () => {
  serveCalls(() => {
    throw new Error('The search is shut');
  });
  show(<Form />);
  await box().click();
  await expect.element(page.getByText('The search is shut', { exact: true })).toBeVisible();
  const texts = ['加载失败: The search is shut', '載入失敗: The search is shut', 'Could not load: The search is shut'];
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.element(page.getByRole('alert').getByText(texts[at] ?? '')).toBeVisible();
  }
});

test('a dictionary that did not come says why below its input, and is asked for again there', async () => {
  let refuses = true;
  serveCalls((path, query) => {
    if (refuses) throw new Error('Shut for a moment');
    return serve(path, query);
  });
  show(<DictSelect aria-label="Priority" code="priority" />);
  await expectRetry('Could not load: Shut for a moment', () => void (refuses = false), page.getByRole('combobox', { name: 'Priority' }));
  await expect.poll(() => page.getByRole('alert').query()).toBeNull();
  await page.getByRole('combobox', { name: 'Priority' }).click();
  await expect.element(page.getByTitle('Medium')).toBeVisible();
});
