import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { checkRuleLabels } from './check-rule.labels.ts';
import { checkRule, checkRuleApi } from './check-rule.ts';
import { SegmentsInput } from './segments-input.web.tsx';

beforeEach(() => freshPage(1280, 800));

test('a rule is not sent while a cell of its segments is wrong, and says which in three languages', async () => {
  const calls = serveCalls(() => ({}));
  const sent = () => calls.flatMap(({ path, body }) => (path === checkRuleApi.add.path ? [body] : []));
  show(
    <FormDrawer
      of={checkRule}
      api={checkRuleApi}
      labels={checkRuleLabels}
      open
      onClose={() => undefined}
      fields={['ruleName', 'ruleCode', 'ruleJson']}
      inputs={{ ruleJson: SegmentsInput }}
    />,
  );
  await page.getByLabelText('Rule name').fill('Plates');
  await page.getByLabelText('Rule code').fill('plates');
  await page.getByRole('button', { name: /^plus Add$|Add$/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => document.activeElement?.closest('[data-cell]')?.getAttribute('data-key')).toBe('pattern');
  for (const [language, words] of [
    ['en_US', /is required/],
    ['zh_CN', /^请输入/],
    ['zh_TW', /^請輸入/],
  ] as const) {
    languageStore.set(language);
    await expect.element(page.getByText(words).first()).toBeInTheDocument();
  }
  languageStore.set('en_US');
  expect(sent()).toEqual([]);
  await userEvent.keyboard('^A{Tab}Begins with A{Enter}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(sent).toEqual([{ ruleName: 'Plates', ruleCode: 'plates', ruleJson: [{ digits: '*', pattern: '^A', message: 'Begins with A' }] }]);
});
