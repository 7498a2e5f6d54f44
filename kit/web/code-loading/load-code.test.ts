import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCode } from './load-code.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('code is waited for two minutes and no longer; what came in time leaves no clock behind', async () => {
  const never = loadCode(() => new Promise<never>(() => undefined));
  const listener = vi.fn<(error: unknown) => void>();
  void never.catch(listener);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(listener).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(listener).toHaveBeenCalledWith(expect.objectContaining({ name: 'CodeLoadError', reason: 'slow' }));
  const clocks = vi.getTimerCount();
  expect(await loadCode(() => Promise.resolve('here'))).toBe('here');
  expect(vi.getTimerCount()).toBe(clocks);
});

test.each([
  ['Failed to fetch dynamically imported module: /assets/x.js', 'gone'],
  ['error loading dynamically imported module: /assets/x.js', 'gone'],
  ['Importing a module script failed.', 'gone'],
  ['Unable to preload CSS for /assets/x.css', 'gone'],
  ['Failed to fetch dynamically imported module: /assets/x.js', 'cut'],
])('“%s” means that it is %s, by what the server says', async (message, reason) => {
  vi.stubGlobal('fetch', () => (reason === 'gone' ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('no line'))));
  await expect(loadCode(() => Promise.reject(new TypeError(message)))).rejects.toMatchObject({ name: 'CodeLoadError', reason });
});

test('code that breaks by itself is not taken for lost', async () => {
  const broken = new TypeError('x is not a function');
  await expect(loadCode(() => Promise.reject(broken))).rejects.toBe(broken);
});
