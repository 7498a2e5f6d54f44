import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { count, secret, text } from '#kit/fields/field.ts';
import { withInitial } from '#kit/resource/setting.ts';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { configApi } from './config.ts';
import type { SettingChange, SettingRow } from './config.ts';
import { ConfigPage } from './config.web.tsx';

const bare = { group: 'Uploads', hint: null, scope: 'tenant', value: null, initial: null, from: 'default', hasSecret: false, version: 0 } as const;
const untouched = { updateBy: null, updateTime: null };
const field = withInitial(count({ min: 1, max: 999, unit: 'MB' }), 200);
const size: SettingRow = { ...bare, ...untouched, key: 'size', name: 'Size of a day', field, value: 200, initial: 200 };
const word: SettingRow = { ...bare, ...untouched, key: 'word', name: 'Word', field: secret(text({ min: 4, max: 60 })), hasSecret: true };
const FEBRUARY = '2026-02-02T00:00:00.000Z';
let rows: readonly SettingRow[];
let changes: readonly SettingChange[];

const serve = () => {
  const calls = serveCalls((path) => {
    if (path === configApi.history.path) return changes;
    const { key, value } = (calls.at(-1)?.body ?? {}) as { readonly key?: string; readonly value?: unknown };
    const stamp = { updateBy: 'ann', updateTime: '2026-03-01T04:05:06.000Z' };
    if (path === configApi.edit.path) {
      changes = [
        {
          id: '1',
          before: rows.find((row) => row.key === key)?.value,
          after: value,
          changedBy: 'ann',
          changedTime: stamp.updateTime,
          restores: null,
        },
        ...changes,
      ];
      rows = rows.map((row) => (row.key === key ? { ...row, value, from: 'platform', version: row.version + 1, ...stamp } : row));
    }
    if (path === configApi.reset.path) rows = [size, word];
    if (path === configApi.restore.path) {
      rows = rows.map((row) => (row.key === key ? { ...row, value: 250, version: row.version + 1 } : row));
      changes = [
        { ...changes[1], id: '4', before: 300, after: 250, changedBy: 'ann', changedTime: stamp.updateTime, restores: FEBRUARY },
        ...changes,
      ];
    }
    return path === configApi.list.path ? rows : 'done';
  });
  return calls;
};

beforeEach(async () => {
  await freshPage(1280, 800, 'config:list,config:edit');
  [rows, changes] = [[size, word], []];
});

const line = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name });

test('a setting is changed by keys alone, judged by its own field in three languages, and says who set it when', async () => {
  const calls = serve();
  show(<ConfigPage />);
  await tabTo(line(/Size of a day/).getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard('{Enter}');
  const box = page.getByRole('spinbutton', { name: 'Size of a day' });
  await expect.poll(() => document.activeElement).toBe(box.element());
  await userEvent.keyboard('{Control>}a{/Control}1000{Enter}');
  for (const [language, message] of [
    ['zh_CN', 'Size of a day不能大于999'],
    ['zh_TW', 'Size of a day不能大於999'],
    ['en_US', 'Size of a day cannot be more than 999'],
  ] as const) {
    languageStore.set(language);
    await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  }
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Control>}a{/Control}250{Enter}');
  await expect.element(line(/Size of a day/)).toHaveTextContent(/250.*Platform/u);
  await expect.element(line(/ann, 2026-03-01/)).toBeVisible();
  const sent = calls.flatMap(({ path, body }) => (path === configApi.edit.path ? [body] : []));
  expect(sent).toEqual([{ key: 'size', tenantId: null, value: 250, readVersion: 0 }]);
});

test('its history says what it was, what it became, who and when; a reset is asked about and brings back what holds above', async () => {
  changes = [{ id: '1', before: null, after: 300, changedBy: 'bob', changedTime: '2026-02-01T00:00:00.000Z', restores: null }];
  rows = [{ ...size, value: 300, from: 'platform', version: 1, updateBy: 'bob', updateTime: '2026-02-01T00:00:00.000Z' }, word];
  const calls = serve();
  show(<ConfigPage />);
  await line(/Size of a day/)
    .getByRole('button', { name: 'History' })
    .click();
  await expect.element(page.getByRole('dialog').getByRole('listitem')).toHaveTextContent(/\(not set\).*→.*300.*bob, 2026-02-01/u);
  await userEvent.keyboard('{Escape}');
  await tabTo(line(/Size of a day/).getByRole('button', { name: 'Reset' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Set "Size of a day" back to what holds above?').last()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(line(/Size of a day/)).toHaveTextContent(/200.*Default/u);
  expect(calls.flatMap(({ path, body }) => (path === configApi.reset.path ? [body] : []))).toEqual([{ key: 'size', tenantId: null }]);
});

test('an earlier setting holds again after a second look, by keys alone; what is no longer allowed is not offered', async () => {
  const step = (id: string, before: unknown, after: unknown) => ({
    id,
    before,
    after,
    changedBy: 'bob',
    changedTime: `2026-02-0${id}T00:00:00.000Z`,
    restores: null,
  });
  changes = [step('3', 250, 300), step('2', 2_000, 250), step('1', null, 2_000)];
  rows = [{ ...size, value: 300, from: 'platform', version: 3 }, word];
  const calls = serve();
  show(<ConfigPage />);
  await line(/Size of a day/)
    .getByRole('button', { name: 'History' })
    .click();
  const past = page.getByRole('dialog').getByRole('listitem');
  await expect.element(past.nth(0)).toHaveTextContent(/300.*Set now/u);
  await expect.element(past.nth(2)).toHaveTextContent(/No longer allowed: Size of a day cannot be more than 999/u);
  expect(page.getByRole('button', { name: 'Restore' }).elements()).toHaveLength(1);
  await tabTo(past.nth(1).getByRole('button', { name: 'Restore' }));
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog').filter({ hasText: 'Set "Size of a day" back' });
  await expect.element(dialog).toHaveTextContent(/Now300.*Back to250.*bob, 2026-02-02/u);
  await expect.poll(() => document.activeElement?.textContent).toBe('Restore');
  await userEvent.keyboard('{Enter}');
  await expect.element(past.nth(0)).toHaveTextContent(/300.*→.*250.*ann, 2026-03-01.*Back to what was set at 2026-02-02.*Set now/u);
  expect(calls.flatMap(({ path, body }) => (path === configApi.restore.path ? [body] : []))).toEqual([
    { key: 'size', tenantId: null, id: '2', readVersion: 3 },
  ]);
});

test('a secret is written and never shown, and what could not be read is asked for again', async () => {
  serve();
  show(<ConfigPage />);
  await expect.element(line(/Word/)).toHaveTextContent('••••••');
  await line(/Word/).getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value).toBe('');
  await expect.element(page.getByText('Not shown again once saved')).toBeVisible();
});
