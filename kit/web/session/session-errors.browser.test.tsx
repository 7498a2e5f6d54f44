import { Button } from 'antd';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoint, words as said } from '#kit/resource/endpoint.ts';
import { useSend } from '../dialogs/feedback.tsx';
import { languageStore } from '../language.ts';
import { beginSession } from './session.ts';
import { show } from '../testing/show.fixture.tsx';
import { SessionErrorRoot } from './session-error-root.tsx';

const open = endpoint({ method: 'POST', path: '/gate/open', allow: 'gate:open', input: {}, output: said() });
const Gate = () => {
  const { send } = useSend(open);
  return (
    <>
      <SessionErrorRoot />
      <Button onClick={() => void send({})}>gate</Button>
    </>
  );
};

const answers = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', (url: string) => (url.includes('/gate/open') ? answer() : Promise.resolve(new Response('{}', { status: 404 }))));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
};

beforeEach(() => beginSession('token', { id: '7', username: 'ann', realname: 'Ann', roleLevel: 100 }));

test.each([
  ['zh_CN', '没有访问权限', '该权限未授予您或已被收回，如需使用请联系管理员'],
  ['zh_TW', '沒有存取權限', '該權限未授予您或已被收回，如需使用請聯絡管理員'],
  ['en_US', 'No access', 'This right was not given to you or has been taken back. Ask your administrator if you need it'],
] as const)('in %s a right that was taken back says what to do', async (...[language, title, hint]) => {
  languageStore.set(language);
  const refused = { success: false, code: 403, message: 'gate:open', refusal: 'forbidden', result: null, timestamp: 0 };
  answers(() => Promise.resolve(new Response(JSON.stringify(refused), { status: 403, headers: { 'content-type': 'application/json' } })));
  show(<Gate />);
  await page.getByRole('button', { name: 'gate' }).click();
  const notice = page.getByRole('alert').filter({ hasText: title });
  await expect.element(notice.getByText(hint)).toBeVisible();
  await expect.element(notice.getByText('gate:open')).toBeVisible();
});

test.each([
  ['zh_CN', '网络连接失败，请检查网络后重试'],
  ['zh_TW', '網路連線失敗，請檢查網路後重試'],
  ['en_US', 'No connection. Check the network and try again'],
] as const)('in %s a lost connection says what to do', async (language, hint) => {
  languageStore.set(language);
  answers(() => Promise.reject(new TypeError('the line is cut')));
  show(<Gate />);
  await page.getByRole('button', { name: 'gate' }).click();
  await expect.element(page.getByText(hint)).toBeVisible();
});
