import { afterAll, beforeAll, expect, test } from 'vitest';
import { network } from '#domains/network/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { alarm } from '../resources.ts';
import { ensureExceptionConfs } from '../server.ts';
import { exceptionConfRoutes } from './exception-conf.server.ts';
import { exceptionConfApi } from './exception-conf.ts';

let server: TestServer;
let mine: Viewer;
let theirs: Viewer;

beforeAll(async () => {
  server = await startTestServer({ domains: [network, alarm], routes: exceptionConfRoutes });
  await ensureExceptionConfs(server.database);
  const addTenant = async (name: string) =>
    (await server.database.asSuperuser<{ id: string }>('INSERT INTO tenant (name) VALUES ($1) RETURNING tenant_id::text AS id', [name]))[0]?.id ?? '';
  mine = viewers.tenant(await addTenant('Mine'));
  theirs = viewers.tenant(await addTenant('Theirs'));
});
afterAll(() => server.close());

const EMERGENCY_STOP = { exceptionType: 1, exceptionCode: 2 } as const;
const own = {
  ...EMERGENCY_STOP,
  exceptionConfDesc: 'Red button',
  exceptionLevel: 2,
  exceptionConfStat: 1,
  isWarning: 1,
  onDelay: 10,
  offDelay: 60,
  flapLimit: 5,
  isOutage: 1,
} as const;
const emergencyStopOf = async (viewer: Viewer) =>
  (await server.ok(viewer, exceptionConfApi.getExceptionConf, { exceptionType: 1 })).filter(({ exceptionCode }) => exceptionCode === 2);

test('every named code has a configuration of the platform, and a start adds none twice', async () => {
  const count = async () => (await server.database.asSuperuser<{ n: number }>('select count(*)::int as n from exception_conf'))[0]?.n;
  const before = await count();
  expect(before).toBeGreaterThan(100);
  await ensureExceptionConfs(server.database);
  expect(await count()).toBe(before);
  expect(await emergencyStopOf(mine)).toMatchObject([{ ...EMERGENCY_STOP, exceptionLevel: 1, exceptionConfDesc: '急停' }]);
});

test('the configuration of a tenant counts for it alone, until it is deleted', async () => {
  const { exceptionConfId } = await server.ok(mine, exceptionConfApi.add, own);
  expect(await emergencyStopOf(mine)).toMatchObject([{ exceptionLevel: 2, exceptionConfDesc: 'Red button' }]);
  expect(await emergencyStopOf(theirs)).toMatchObject([{ exceptionLevel: 1 }]);
  expect(await server.call(mine, exceptionConfApi.add, own)).toMatchObject({
    success: false,
    message: 'There is a setting for this kind and code already',
  });
  expect((await server.call(theirs, exceptionConfApi.edit, { exceptionConfId, exceptionLevel: 4 })).status).toBe(404);
  await server.ok(mine, exceptionConfApi.delete, { id: exceptionConfId });
  expect(await emergencyStopOf(mine)).toMatchObject([{ exceptionLevel: 1 }]);
});

test('only the platform changes and deletes its configurations', async () => {
  const [platformRow] = await emergencyStopOf(mine);
  const exceptionConfId = platformRow?.exceptionConfId ?? '';
  const message = 'Only the platform changes its settings; add one of your tenant for the same code';
  expect(await server.call(mine, exceptionConfApi.edit, { exceptionConfId, exceptionLevel: 4 })).toMatchObject({ success: false, message });
  expect(await server.call(mine, exceptionConfApi.delete, { id: exceptionConfId })).toMatchObject({ success: false, message });
  await server.ok(viewers.platform(), exceptionConfApi.edit, { exceptionConfId, onDelay: 5 });
  expect(await emergencyStopOf(theirs)).toMatchObject([{ exceptionLevel: 1 }]);
});

test('values outside their limits are refused, and nothing is stored', async () => {
  for (const wrong of [
    { onDelay: -1 },
    { onDelay: 86_401 },
    { flapLimit: 0 },
    { flapLimit: 20 },
    { exceptionLevel: 5 },
    { exceptionConfDesc: '' },
    { exceptionType: 99 },
  ])
    expect((await server.call(mine, exceptionConfApi.add, { ...own, exceptionCode: 3, ...wrong })).success, JSON.stringify(wrong)).toBe(false);
  expect((await server.ok(mine, exceptionConfApi.list, { exceptionCode: '3', exceptionType: '1' })).records).toHaveLength(1);
});
