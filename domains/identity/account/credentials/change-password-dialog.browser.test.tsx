import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { beginSession, sessionStore } from '#kit/web/session/session.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { ChangePasswordDialog } from './change-password-dialog.web.tsx';

const viewer = { id: '7', username: 'ann', realname: 'Ann', roleLevel: 100 };
let refusal: object | undefined;

const serve = () => {
  const calls = serveCalls((path) => {
    if (path === '/sys/signInOptions') return { passwordMin: 12, phone: false, mail: false, register: false, filingNumber: null, thirdParties: [] };
    return path === '/sys/user/updatePassword' ? { token: 'renewed' } : { userInfo: viewer };
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const plain = await answer(url, init);
    return url.includes('updatePassword') && refusal ? Response.json(refusal) : plain;
  });
  return () => calls.flatMap(({ path, body }) => (path === '/sys/user/updatePassword' ? [body] : []));
};

beforeEach(async () => {
  await freshPage(900, 900);
  beginSession('token', viewer);
  refusal = undefined;
});

const type = async (...words: readonly [string, string, string]) => {
  for (const [at, word] of words.entries()) await userEvent.keyboard(`{Control>}a{/Control}${word}${at < 2 ? '{Tab}{Tab}' : ''}`);
};

test('one’s own password is changed by keys alone, and the session goes on under a new token', async () => {
  const sent = serve();
  const onClose = vi.fn<() => void>();
  show(<ChangePasswordDialog onClose={onClose} />);
  await expect.poll(() => document.activeElement?.id).toBe('oldpassword');
  await type('Old-Horse-7', 'New-Horse-8-long', 'New-Horse-8-long');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(sent)
    .toEqual([{ username: 'ann', oldpassword: 'Old-Horse-7', password: 'New-Horse-8-long', confirmpassword: 'New-Horse-8-long' }]);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sessionStore.get()?.token).toBe('renewed');
});

test.each([
  ['zh_CN', ['至少12个字符', '两次输入的密码不一致']],
  ['zh_TW', ['至少12個字元', '兩次輸入的密碼不一致']],
  ['en_US', ['12', 'The two passwords are different']],
] as const)('in %s what is too weak or typed differently is told at its field and not sent', async (language, texts) => {
  languageStore.set(language);
  const sent = serve();
  show(<ChangePasswordDialog onClose={() => undefined} />);
  await expect.poll(() => document.activeElement?.id).toBe('oldpassword');
  await type('Old-Horse-7', 'short', 'other');
  await userEvent.keyboard('{Enter}');
  const complaints = () => [...document.querySelectorAll('.ant-form-item-explain-error')].map((one) => one.textContent);
  for (const text of texts) await expect.poll(() => complaints().some((one) => one.includes(text))).toBe(true);
  expect(sent()).toEqual([]);
});

test('a wrong old password is told at its field, in the words of the server', async () => {
  refusal = {
    success: false,
    code: 500,
    message: 'The old password is wrong',
    refusal: 'user.wrongOld',
    result: { fields: { oldpassword: 'The old password is wrong' } },
    timestamp: 0,
  };
  const sent = serve();
  show(<ChangePasswordDialog onClose={() => undefined} />);
  await expect.poll(() => document.activeElement?.id).toBe('oldpassword');
  await type('Wrong-Horse-7', 'New-Horse-8-long', 'New-Horse-8-long');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The old password is wrong')).toBeVisible();
  expect(sent().length).toBe(1);
  expect(sessionStore.get()?.token).toBe('token');
});
