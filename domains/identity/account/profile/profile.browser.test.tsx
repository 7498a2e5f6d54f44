import axe from 'axe-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { beginSession, sessionStore } from '#kit/web/session/session.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { Profile } from './profile.web.tsx';

const own = { id: '7', username: 'ann', realname: 'Ann', avatar: null, sex: 2, sex_dictText: 'Female', birthday: '1990-05-06', telephone: null };
const viewer = { id: '7', username: 'ann', realname: 'Ann', roleLevel: 100 };
let row: Record<string, unknown>;
let bodies: { readonly path: string; readonly body: unknown }[];
let refusal: Response | undefined;

const give = (channels: { readonly phone: boolean; readonly mail: boolean }): void => {
  serveCalls((path) => {
    if (path === '/sys/signInOptions') return { ...channels, register: false, filingNumber: null, thirdParties: [] };
    if (path === '/sys/user/getUserInfo')
      return { userInfo: { ...viewer, realname: row['realname'], roleName: 'Tenant administrator', orgCodeTxt: 'Depot' } };
    return row;
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const path = new URL(url, location.href).pathname.replace('/jeecg-boot', '');
    if (typeof init?.body !== 'string') return answer(url, init);
    const body = JSON.parse(init.body) as Record<string, unknown>;
    bodies.push({ path, body });
    if (refusal) return Promise.resolve(refusal);
    row = { ...row, ...body };
    return answer(url, init);
  });
};

beforeEach(async () => {
  await freshPage(900, 900);
  beginSession('token', viewer);
  row = { ...own, phone: '13800001111', email: null, version: 3 };
  bodies = [];
  refusal = undefined;
});

const openForm = async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.element(page.getByRole('dialog').getByLabelText('Name', { exact: true })).toBeVisible();
  return page.getByRole('dialog');
};

test('one’s own name is changed with the version that was read, and the header follows', async () => {
  give({ phone: false, mail: false });
  show(<Profile />);
  await expect.element(page.getByText('Ann (ann)')).toBeVisible();
  const form = await openForm();
  await form.getByLabelText('Name', { exact: true }).fill('Ann of the north');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => bodies)
    .toEqual([{ path: '/sys/user/login/setting/userEdit', body: { id: '7', version: 3, realname: 'Ann of the north' } }]);
  await expect.poll(() => sessionStore.get()?.viewer.realname).toBe('Ann of the north');
});

test('what somebody else has changed meanwhile is settled field by field', async () => {
  give({ phone: false, mail: false });
  const current = { ...row, realname: 'By the office', version: 4 };
  const refused = { success: false, code: 409, message: 'Changed meanwhile', result: { current }, timestamp: 0 };
  refusal = new Response(JSON.stringify(refused), { status: 409, headers: { 'content-type': 'application/json' } });
  show(<Profile />);
  const form = await openForm();
  await form.getByLabelText('Name', { exact: true }).fill('By myself');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('By the office').first()).toBeVisible();
  expect(sessionStore.get()?.viewer.realname).toBe('Ann');
});

test('phone and mailbox are changed where codes can be sent, and only read elsewhere', async () => {
  give({ phone: true, mail: false });
  show(<Profile />);
  await page.getByRole('button', { name: 'Change phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change phone' });
  await expect.element(dialog.getByRole('button', { name: 'Get a code' })).toBeDisabled();
  await dialog.getByLabelText('New phone number').fill('13900002222');
  await expect.element(dialog.getByRole('button', { name: 'Get a code' })).toBeEnabled();
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabelText('Verification code').fill('123456');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => bodies.at(-1))
    .toEqual({ path: '/sys/user/login/setting/changeContact', body: { phone: '13900002222', smscode: '123456' } });
  expect(page.getByRole('button', { name: 'Change e-mail' }).elements()).toEqual([]);
});

test.each([
  ['en_US', 'An administrator looks after account, role and department'],
  ['zh_CN', '账号、角色和部门由管理员维护'],
  ['zh_TW', '帳號、角色和部門由管理員維護'],
] as const)('in %s it says who looks after the rest, and axe finds nothing', async (language, hint) => {
  give({ phone: true, mail: true });
  languageStore.set(language);
  const view = show(<Profile />);
  await expect.element(page.getByText(hint)).toBeVisible();
  const { violations } = await axe.run(view, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

test.each([
  ['zh_CN', { title: '更换手机号', label: '新手机号', said: '请输入正确手机号' }],
  ['zh_TW', { title: '更換手機號碼', label: '新手機號碼', said: '請輸入正確手機號' }],
  ['en_US', { title: 'Change phone', label: 'New phone number', said: 'Enter a valid mobile number' }],
] as const)('in %s a number that is none is told when it is left', async (language, { title, label, said: text }) => {
  give({ phone: true, mail: false });
  languageStore.set(language);
  show(<Profile />);
  await page.getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabelText(label).fill('1661234567');
  await userEvent.tab();
  await expect.element(dialog.getByText(text)).toBeVisible();
  await dialog.getByLabelText(label).fill('13900002222');
  await expect.poll(() => dialog.getByText(text).elements()).toEqual([]);
});
