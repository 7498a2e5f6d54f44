import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tenantApi } from '#domains/network/resources.ts';
import { signIn } from './api.ts';

const NEVER = Number.POSITIVE_INFINITY;
/** How often the platform is too slow before it answers, and how often it was called. */
let [slow, calls] = [0, 0];
const server = createServer((request, response) => {
  const answer = (body: object): void => void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  if (request.url?.includes('login')) return answer({ success: true, code: 200, message: '', result: { token: 'token' }, timestamp: 0 });
  calls += 1;
  if (calls <= slow) return answer({ success: false, code: 500, message: 'too long', result: null, refusal: 'tooSlow', timestamp: 0 });
  return answer({ success: true, code: 200, message: '', result: { records: [], total: 0 }, timestamp: 0 });
});
beforeEach(async () => {
  calls = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const signedIn = () =>
  signIn({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, username: 'a', password: 'b' }, { busyPauseMs: 1 });

test('a call that took too long is sent again, and no more than five times', async () => {
  slow = 2;
  expect(await (await signedIn()).call(tenantApi.list, {})).toMatchObject({ records: [] });
  expect(calls).toBe(3);
  [slow, calls] = [NEVER, 0];
  await expect((await signedIn()).call(tenantApi.list, {})).rejects.toThrow('too long');
  expect(calls).toBe(5);
});
