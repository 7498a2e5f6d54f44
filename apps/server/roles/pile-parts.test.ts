import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pilePartApi } from '#domains/device/resources.ts';
import { deviceRoutes } from '#domains/device/server.ts';
import { startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** The parts of piles over real sockets of each protocol. */
const history = async ({ world }: PileTestbed) => (await world.server.ok(world.staff, pilePartApi.list, { pageSize: '100' })).records;

describe('a native pile', () => {
  let piles: PileTestbed;
  beforeAll(async () => {
    piles = await startPileTestbed({ routes: () => deviceRoutes, protocol: 1 });
  });
  afterAll(() => piles.close());

  test('its login fills the parts once', async () => {
    for (let n = 0; n < 3; n++) (await piles.pile()).socket.destroy();
    expect(await history(piles)).toMatchObject([{ mainPcbHwVer: 'H1', mainPcbSwVer: 'S1', source: 1, commProtType: 1, isCurrent: 1 }]);
  });
});

describe('an OCPP station', () => {
  let piles: PileTestbed;
  beforeAll(async () => {
    piles = await startPileTestbed({ routes: () => deviceRoutes, protocol: 2 });
  });
  afterAll(() => piles.close());

  const boot = { chargePointVendor: 'Vendor', chargePointModel: 'M1', chargePointSerialNumber: 'CP-7', meterType: 'DZG', meterSerialNumber: 'E-1' };

  test('its BootNotification fills the parts, a second one adds only what changed, and wrong ones nothing', async () => {
    const station = await piles.station();
    for (const firmwareVersion of ['1.0', '1.0', '1.1'])
      expect(await station.call('BootNotification', { ...boot, firmwareVersion })).toMatchObject([3, expect.anything(), { status: 'Accepted' }]);
    await station.call('BootNotification', { ...boot, firmwareVersion: 'x'.repeat(5_000) });
    await station.call('BootNotification', { ...boot, firmwareVersion: 7 });
    await expect.poll(async () => (await history(piles)).map(({ mainPcbSwVer }) => mainPcbSwVer)).toEqual(['1.1', '1.0']);
    expect((await history(piles))[0]).toMatchObject({
      mainPcbHwVer: 'Vendor M1',
      serialNumber: 'CP-7',
      meterType: 'DZG',
      meterSerialNumber: 'E-1',
      source: 2,
      commProtType: 2,
    });
    station.ws.terminate();
  });
});
