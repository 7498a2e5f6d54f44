import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoginAttempt } from '#engines/protocol/login-attempt.ts';
import { pileApi } from '#domains/network/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import type { TestServer } from '#kit/test/server.ts';
import { unencryptedExceptionApi } from '../resources.ts';
import type { DeviceHandlers } from '../server.ts';
import { isAllowedAddress, parseAddresses } from './addresses.server.ts';
import { pileDefaults, startDeviceTestbed, enablePiles } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';

let testbed: DeviceTestbed;
let server: TestServer;
let share: DeviceHandlers;
let staff: Viewer;

beforeAll(async () => {
  testbed = await startDeviceTestbed();
  ({ server, handlers: share, staff } = testbed);
  const pile = { ...pileDefaults, stationId: testbed.stationId };
  await server.ok(staff, pileApi.add, { ...pile, cpCode: 'OLD1', cpName: 'Old', encryptionMode: 0 });
  await server.ok(staff, pileApi.add, { ...pile, cpCode: 'OCPP1', cpName: 'Other', protocol: 2 });
  await enablePiles(testbed, ['OLD1', 'OCPP1']);
});
afterAll(() => server.close());

const resultFrom = async (remoteAddress: string): Promise<number> => {
  const attempt: LoginAttempt = { cpCode: 'OLD1', protocol: 'native', remoteAddress, overTls: false, atMs: Date.now() };
  return (await share.login(attempt)).result;
};
const allow = (input: Partial<{ cpCodes: string; addresses: string; reason: string }> = {}) =>
  server.call(staff, unencryptedExceptionApi.allowPlain, { cpCodes: 'OLD1', addresses: '10.1.0.0/16, ::1', reason: 'knows no encryption', ...input });
const exception = () => server.ok(staff, unencryptedExceptionApi.plainException, { cpCode: 'OLD1' });

test('a pile without encryption comes in only by an exception, only from its addresses, and the operators hear of others', async () => {
  expect(await resultFrom('10.1.2.3')).toBe(2);
  expect(await exception()).toBeNull();
  expect((await allow()).success).toBe(true);
  expect([await resultFrom('10.1.2.3'), await resultFrom('::ffff:10.1.2.3'), await resultFrom('::1')]).toEqual([0, 0, 0]);
  expect(await resultFrom('10.2.0.1')).toBe(2);
  expect(await exception()).toMatchObject({
    addresses: '10.1.0.0/16, ::1',
    reason: 'knows no encryption',
    holdMax: 10_000,
    grantedBy: staff.username,
  });
  await expect
    .poll(() => server.database.asSuperuser("select distinct detail from device_event where kind = 'downgrade' order by 1"))
    .toEqual(['10.1.2.3', '10.2.0.1'].map((from) => ({ detail: `${from} in the clear from an address that no exception names` })));
});

test('the exception ends when the pile encrypts, and saving it without encryption again brings nothing back', async () => {
  await server.ok(staff, pileApi.edit, { cpCode: 'OLD1', encryptionMode: 1 });
  expect(await exception()).toBeNull();
  await server.ok(staff, pileApi.edit, { cpCode: 'OLD1', encryptionMode: 0 });
  expect(await resultFrom('10.1.2.3')).toBe(2);
  await server.ok(staff, pileApi.edit, { cpCode: 'OLD1', encryptionMode: 1 });
  expect((await allow()).success).toBe(true);
  expect((await server.ok(staff, pileApi.queryById, { id: 'OLD1' })).encryptionMode).toBe(0);
});

test('it is refused for what is no address and for piles that TLS protects', async () => {
  expect((await allow({ addresses: '10.1.2.3, home' })).message).toBe('home is no address or network, such as 10.1.2.3 or 10.1.0.0/16');
  expect((await allow({ cpCodes: 'OCPP1' })).message).toBe('Pile Other speaks OCPP; TLS before the gateway encrypts it');
  expect((await allow({ cpCodes: 'NOBODY' })).status).toBe(404);
});

test('addresses and networks of both families', () => {
  for (const bad of ['', '1.2.3', '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/8/8', '::/129', '1.2.3.4/-1', '1.2.3.4/1e1'])
    expect(parseAddresses(bad)).toBe(bad);
  expect(['10.0.0.1', '11.0.0.1', 'fe80::1', ''].map((address) => isAllowedAddress('10.0.0.0/8', address))).toEqual([true, false, false, false]);
  expect(isAllowedAddress('0.0.0.0/0, ::/0', '2001:db8::1')).toBe(true);
  expect(isAllowedAddress(null, '127.0.0.1')).toBe(false);
});
