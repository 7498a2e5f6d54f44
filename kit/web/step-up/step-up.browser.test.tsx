import { Form, Input } from 'antd';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { text } from '#kit/fields/field.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import { useSend } from '../dialogs/feedback.tsx';
import { languageStore } from '../language.ts';
import { queryClient } from '../calls/query.tsx';
import { beginSession } from '../session/session.ts';
import { axeViolations } from '../testing/axe.fixture.ts';
import { show } from '../testing/show.fixture.tsx';

const pay = endpoint({ method: 'POST', path: '/test/pay', allow: 'signedIn', proof: 'money', input: { note: text({ max: 40 }) }, output: words() });

/** A server that requires recent authentication, and the calls that it received. */
const serve = (means: object, isRight: (input: Readonly<Record<string, unknown>>) => boolean) => {
  const calls: [path: string, input: unknown][] = [];
  let isProved = false;
  const answers: Readonly<Record<string, (input: Readonly<Record<string, unknown>>) => object>> = {
    [stepUpApi.ways.path]: () => ({ success: true, result: means }),
    [stepUpApi.sendCode.path]: () => ({ success: true, result: 'sent' }),
    [stepUpApi.prove.path]: (input) => {
      isProved = isRight(input);
      return isProved ? { success: true, result: 'ok' } : { success: false, code: 500, message: 'That is wrong', refusal: 'stepUp.password' };
    },
    [pay.path]: () =>
      isProved
        ? { success: true, result: 'paid' }
        : { success: false, code: 500, message: 'prove it', refusal: 'proofNeeded', result: { what: 'Recharge: reverse' } },
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, window.location.origin);
    const answer = Object.entries(answers).find(([path]) => pathname.endsWith(path))?.[1];
    const input: unknown = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
    if (!answer) return new Response('{}', { status: 404 });
    calls.push([pathname.replace('/jeecg-boot', ''), input]);
    return Response.json(answer(Object(input)));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return calls;
};

const Paying = () => {
  const { send } = useSend(pay, { doneText: ['付了', '付了', 'Paid'] });
  return (
    <Form onFinish={(values: { readonly note: string }) => void send(values)}>
      <Form.Item name="note" label="Note">
        <Input />
      </Form.Item>
      <button type="submit">Pay</button>
    </Form>
  );
};
const press = async (): Promise<void> => {
  await userEvent.fill(page.getByLabelText('Note'), 'what was typed');
  await page.getByRole('button', { name: 'Pay' }).click();
};

beforeEach(() => {
  languageStore.set('en_US');
  queryClient.clear();
  beginSession('t', { username: 'wang', realname: 'Wang', roleLevel: 100 });
});

test('asks for the password, says what is wrong with it, and does what was wanted once it is right', async () => {
  const calls = serve({ ways: ['password'], to: null }, ({ password }) => password === 'right');
  show(<Paying />);
  await press();
  await expect.element(page.getByText('“Recharge: reverse” needs a fresh proof of who you are.', { exact: false })).toBeVisible();
  const field = page.getByLabelText('Your password');
  await expect.poll(() => document.activeElement === field.query()).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This is needed')).toBeVisible();
  await userEvent.keyboard('wrong{Enter}');
  await expect.element(page.getByText('That is wrong')).toBeVisible();
  await userEvent.fill(field, 'right');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Paid')).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
  expect(calls.filter(([path]) => path === pay.path)).toEqual([
    [pay.path, { note: 'what was typed' }],
    [pay.path, { note: 'what was typed' }],
  ]);
});

test.each([
  ['zh_CN', '取消', '未验证身份，“Recharge: reverse”没有执行', '请验证身份'],
  ['zh_TW', '取消', '未驗證身分，「Recharge: reverse」沒有執行', '請驗證身分'],
  ['en_US', 'Cancel', 'You did not confirm, so this was not done: Recharge: reverse', 'Confirm that it is you'],
] as const)('%s: who does not is told what was not done, and keeps what was typed', async (...row) => {
  const [language, cancel, told, title] = row;
  languageStore.set(language);
  const calls = serve({ ways: ['password'], to: null }, () => true);
  show(<Paying />);
  await press();
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.getByRole('button', { name: cancel }).click();
  await expect.element(page.getByText(told)).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
  await expect.element(page.getByLabelText('Note')).toHaveValue('what was typed');
  expect(calls.filter(([path]) => path === pay.path)).toHaveLength(1);
});

test('who came in by phone gets a code there, or uses the password', async () => {
  const calls = serve({ ways: ['sms', 'password'], to: '138****7777' }, ({ code }) => code === '123456');
  show(<Paying />);
  await press();
  await expect.element(page.getByText('The code goes to 138****7777')).toBeVisible();
  await page.getByRole('button', { name: 'Get a code' }).click();
  await expect.element(page.getByRole('button', { name: 'Sent' })).toBeDisabled();
  await page.getByRole('button', { name: 'Use your password instead' }).click();
  await expect.element(page.getByLabelText('Your password')).toBeVisible();
  await page.getByRole('button', { name: 'Use a text message instead' }).click();
  // An attempt invalidates the code, so another one can be requested.
  await page.getByRole('button', { name: 'Get a code' }).click();
  await expect.element(page.getByRole('button', { name: 'Sent' })).toBeDisabled();
  await userEvent.fill(page.getByLabelText('Code by text message'), '000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Get a code' })).toBeEnabled();
  await userEvent.fill(page.getByLabelText('Code by text message'), '123456');
  await page.getByRole('button', { name: 'Confirm and go on' }).click();
  await expect.element(page.getByText('Paid')).toBeVisible();
  const { sendCode, prove, ways } = stepUpApi;
  expect(calls.map(([path]) => path)).toEqual([pay.path, ways.path, sendCode.path, sendCode.path, prove.path, prove.path, pay.path]);
  expect(calls.findLast(([path]) => path === prove.path)?.[1]).toEqual({ code: '123456' });
});

test('calls that wait together are asked for once', async () => {
  const calls = serve({ ways: ['totp', 'password'], to: null }, ({ code }) => code === '123456');
  show(
    <>
      <Paying />
      <Paying />
    </>,
  );
  await expect.element(page.getByText('Pay', { exact: true }).nth(1)).toBeVisible();
  for (const index of [0, 1]) {
    const button = page.getByText('Pay', { exact: true }).nth(index).element();
    if (button instanceof HTMLElement) button.click();
  }
  await userEvent.fill(page.getByLabelText('Code of your authenticator'), '123456');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => calls.filter(([path]) => path === pay.path).length).toBe(4);
  expect(calls.filter(([path]) => path === stepUpApi.prove.path)).toHaveLength(1);
});

test.each([
  ['zh_CN', '没有可接收验证码的手机或邮箱', '请联系管理员重置密码', '登录密码'],
  ['zh_TW', '沒有可接收驗證碼的手機或信箱', '請聯絡管理員重設密碼', '登入密碼'],
  ['en_US', 'No code can reach you', 'ask an administrator to set one', 'Your password'],
] as const)('%s: who has neither phone nor mailbox is told what to do, and may try a password', async (...row) => {
  const [language, title, told, field] = row;
  languageStore.set(language);
  serve({ ways: ['password'], to: null, unreached: true }, ({ password }) => password === 'right');
  show(<Paying />);
  await press();
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByText(told, { exact: false })).toBeVisible();
  await Promise.all(document.getAnimations().map((item) => item.finished.catch(() => undefined)));
  expect(await axeViolations()).toEqual([]);
  await userEvent.fill(page.getByLabelText(field), 'right');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
});
