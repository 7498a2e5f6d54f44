// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readRights } from '#kit/resource/rights/rights.ts';
import { checkPermission } from './use-permission.ts';

const permissions = readRights(
  [{ action: 'station:add, station:edit' }],
  [
    { action: 'station:add,station:edit', describe: 'Station: change', type: '2', status: '1' },
    { action: 'station:delete', describe: 'Station: delete', type: '2', status: '1' },
    { action: 'station:secret', describe: 'Station: keys', type: '1', status: '1' },
    { action: 'station:export', describe: 'Station: export', type: '2', status: '0' },
  ],
);

test.each([
  ['station:edit', { ok: true }],
  ['signedIn', { ok: true }],
  ['public', { ok: true }],
  // A rule that is switched off restricts nobody.
  ['station:export', { ok: true }],
  ['station:delete', { ok: false, lacks: 'Station: delete (station:delete)', code: 'station:delete', removed: false }],
  ['station:secret', { ok: false, lacks: 'Station: keys (station:secret)', code: 'station:secret', removed: true }],
  ['order:settle', { ok: false, lacks: 'order:settle', code: 'order:settle', removed: true }],
])('%s: %o', (allow, verdict) => {
  expect(checkPermission(permissions, allow)).toEqual(verdict);
});

test('the platform holds everything', () => {
  expect(checkPermission(readRights([{ action: '*' }], []), 'order:settle')).toEqual({ ok: true });
});
