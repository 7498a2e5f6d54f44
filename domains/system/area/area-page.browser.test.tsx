import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { areaWords } from './area.labels.ts';
import { parentOf, codePath } from './area.rules.ts';
import { areaApi } from './area.ts';
import type { Area } from './area.ts';
import { AreaPage } from './area.web.tsx';

const areas = (
  [
    ['110000', 'Beijing'],
    ['330000', 'Zhejiang'],
    ['330100', 'Hangzhou'],
    ['330106', 'Xihu District'],
  ] as const
).map(([id, name]): Area => ({ id, name, text: name, pid: parentOf(id), hasChild: id.endsWith('00') && id !== '110000' ? '1' : '0' }));
const pathOf = (id: string) => ({ id, way: codePath(id).flatMap((code) => areas.filter((area) => area.id === code)) });

beforeEach(() => freshPage(1000, 700));

test('provinces stand under 86, each level is read when keys open it, and a name is found with its way', async () => {
  const calls = serveCalls((path, query) => {
    if (path !== areaApi.searchArea.path) return areas.filter(({ pid }) => pid === query['parentId']);
    return areas.filter(({ name }) => name.toLowerCase().includes(query['keyword'] ?? '')).map(({ id }) => pathOf(id));
  });
  const read = () => calls.flatMap(({ path, query }) => (path === areaApi.queryNodesByParentId.path ? [query['parentId']] : []));
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  show(<AreaPage />);
  await expect.element(row('Zhejiang')).toBeVisible();
  expect(read()).toEqual(['86']);
  document.querySelector<HTMLElement>('tr[data-line="110000"]')?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await expect.element(row('Hangzhou')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await expect.element(row('Xihu District')).toHaveTextContent(/330106.*District/u);
  expect(read()).toEqual(['86', '330000', '330100']);
  await tabTo(page.getByRole('searchbox'));
  await userEvent.keyboard('xihu');
  await expect.poll(() => row('Beijing').elements()).toEqual([]);
  await expect.element(row('Zhejiang')).toBeVisible();
  await userEvent.keyboard('zzz');
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.element(page.getByText(areaWords.none[at] ?? '', { exact: true }).first()).toBeVisible();
  }
});
