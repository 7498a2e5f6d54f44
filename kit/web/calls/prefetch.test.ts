// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

const menu = endpoint({ method: 'GET', path: '/menu', allow: 'signedIn', input: {}, output: opaque<string>() });
const viewer = { username: 'a', realname: 'A', roleLevel: 100 };

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  vi.resetModules();
  window.localStorage.clear();
});

/** The page as it has just been opened by somebody who is signed in. */
const opened = async (answer: string) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true, code: 200, message: '', result: answer, timestamp: 1 })));
  const [ahead, session] = await Promise.all([import('./prefetch.ts'), import('../session/session.ts')]);
  session.beginSession('t', viewer);
  return { ...ahead, session };
};

test('who asks first takes over what was asked before, and who asks again asks anew', async () => {
  const { sendAhead, takeSent } = await opened('first');
  sendAhead(menu, {});
  expect(await takeSent(menu, {})).toBe('first');
  expect(takeSent(menu, {})).toBeUndefined();
});

test('nothing is sent ahead of what has been asked already, and nothing of another session is taken over', async () => {
  const late = await opened('never');
  expect(late.takeSent(menu, {})).toBeUndefined();
  late.sendAhead(menu, {});
  expect(late.takeSent(menu, {})).toBeUndefined();
  vi.resetModules();
  const other = await opened('of the other');
  other.sendAhead(menu, {});
  other.session.beginSession('another', viewer);
  expect(other.takeSent(menu, {})).toBeUndefined();
});
