import { expect, test } from 'vitest';
import { driverPath } from './driver-path.ts';
import { driverOrderApi, gunFaultApi, gunViewApi, phoneAccountApi, phoneSessionApi, visitApi } from './resources.ts';

test('every call lies below its version, needs no session, tells problems, and a press that moves money or a pile has a key', () => {
  const calls = Object.entries({ ...gunViewApi, ...visitApi, ...driverOrderApi, ...gunFaultApi, ...phoneSessionApi, ...phoneAccountApi });
  expect(calls.filter(([, { path, allow, publicStatus }]) => !path.startsWith(`${driverPath}/`) || allow !== 'public' || !publicStatus)).toEqual([]);
  const presses = calls.filter(([, { method, path }]) => method !== 'GET' && path.startsWith(`${driverPath}/orders`));
  expect(presses.filter(([, call]) => call.idempotent !== true || call.bearer !== true)).toEqual([]);
  expect(presses.map(([name]) => name)).toEqual(['create', 'pay', 'returned', 'start', 'cancel', 'stop', 'receipt']);
});
