import { afterAll, beforeAll, expect, test } from 'vitest';
import { securityEventApi, vendorMessageApi } from '#domains/device/resources.ts';
import { deviceRoutes } from '#domains/device/server.ts';
import { startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** What OCPP stations report besides charges, over a real socket. */
let piles: PileTestbed;
beforeAll(async () => {
  piles = await startPileTestbed({ routes: () => deviceRoutes, protocol: 2 });
});
afterAll(() => piles.close());

test('messages of vendors and security events are answered and listed', async () => {
  const { server, staff } = piles.world;
  await server.database.asSuperuser(
    `insert into sys_config (config_key, value, update_by, update_time) values ('pile.knownVendors', '"acme"', 'test', now())`,
  );
  const station = await piles.station();
  const answer = async (action: string, payload: object) => (await station.call(action, payload))[2];
  expect(await answer('DataTransfer', { vendorId: 'acme', messageId: 'Hello', data: 'NUL \u0001 and 𝟙' })).toEqual({ status: 'Accepted' });
  expect(await answer('DataTransfer', { vendorId: 'other' })).toEqual({ status: 'UnknownVendorId' });
  expect(await answer('SecurityEventNotification', { type: 'MemoryExhaustion', timestamp: '2026-11-20T12:00:00Z' })).toEqual({});
  const messages = await server.ok(staff, vendorMessageApi.list, {});
  expect(messages.records).toMatchObject([
    { vendorId: 'other', isAccepted: 0 },
    { vendorId: 'acme', messageId: 'Hello', data: 'NUL \u0001 and 𝟙', isAccepted: 1 },
  ]);
  const events = await server.ok(staff, securityEventApi.list, { criticality: '1' });
  expect(events.records).toMatchObject([{ eventType: 'MemoryExhaustion', occurredAt: '2026-11-20T12:00:00.000Z' }]);
  station.ws.terminate();
});
