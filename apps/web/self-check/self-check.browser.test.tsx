import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { judgeClock, judgeProgram, judgeServer } from './checks.ts';
import { SelfCheck } from './self-check.tsx';

const tone = (label: string): string | undefined =>
  [...document.querySelectorAll<HTMLElement>('.co-check > div')].find((row) => row.querySelector('dt')?.textContent === label)?.dataset['tone'];

beforeEach(() => freshPage(390, 800));

test('a server that answers is good, one that does not is told in three languages, and looked for again', async () => {
  let answers = false;
  vi.stubGlobal('fetch', (url: string) => {
    if (!answers) return Promise.reject(new TypeError('the line is cut'));
    const ours = [...document.scripts].map(({ src }) => src).join(' ');
    if (!url.startsWith('/')) return Promise.resolve(new Response(ours));
    return Promise.resolve(Response.json({ success: true, code: 200, message: '', result: {}, timestamp: Date.now() + 600_000 }));
  });
  show(<SelfCheck />);
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.element(page.getByText(['无法连接：', '無法連線：', 'No answer: '][at] ?? '')).toBeVisible();
  }
  expect([tone('Server'), tone('Program'), tone('Clock'), tone('Live line'), tone('Storage'), tone('Secure connection')]).toEqual([
    'bad',
    'plain',
    'plain',
    'plain',
    'good',
    'good',
  ]);
  answers = true;
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.element(page.getByText(/Answers after \d+ ms/)).toBeVisible();
  await expect.element(page.getByText('It is 10 min away')).toBeVisible();
  vi.unstubAllGlobals();
});

test('slow, off and old are judged by their limits', () => {
  expect([2_000, 2_001].map((ms) => judgeServer({ ms, aheadMs: 0 }).tone)).toEqual(['good', 'warn']);
  expect([59_999, -59_999, 60_000, -60_000].map((aheadMs) => judgeClock({ ms: 1, aheadMs }).tone)).toEqual(['good', 'good', 'warn', 'warn']);
  const entry = (hash: string) => `<script src="./assets/index-${hash}.js">`;
  expect(judgeProgram('http://x/assets/index-Ab_1.js', entry('Ab_1')).tone).toBe('good');
  expect(judgeProgram('http://x/assets/index-Ab_1.js', entry('Cd-2')).tone).toBe('warn');
  expect(judgeProgram('http://x/src/main.ts', entry('Cd-2')).tone).toBe('plain');
});
