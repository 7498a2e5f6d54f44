import { expect, test } from 'vitest';
import { scopeFields } from '../scope.ts';
import { scopesFixedAt, isTenantWide } from './role-level.ts';

test.each([
  [70, [], false],
  [79, [], false],
  [80, ['stationId'], false],
  [89, ['stationId'], false],
  [90, ['agentId', 'stationId'], false],
  [99, ['agentId', 'stationId'], false],
  [100, ['tenantId', 'agentId', 'stationId'], true],
  [999, ['tenantId', 'agentId', 'stationId'], true],
])('level %i sees the columns %j and keeps the rest of its filters', (level, shown, auth) => {
  const fixed = scopesFixedAt(level);
  expect(scopeFields.filter((name) => !fixed.includes(name))).toEqual(shown);
  expect(isTenantWide(level)).toBe(auth);
});
