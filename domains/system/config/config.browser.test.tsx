import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { count, secret, text } from '#kit/fields/field.ts';
import { readRights } from '#kit/resource/rights.ts';
import { startingWith } from '#kit/resource/setting.ts';
import { languageStore } from '#kit/web/language.ts';
import { permissionStore } from '#kit/web/may.ts';
import { queryClient } from '#kit/web/query.tsx';
import { served } from '#kit/web/report/served.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { configApi } from './config.ts';
import type { SettingChange, SettingRow } from './config.ts';
import { ConfigPage } from './config.web.tsx';

const bare = { group: 'Uploads', hint: null, scope: 'tenant', value: null, initial: null, from: 'default', hasSecret: false, version: 0 } as const;
const untouched = { updateBy: null, updateTime: null };
const field = startingWith(count({ min: 1, max: 999, unit: 'MB' }), 200);
const size: SettingRow = { ...bare, ...untouched, key: 'size', name: 'Size of a day', field, value: 200, initial: 200 };
const word: SettingRow = { ...bare, ...untouched, key: 'word', name: 'Word', field: secret(text({ min: 4, max: 60 })), hasSecret: true };
let rows: readonly SettingRow[];
let changes: readonly SettingChange[];

const serve = () => {
  const asked = served((path) => {
    if (path === configApi.history.path) return changes;
    const { key, value } = (asked.at(-1)?.body ?? {}) as { readonly key?: string; readonly value?: unknown };
    const stamp = { updateBy: 'ann', updateTime: '2026-03-01T04:05:06.000Z' };
    if (path === configApi.edit.path) {
      changes = [
        { id: '1', before: rows.find((row) => row.key === key)?.value, after: value, changedBy: 'ann', changedTime: stamp.updateTime },
        ...changes,
      ];
      rows = rows.map((row) => (row.key === key ? { ...row, value, from: 'platform', version: row.version + 1, ...stamp } : row));
    }
    if (path === configApi.reset.path) rows = [size, word];
    return path === configApi.list.path ? rows : 'done';
  });
  return asked;
};

const rule = { action: 'config:list,config:edit', describe: 'all', type: '2', status: '1' } as const;

beforeEach(async () => {
  await page.viewport(1280, 800);
  queryClient.clear();
  languageStore.set('en_US');
  permissionStore.set(readRights([rule], [rule]));
  [rows, changes] = [[size, word], []];
});

const line = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name });

test('a setting is changed by keys alone, judged by its own field in three languages, and says who set it when', async () => {
  const asked = serve();
  show(<ConfigPage />);
  await tabTo(line(/Size of a day/).getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard('{Enter}');
  const box = page.getByRole('spinbutton', { name: 'Size of a day' });
  await expect.poll(() => document.activeElement).toBe(box.element());
  await userEvent.keyboard('{Control>}a{/Control}1000{Enter}');
  for (const [language, said] of [
    ['zh_CN', 'Size of a day不能大于999'],
    ['zh_TW', 'Size of a day不能大於999'],
    ['en_US', 'Size of a day cannot be more than 999'],
  ] as const) {
    languageStore.set(language);
    await expect.element(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
  }
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Control>}a{/Control}250{Enter}');
  await expect.element(line(/Size of a day/)).toHaveTextContent(/250.*Platform/u);
  await expect.element(line(/ann, 2026-03-01/)).toBeVisible();
  const sent = asked.flatMap(({ path, body }) => (path === configApi.edit.path ? [body] : []));
  expect(sent).toEqual([{ key: 'size', tenantId: null, value: 250, readVersion: 0 }]);
});

test('its history says what it was, what it became, who and when; a reset is asked about and brings back what holds above', async () => {
  changes = [{ id: '1', before: null, after: 300, changedBy: 'bob', changedTime: '2026-02-01T00:00:00.000Z' }];
  rows = [{ ...size, value: 300, from: 'platform', version: 1, updateBy: 'bob', updateTime: '2026-02-01T00:00:00.000Z' }, word];
  const asked = serve();
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
  expect(asked.flatMap(({ path, body }) => (path === configApi.reset.path ? [body] : []))).toEqual([{ key: 'size', tenantId: null }]);
});

test('a secret is written and never shown, and what could not be read is asked for again', async () => {
  serve();
  show(<ConfigPage />);
  await expect.element(line(/Word/)).toHaveTextContent('••••••');
  await line(/Word/).getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value).toBe('');
  await expect.element(page.getByText('Not shown again once saved')).toBeVisible();
});
