import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { beginSession } from './session.ts';
import { show } from '../testing/show.fixture.tsx';
import { reportSessionError, sessionErrorStore } from './session-errors.ts';

let sessions = 0;
let token = '';
beforeEach(() => {
  languageStore.set('en_US');
  token = `session ${++sessions}`;
  beginSession(token, { id: '7', username: 'ann', realname: 'Ann', roleLevel: 100 });
  sessionErrorStore.set(null);
});

const seenAs = (userAgent: string): void => {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userAgent'));
};
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const expire = (): void => reportSessionError({ status: 500, code: 500, message: 'Token is invalid, sign in again', refusal: undefined, token });

test.each([
  ['WeChat Work', `${PHONE} wxwork/4.1.6 MicroMessenger/7.0.1`],
  ['DingTalk', `${PHONE} AliApp(DingTalk/7.0.40)`],
])('inside %s a session that has run out is begun again behind a word, with no dialog before it', async (_app, userAgent) => {
  seenAs(userAgent);
  show(<p>a page</p>);
  expire();
  await expect.element(page.getByText('Signing in again', { exact: false })).toBeVisible();
  expect(page.getByRole('dialog').query()).toBeNull();
});

test('in a browser it is told by one dialog, however many calls failed', async () => {
  show(<p>a page</p>);
  for (let call = 0; call < 10; call += 1) expire();
  await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(1);
});
