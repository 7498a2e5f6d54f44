// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { mayDo, readPermissions } from './may.ts';

const permissions = readPermissions(
  [{ action: 'station:add, station:edit' }],
  [
    { action: 'station:add,station:edit', describe: 'Station: change', status: '1' },
    { action: 'station:delete', describe: 'Station: delete', status: '1' },
    { action: 'station:export', describe: 'Station: export', status: '0' },
  ],
);

test.each([
  ['station:edit', { ok: true }],
  ['signedIn', { ok: true }],
  ['public', { ok: true }],
  // A rule that is switched off restricts nobody.
  ['station:export', { ok: true }],
  ['station:delete', { ok: false, lacks: 'Station: delete (station:delete)' }],
  ['order:settle', { ok: false, lacks: 'order:settle' }],
])('%s: %o', (allow, verdict) => {
  expect(mayDo(permissions, allow)).toEqual(verdict);
});

test('the platform holds everything', () => {
  expect(mayDo(readPermissions([{ action: '*' }], []), 'order:settle')).toEqual({ ok: true });
});
