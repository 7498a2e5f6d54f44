import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { beginSession } from '#kit/web/session/session.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import type { Hit } from './hits.ts';
import { Palette } from './palette.tsx';

const node = {
  id: '1',
  path: '/network/agent',
  name: 'agent',
  component: 'network/AgentList',
  route: '1',
  meta: { title: 'Agents', keepAlive: true },
};
const station = { kind: 'station', id: '7', title: 'North One', note: 'Hangzhou' };

beforeEach(async () => {
  await freshPage(900, 700);
  beginSession('token', { id: '7', username: 'ann', realname: 'Ann', roleLevel: 100 });
  serveCalls((path, query) => {
    if (path.endsWith('/getUserPermissionByToken')) return { menu: [node], auth: [], allAuth: [], codeList: [] };
    return query['keyword'] === 'north' ? [station] : [];
  });
});

test('it says what to do while nothing is typed and that nothing was found, in three languages', async () => {
  show(<Palette onChoose={() => undefined} onClose={() => undefined} />);
  const saysEach = async (texts: readonly [string, string, string]) => {
    for (const [at, language] of languages.entries()) {
      languageStore.set(language);
      await expect.element(page.getByRole('status').filter({ hasText: texts[at] ?? '' })).toBeVisible();
    }
  };
  await saysEach(['请输入搜索内容', '請輸入搜尋內容', 'Type what you are looking for']);
  await page.getByRole('combobox').fill('zzz');
  await saysEach(['没有查询到任何数据', '沒有查詢到任何資料', 'Nothing was found']);
});

test('pages and rows are walked through by the arrows, Enter goes to one, Escape goes away', async () => {
  const onChoose = vi.fn<(hit: Hit) => void>();
  const onClose = vi.fn<() => void>();
  show(<Palette onChoose={onChoose} onClose={onClose} />);
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('combobox');
  await userEvent.keyboard('north');
  await expect.element(page.getByRole('option', { name: /North One/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onChoose.mock.calls.map(([hit]) => hit.title)).toEqual(['North One']);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
