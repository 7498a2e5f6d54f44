import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { viewers } from '#kit/test/server.ts';
import { pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { expireVendorMessages } from './store-vendor-message.server.ts';
import { isKnownVendor } from './vendor-message.rules.ts';
import { DATA_LENGTH_MAX, vendorMessageApi } from './vendor-message.ts';

let testbed: DeviceTestbed;
beforeAll(async () => {
  testbed = await startDeviceTestbed();
  const { server, staff, stationId } = testbed;
  for (const cpCode of ['VM1', 'VM2']) await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, cpName: cpCode, stationId, protocol: 2 });
  await server.database.asSuperuser(
    `insert into sys_config (config_key, tenant_id, value, update_by, update_time) select 'pile.knownVendors', tenant_id, '"com.acme, other"', 'test', now() from pile limit 1`,
  );
});
afterAll(() => testbed.server.close());

const received = (cpCode: string, message: { readonly vendorId: string; readonly messageId?: string; readonly data?: string | null }) =>
  testbed.handlers.handle({ cpCode, epoch: 1, protocol: 'ocpp16' }, { kind: 'vendorMessage', data: null, ...message });
const listed = async (input: Readonly<Record<string, string>>, viewer = testbed.staff) =>
  (await testbed.server.ok(viewer, vendorMessageApi.list, { pageSize: '100', ...input })).records;

test('a message of a vendor that the tenant knows is accepted; each message is kept with its answer', async () => {
  expect(await received('VM1', { vendorId: 'Com.Acme', messageId: 'Hello', data: '{"a":1}' })).toEqual({ result: 0 });
  expect(await received('VM1', { vendorId: 'acme' })).toEqual({ result: 1 });
  expect(await received('NONE', { vendorId: 'com.acme' })).toEqual({ result: 1 });
  expect(await listed({ cpCode: 'VM1' })).toMatchObject([
    { vendorId: 'acme', messageId: null, data: null, dataLength: 0, isAccepted: 0, stationId: testbed.stationId },
    { vendorId: 'Com.Acme', messageId: 'Hello', data: '{"a":1}', dataLength: 7, isAccepted: 1 },
  ]);
  expect(await listed({ vendorId: 'acme' })).toHaveLength(1);
  expect(await listed({ isAccepted: '1' })).toMatchObject([{ messageId: 'Hello' }]);
  const theirs = viewers.tenant('999');
  expect(await listed({}, theirs)).toEqual([]);
  const [message] = await listed({ vendorId: 'acme' });
  expect(await testbed.server.call(theirs, vendorMessageApi.queryById, { id: message?.vendorMessageId ?? '' })).toMatchObject({ status: 404 });
});

test('vendors are compared without regard to case and spaces', () => {
  expect(isKnownVendor(' ACME ', 'other,acme')).toBe(true);
  for (const known of [null, '', ' , ', 'acm', 'acme2']) expect(isKnownVendor('acme', known)).toBe(false);
  expect(isKnownVendor('', ',')).toBe(false);
});

test('of long data the beginning is kept, and the newest thousand messages of a pile', async () => {
  await received('VM2', { vendorId: 'v', data: `${'x'.repeat(DATA_LENGTH_MAX - 1)}𝟙${'y'.repeat(60_000)}` });
  expect(await listed({ cpCode: 'VM2' })).toMatchObject([{ data: 'x'.repeat(DATA_LENGTH_MAX - 1), dataLength: DATA_LENGTH_MAX + 60_001 }]);
  const { asSuperuser } = testbed.server.database;
  await asSuperuser(`insert into vendor_message (tenant_id, agent_id, station_id, cp_code, vendor_id, data_length, is_accepted, received_at)
    select tenant_id, agent_id, station_id, cp_code, 'many', 0, 0, now() - interval '40 days' from pile, generate_series(1, 1500) where cp_code = 'VM2'`);
  await received('VM2', { vendorId: 'last' });
  const count = async (cpCode: string) =>
    (await asSuperuser<{ n: number }>(`select count(*)::int as n from vendor_message where cp_code = '${cpCode}'`))[0]?.n;
  expect(await count('VM2')).toBe(1_000);
  expect((await listed({ cpCode: 'VM2' }))[0]).toMatchObject({ vendorId: 'last' });

  const before = new Date(Date.now() - 30 * 86_400_000);
  expect(await inSystem(testbed.deps.database, (tx) => expireVendorMessages(tx, before))).toBe(999);
  expect([await count('VM1'), await count('VM2')]).toEqual([2, 1]);
});
