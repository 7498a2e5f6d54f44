import { Form } from 'antd';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { optional, text } from '#kit/fields/field.ts';
import { languages } from '#kit/fields/words.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { languageStore } from '#kit/web/language.ts';
import { pageOf, serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import type { FakeServer } from '#kit/web/report/fake-server.fixture.ts';
import { axeViolations } from '#kit/web/testing/axe.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { DepartInput, DepartsInput } from '../../depart/depart-input.web.tsx';
import { departApi } from '../../depart/depart.ts';
import { UsersInput } from './user-input.web.tsx';
import { userApi } from '../user.ts';

const departs = [
  {
    key: 'd1',
    title: 'Root',
    tenantId: '1',
    children: [
      { key: 'd2', title: 'Day', tenantId: '1' },
      { key: 'd3', title: 'Night', tenantId: '1' },
    ],
  },
  { key: 'd4', title: 'Depot', tenantId: '1' },
];
const people = Array.from({ length: 12 }, (_none, at) => ({
  id: `u${at}`,
  username: `user${at}`,
  realname: at === 11 ? 'Zoe' : `Person ${at}`,
  sex: at % 2 === 0 ? 1 : 2,
  sex_dictText: at % 2 === 0 ? 'Male' : 'Female',
  birthday: `19${80 + at}-05-06`,
  phone: '13800138000',
  orgCodeTxt: at < 2 ? 'Night' : 'Day',
}));
const serve: FakeServer = (path, query) => {
  if (path === departApi.queryTreeList.path) return departs;
  if (path === userApi.getMultiUser.path) return people.filter(({ id }) => (query['id'] ?? '').split(',').includes(id));
  const found = people.filter(
    ({ realname, orgCodeTxt, sex, birthday }) =>
      realname.includes(query['keyword'] ?? '') &&
      (query['departId'] !== 'd3' || orgCodeTxt === 'Night') &&
      (query['sex'] ?? String(sex)).split(',').includes(String(sex)) &&
      birthday >= (query['birthday_begin'] ?? '') &&
      birthday <= (query['birthday_end'] ?? '9'),
  );
  return pageOf(found, query);
};

beforeEach(() => freshPage(1400, 900));

interface HeldProps {
  readonly Input: ComponentType<InputProps>;
  readonly first?: string;
}
const Host = ({ Input, first }: HeldProps) => {
  const [value, setValue] = useState<unknown>(first ?? null);
  return (
    <Form component={false}>
      <label htmlFor="picked">Picked</label>
      <Input id="picked" field={optional(text({ max: 1_000 }))} value={value} onChange={setValue} />
      <output data-testid="now">{String(value)}</output>
    </Form>
  );
};
const now = async (value: string) => {
  await expect.element(page.getByTestId('now')).toHaveTextContent(new RegExp(`^${value}$`, 'u'));
};
const dialog = () => page.getByRole('dialog');
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const field = () => page.getByLabelText('Picked');
const openIt = async (visibleText: string) => {
  await field().click();
  await expect.element(dialog().getByText(visibleText, { exact: true }).first()).toBeVisible();
};
const boxOf = (name: string) => dialog().getByRole('treeitem', { name }).getByRole('checkbox');
describe('departments', () => {
  test('are ticked one by one, or with all below, and handed back as one text', async () => {
    serveCalls(serve);
    show(<Host Input={DepartsInput} />);
    await openIt('Night');
    await boxOf('Root').click();
    await expect.element(dialog().getByText('1 selected')).toBeVisible();
    await boxOf('Root').click();
    await dialog()
      .getByRole('button', { name: /\bTree\b/u })
      .click();
    await page.getByRole('menuitem', { name: 'Tick with all below' }).click();
    await boxOf('Root').click();
    await expect.element(dialog().getByText('3 selected')).toBeVisible();
    await boxOf('Day').click();
    await expect.element(dialog().getByText('1 selected')).toBeVisible();
    await press('OK');
    await now('d3');
    await expect.element(page.getByText('Night', { exact: true }).last()).toBeVisible();
  });

  test('one is looked for by a part of its name, told with its place, and a cancel forgets it', async () => {
    serveCalls(serve);
    show(<Host Input={DepartInput} first="d4" />);
    await expect.element(page.getByText('Depot')).toBeVisible();
    await openIt('Root');
    expect(
      dialog()
        .getByRole('button', { name: /\bTree\b/u })
        .query(),
    ).toBeNull();
    await dialog().getByRole('searchbox', { name: 'Search departments' }).fill('nig');
    await dialog().getByRole('radio', { name: 'Night Root' }).click();
    await press('Cancel');
    await now('d4');
    await openIt('Root');
    await dialog().getByRole('searchbox', { name: 'Search departments' }).fill('atlantis');
    await expect.element(dialog().getByText('Nothing was found')).toBeVisible();
  });

  test('are opened, looked for, ticked and agreed to by the keyboard alone', async () => {
    serveCalls(serve);
    show(<Host Input={DepartsInput} />);
    await tabTo(field());
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('searchbox')).toHaveFocus();
    await userEvent.keyboard('Day');
    await tabTo(dialog().getByRole('checkbox', { name: /Day/u }));
    await userEvent.keyboard(' ');
    await tabTo(dialog().getByRole('searchbox'));
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}{Delete}');
    await expect.element(dialog().getByRole('tree')).toBeVisible();
    await tabTo(dialog().getByRole('tree'));
    await userEvent.keyboard(' ');
    await expect.element(dialog().getByText('2 selected')).toBeVisible();
    await tabTo(dialog().getByRole('button', { name: 'OK', exact: true }));
    await userEvent.keyboard('{Enter}');
    await now('d1,d2');
  });
});

