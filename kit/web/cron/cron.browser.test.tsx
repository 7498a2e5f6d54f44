import axe from 'axe-core';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { text } from '#kit/fields/field.ts';
import { languages } from '#kit/fields/words.ts';
import { languageStore } from '../language.ts';
import { show } from '../testing/show.fixture.tsx';
import { CronEditor } from './cron-editor.tsx';
import { CronInput } from './cron-input.tsx';

beforeEach(async () => {
  languageStore.set('en_US');
  await page.viewport(1280, 900);
});

const Host = ({ initial, zone = 'UTC' }: { readonly initial: string; readonly zone?: string }) => {
  const [value, setValue] = useState(initial);
  return <CronEditor value={value} onChange={setValue} zone={zone} />;
};
const typed = () => page.getByLabelText('Cron expression', { exact: true });
const says = () => document.querySelector('.cron-says')?.textContent ?? '';
const runs = () => [...document.querySelectorAll('.cron-runs time')].map((time) => time.getAttribute('datetime'));
const tab = (name: string) => page.getByRole('tab', { name });

test('tabs and text stay in step, and what follows from a choice is set', async () => {
  show(<Host initial="* * * * * ? *" />);
  await tab('Hour').click();
  await page.getByRole('radio', { name: 'Chosen' }).click();
  await page.getByRole('checkbox', { name: '8', exact: true }).click();
  await expect.element(typed()).toHaveValue('0 0 0,8 * * ? *');
  await tab('Week').click();
  await page.getByRole('radio', { name: 'Last of the month' }).click();
  await expect.element(typed()).toHaveValue('0 0 0,8 ? * 1L *');
  await tab('Year').click();
  await page.getByRole('radio', { name: 'Loop' }).click();
  await expect.element(typed()).toHaveValue(`0 0 0,8 ? 1 1L ${new Date().getFullYear()}/1`);
  await userEvent.fill(typed(), '0 15 10 L-2 * ?');
  expect(typed().element().closest('.cron')?.querySelector('[role=tab][aria-selected=true]')?.textContent).toContain('Year');
  await tab('Day').click();
  await expect.element(page.getByRole('radio', { name: 'Last day of the month' })).toBeChecked();
  await expect.element(page.getByLabelText('days before it')).toHaveValue('2');
});

test('a list that is emptied means its smallest value, and one with ranges is shown value by value', async () => {
  show(<Host initial="0 0 5 * * ?" />);
  await tab('Hour').click();
  await page.getByRole('checkbox', { name: '5', exact: true }).click();
  await expect.element(typed()).toHaveValue('0 0 0 * * ? *');
  await userEvent.fill(typed(), '0 0 1-3,9 * * ?');
  // An incomplete expression changes nothing; the text is applied when the input loses the focus.
  expect(document.querySelectorAll('.cron-ticks input:checked').length).toBe(1);
  await userEvent.tab();
  await expect.element(page.getByText('Shown value by value: 1-3,9')).toBeVisible();
  await expect.poll(() => document.querySelectorAll('.cron-ticks input:checked').length).toBe(4);
});

test('the next ten runs are those of the zone, and the year is kept to', async () => {
  show(<Host initial="0 30 2 1 1 ? 2031-2034" zone="Asia/Shanghai" />);
  await expect.poll(runs).toEqual(['2030-12-31T18:30:00.000Z', '2031-12-31T18:30:00.000Z', '2032-12-31T18:30:00.000Z', '2033-12-31T18:30:00.000Z']);
  await expect.element(page.getByText('No runs after these')).toBeVisible();
  await expect.element(page.getByText('2031-01-01 02:30:00')).toBeVisible();
  await userEvent.fill(typed(), '0 0 0/2 * * ?');
  await expect.poll(() => runs().length).toBe(10);
});

