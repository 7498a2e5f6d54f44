import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import type { FakeServer } from '#kit/web/report/fake-server.fixture.ts';
import { axeViolations } from '#kit/web/testing/axe.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { AreaInput } from './area-input.web.tsx';
import { parentOf, codePath } from './area.rules.ts';
import { areaApi } from './area.ts';
import type { Area } from './area.ts';

const areas = (
  [
    ['110000', 'Beijing'],
    ['330000', 'Zhejiang'],
    ['330100', 'Hangzhou'],
    ['330200', 'Ningbo'],
    ['330105', 'Gongshu District'],
    ['330106', 'Xihu District'],
    ['330203', 'Haishu District'],
  ] as const
).map(([id, name]): Area => ({ id, name, text: name, pid: parentOf(id), hasChild: id.endsWith('00') && id !== '110000' ? '1' : '0' }));
const pathOf = (id: string) => ({ id, way: codePath(id).flatMap((code) => areas.filter((area) => area.id === code)) });
const serve: FakeServer = (path, query) => {
  if (path === areaApi.queryAreaPaths.path) return (query['ids'] ?? '').split(',').map(pathOf);
  if (path === areaApi.searchArea.path) return areas.filter(({ name }) => name.includes(query['keyword'] ?? '')).map(({ id }) => pathOf(id));
  return areas.filter(({ pid }) => pid === query['parentId']);
};

beforeEach(() => freshPage(1000, 700));

const Form = ({ first = null, type }: { readonly first?: string | null; readonly type?: string }) => {
  const [value, setValue] = useState(first);
  return (
    <>
      <AreaInput aria-label="Place" value={value} onChange={setValue} {...(type !== undefined && { type })} />
      <output data-testid="now">{String(value)}</output>
    </>
  );
};
const now = async (value: string) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(new RegExp(`^${value}$`, 'u'));
};
const box = (name = 'Place') => page.getByRole('combobox', { name });
const lit = () => [...document.querySelectorAll('.ant-cascader-menu-item-active')].map((item) => item.textContent);
const offered = () => [...document.querySelectorAll('.ant-cascader-menu-item')].map((item) => item.textContent);
const litIs = async (name: string) => {
  await expect.poll(() => [...document.querySelectorAll('.ant-select-item-option-active')].map((one) => one.textContent)).toContain(name);
};
const expectEach = async (texts: readonly [string, string, string]) => {
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.element(page.getByText(texts[at] ?? '', { exact: true }).first()).toBeInTheDocument();
  }
};

describe('in one box', () => {
  test('any level is an answer, each is read when it is opened, and the whole way is told', async () => {
    const calls = serveCalls(serve);
    show(<Form />);
    await box().click();
    await page.getByRole('menuitemcheckbox', { name: 'Zhejiang' }).click();
    await now('330000');
    await page.getByRole('menuitemcheckbox', { name: 'Hangzhou' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Xihu District' }).click();
    await now('330106');
    await expect.element(page.getByTitle('Zhejiang / Hangzhou / Xihu District')).toBeVisible();
    const read = calls.filter(({ path }) => path === areaApi.queryNodesByParentId.path).map(({ query }) => query['parentId']);
    expect(read).toEqual(['86', '330000', '330100']);
  });

  test('is worked by the keyboard alone: opened, gone through, chosen, looked for, shut and emptied', async () => {
    serveCalls(serve);
    show(<Form />);
    await tabTo(box());
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(offered).toEqual(['Beijing', 'Zhejiang']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(offered).toEqual(['Beijing', 'Zhejiang', 'Hangzhou', 'Ningbo']);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.poll(lit).toEqual(['Zhejiang', 'Ningbo']);
    await expect.poll(offered).toContain('Haishu District');
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await now('330203');
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('Xihu');
    await expect.poll(offered).toEqual(['Zhejiang / Hangzhou / Xihu District']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await now('330106');
    await userEvent.keyboard('{Escape}');
    await tabTo(page.getByRole('button', { name: /clear/iu }));
    await userEvent.keyboard('{Enter}');
    await now('null');
  });

  test('says when nothing matches, and of a level that did not come why', async () => {
    let isUp = false;
    serveCalls((path, query) => {
      if (!isUp && query['parentId'] === '330000') throw new Error('not today');
      return serve(path, query);
    });
    show(<Form />);
    await box().click();
    await page.getByRole('menuitemcheckbox', { name: 'Zhejiang' }).click();
    await expect.element(page.getByRole('alert').getByText('Could not load: not today')).toBeVisible();
    await expect.poll(axeViolations).toEqual([]);
    isUp = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('menuitemcheckbox', { name: 'Hangzhou' })).toBeVisible();
    await userEvent.keyboard('Atlantis');
    await expectEach(['没有匹配的区域', '沒有符合的區域', 'Nothing matches']);
  });

  test('is what any other type falls back to, and says that the type is bad', async () => {
    serveCalls(serve);
    show(<Form type="list" first="330100" />);
    await expect.element(page.getByText('Zhejiang / Hangzhou')).toBeVisible();
    await expectEach([
      'Bad type value：地区选择只有 cascader 和 select',
      'Bad type value：地區選擇只有 cascader 和 select',
      'Bad type value: an area is chosen by cascader or select',
    ]);
  });
});

describe('in three boxes', () => {
  test('each waits for the one before, and another choice empties those after it', async () => {
    serveCalls(serve);
    show(<Form type="select" first="330106" />);
    const shownTexts = () => [...document.querySelectorAll('.ant-select-content')].map((one) => one.textContent);
    await expect.poll(shownTexts).toEqual(['Zhejiang', 'Hangzhou', 'Xihu District']);
    await box('City').click();
    await page.getByTitle('Ningbo', { exact: true }).click();
    await now('330200');
    await expect.poll(shownTexts).toEqual(['Zhejiang', 'Ningbo', 'Choose a district']);
    await box('Province').click();
    await page.getByTitle('Beijing', { exact: true }).click();
    await now('110000');
    await expect.poll(shownTexts).toEqual(['Beijing', 'Choose a city', 'Choose a district']);
    await expect.element(box('District')).toBeDisabled();
  });

  test('are worked by the keyboard alone', async () => {
    serveCalls(serve);
    show(<Form type="select" />);
    await expect.element(box('City')).toBeDisabled();
    await tabTo(box('Province'));
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByTitle('Zhejiang', { exact: true })).toBeInTheDocument();
    await userEvent.keyboard('Zhe');
    await litIs('Zhejiang');
    await userEvent.keyboard('{Enter}');
    await now('330000');
    await expect.element(box('City')).toBeEnabled();
    await tabTo(box('City'));
    await userEvent.keyboard('{ArrowDown}');
    await litIs('Hangzhou');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await now('330200');
    await tabTo(page.getByRole('button', { name: /clear/iu }).last());
    await userEvent.keyboard('{Enter}');
    await now('330000');
  });

  test('tell what to choose in three languages', async () => {
    serveCalls(serve);
    show(<Form type="select" />);
    await expectEach(['请选择省份', '請選擇省份', 'Choose a province']);
    await expectEach(['请选择城市', '請選擇城市', 'Choose a city']);
    await expectEach(['请选择区县', '請選擇區縣', 'Choose a district']);
  });
});