describe('people', () => {
  test('are picked through pages, departments and searches; a reset begins anew', async () => {
    const calls = serveCalls(serve);
    show(<Host Input={UsersInput} />);
    await openIt('Person 0');
    await dialog().getByRole('checkbox', { name: 'Person 3', exact: true }).click();
    await dialog().getByTitle('2', { exact: true }).click();
    await dialog().getByRole('checkbox', { name: 'Zoe', exact: true }).click();
    await dialog().getByTitle('Night', { exact: true }).click();
    await expect.element(dialog().getByRole('checkbox', { name: 'Person 4', exact: true })).not.toBeInTheDocument();
    await dialog().getByRole('checkbox', { name: 'Person 1', exact: true }).click();
    await expect.element(dialog().getByText('3 selected')).toBeVisible();
    await press('OK');
    await now('u3,u11,u1,');
    await expect.element(page.getByText('Zoe').last()).toBeVisible();
    const lists = calls.filter(({ path }) => path === userApi.queryUserComponentData.path).map(({ query }) => query);
    expect(lists).toEqual([
      { pageNo: '1', pageSize: '10' },
      { pageNo: '2', pageSize: '10' },
      { departId: 'd3', pageNo: '1', pageSize: '10' },
    ]);
    await openIt('Person 0');
    await expect.element(dialog().getByText('3 selected')).toBeVisible();
    await press('Reset');
    await expect.element(dialog().getByText('0 selected')).toBeVisible();
    await press('Cancel');
    await now('u3,u11,u1,');
  });

  test('are found by their sex and their birthday, which stands beside them; a reset takes both away', async () => {
    const calls = serveCalls(serve);
    show(<Host Input={UsersInput} />);
    await openIt('Person 0');
    await expect.element(dialog().getByText('1983-05-06')).toBeVisible();
    const names = () =>
      dialog()
        .getByRole('checkbox', { name: /^(Person \d+|Zoe)$/u })
        .elements()
        .map((box) => box.getAttribute('aria-label'));
    await dialog().getByLabelText('Sex', { exact: true }).click();
    await userEvent.keyboard('Fem{Enter}');
    await expect.poll(names).toEqual(['Person 1', 'Person 3', 'Person 5', 'Person 7', 'Person 9', 'Zoe']);
    await dialog().getByLabelText('Birthday').click();
    await userEvent.keyboard('1985-01-01{Enter}1989-12-31{Enter}');
    await expect.poll(names).toEqual(['Person 5', 'Person 7', 'Person 9']);
    expect(calls.at(-1)?.query).toEqual({ sex: '2', birthday_begin: '1985-01-01', birthday_end: '1989-12-31', pageNo: '1', pageSize: '10' });
    await press('Reset');
    await expect.poll(() => names().length).toBe(10);
  });

  test('are picked by the keyboard alone', async () => {
    serveCalls(serve);
    show(<Host Input={UsersInput} first="u2," />);
    await expect.element(page.getByText('Person 2')).toBeVisible();
    await tabTo(field());
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(dialog().getByRole('searchbox')).toHaveFocus();
    await userEvent.keyboard('Zoe{Enter}');
    await tabTo(dialog().getByRole('checkbox', { name: 'Zoe', exact: true }));
    await userEvent.keyboard(' ');
    await tabTo(dialog().getByRole('button', { name: 'OK', exact: true }));
    await userEvent.keyboard('{Enter}');
    await now('u2,u11,');
    await tabTo(field());
    await userEvent.keyboard('{Backspace}');
    await now('u2,');
  });
});