describe('each message in three languages', () => {
  const messages = {
    '': ['请输入cron表达式', '請輸入cron表達式', 'Enter a cron expression'],
    '0 0 0 * *': ['至少需要6段', '至少需要6段', 'At least 6 parts'],
    '0 0 0 * * ? * *': ['最多7段', '最多7段', 'At most 7 parts'],
    '0 x 0 * * ?': ['“分”的内容“x”无法识别', '「分」的內容「x」無法識別', 'Minute: "x" cannot be read'],
    '0 0 25 * * ?': ['应在0到23之间', '應在0到23之間', 'from 0 to 23'],
    '0 0/0 1 * * ?': ['间隔无效', '間隔無效', 'the interval in "0/0" is not valid'],
    '0 0 0 * * ? 2030-2027': ['结束早于开始', '結束早於開始', 'ends before it begins'],
    '0 0 0 1,L * ?': ['只能单独使用', '只能單獨使用', 'must stand alone'],
    '0 0 0 1 * 2': ['日和周不能同时设置', '日和週不能同時設定', 'Day and week cannot both be set'],
    '0 0 0 ? * ?': ['日和周不能同时为 ?', '日和週不能同時為 ?', 'cannot both be ?'],
  } as const;
  test.each(Object.entries(messages))('%s', async (expression, texts) => {
    show(<Host initial={expression} />);
    for (const [index, language] of languages.entries()) {
      languageStore.set(language);
      await expect.poll(says).toContain(texts[index]);
    }
    expect(document.querySelector('.cron-says')?.getAttribute('role')).toBe('alert');
    expect(document.querySelector('.cron-runs')).toBeNull();
  });

  test('what never runs', async () => {
    show(<Host initial="0 0 0 30 2 ?" />);
    for (const [language, never] of [
      ['zh_CN', '该表达式不会再执行'],
      ['zh_TW', '該表達式不會再執行'],
      ['en_US', 'The expression never runs again'],
    ] as const) {
      languageStore.set(language);
      await expect.element(page.getByText(never)).toBeVisible();
    }
  });

  test.each([
    ['0 30 2 * * ?', '在02:30', '在 02:30', 'At 02:30'],
    ['0 0 12 LW * ?', '在12:00，限每月的最后一个工作日', '在 12:00，每月的最後一個工作日', 'At 12:00, on the last weekday of the month'],
    ['0 0 12 ? * 6#3', '在12:00，限每月的第三个星期五', '在 12:00，在每月第三個星期五', 'At 12:00, on the third Friday of the month'],
    ['0 0 12 ? * 1 2030/2', '从2030年至2199年', '從 2030 年至 2199 年', '2030 through 2199'],
  ])('what %s says', async (expression, ...texts) => {
    show(<Host initial={expression} />);
    for (const [index, language] of languages.entries()) {
      languageStore.set(language);
      await expect.poll(says).toContain(texts[index]);
    }
  });
});

const Entry = ({ onChange }: { readonly onChange: (value: unknown) => void }) => {
  const [value, setValue] = useState<unknown>('0 0 0 * * ?');
  return (
    <CronInput
      field={text({ max: 250 })}
      zone="UTC"
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
};

test('by keys alone: the dialog opens, a part is chosen, and a broken expression keeps it open', async () => {
  const onChange = vi.fn<(value: unknown) => void>();
  show(<Entry onChange={onChange} />);
  await expect.element(page.getByRole('button', { name: 'Edit the cron expression' })).toBeVisible();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Edit the cron expression' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Cron expression' });
  await expect.element(dialog).toBeVisible();
  const field = dialog.getByLabelText('Cron expression', { exact: true });
  const goTo = async (place: () => Element | null) => {
    for (let step = 0; step < 40 && document.activeElement !== place(); step++) await userEvent.tab();
    expect(document.activeElement).toBe(place());
  };
  await goTo(() => dialog.getByRole('tab', { selected: true }).query());
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(dialog.getByRole('tab', { name: 'Minute' })).toHaveAttribute('aria-selected', 'true');
  await goTo(() => document.querySelector('.ant-modal .cron-panel input[type=radio]:checked'));
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field).toHaveValue('0 0/1 0 * * ? *');
  await goTo(() => field.query());
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}0 0 26 * * ?');
  await goTo(() => dialog.getByRole('button', { name: 'OK' }).query());
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.fill(field, '0 0 6 * * ?');
  await goTo(() => dialog.getByRole('button', { name: 'OK' }).query());
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onChange.mock.calls).toEqual([['0 0 6 * * ?']]);
  await expect.poll(() => dialog.query()).toBeNull();
});

test('on a phone nothing is wider than the page, and axe finds nothing serious', async () => {
  await page.viewport(390, 800);
  show(<Host initial="0 30 2 ? * 2-6 *" />);
  await expect.poll(() => runs().length).toBe(10);
  for (const name of ['Day', 'Week']) {
    await tab(name).click();
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const { violations } = await axe.run(document.querySelector('.cron') ?? document);
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }
});