describe('each message in three languages', () => {
  const cases = [
    [DepartsInput, ['选择部门', '選擇部門', 'Choose departments'], 'Root'],
    [UsersInput, ['根据部门选择用户', '依部門選擇使用者', 'Choose people by department'], 'Person 0'],
  ] as const;
  test.each(cases)('somebody has to be chosen, and everybody can work it', async (Input, titles, visibleText) => {
    serveCalls(serve);
    show(<Host Input={Input} />);
    await openIt(visibleText);
    await expect.poll(axeViolations).toEqual([]);
    for (const [at, language] of languages.entries()) {
      languageStore.set(language);
      await expect.element(dialog().getByText(titles[at] ?? '', { exact: true })).toBeVisible();
      await expect.element(dialog().getByText(['已选 0 项', '已選 0 項', '0 selected'][at] ?? '')).toBeVisible();
      await press(['确定', '確定', 'OK'][at] ?? '');
      await expect.element(page.getByText(['请至少选择一项', '請至少選擇一項', 'Choose at least one'][at] ?? '')).toBeVisible();
    }
    await now('null');
  });

  test('the menu of the tree', async () => {
    serveCalls(serve);
    show(<Host Input={DepartsInput} />);
    await openIt('Root');
    await dialog().getByRole('button', { name: 'Tree' }).click();
    const texts = [
      ['树操作', '父子关联', '取消关联'],
      ['樹操作', '父子關聯', '取消關聯'],
      ['Tree', 'Tick with all below', 'Tick one by one'],
    ];
    for (const [at, language] of languages.entries()) {
      languageStore.set(language);
      for (const message of texts[at] ?? []) await expect.element(page.getByText(message, { exact: true }).first()).toBeInTheDocument();
    }
  });

  test.each(cases)('what could not be read is said and asked again', async (Input, _titles, visibleText) => {
    let isUp = false;
    serveCalls((path, query) => {
      if (isUp) return serve(path, query);
      throw new Error('not today');
    });
    show(<Host Input={Input} />);
    await field().click();
    for (const [at, language] of languages.entries()) {
      languageStore.set(language);
      await expect
        .element(
          dialog()
            .getByText(['加载失败', '載入失敗', 'Could not load'][at] ?? '')
            .first(),
        )
        .toBeVisible();
    }
    isUp = true;
    // Users and departments are loaded by separate calls.
    for (const again of dialog().getByRole('button', { name: 'Try again' }).elements()) (again as HTMLElement).click();
    await expect.element(dialog().getByText(visibleText, { exact: true }).first()).toBeVisible();
  });
});
