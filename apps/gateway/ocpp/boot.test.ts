import { afterEach, describe, expect, test } from 'vitest';
import { untilHolds } from '#kit/test/patience.ts';
import { connectIndependent } from './testing/independent-client.ts';
import { connectStation, partsOf, startGateway, type Gateway } from './testing/test-gateway.ts';

let gateway: Gateway;
const start = async (...args: Parameters<typeof startGateway>) => {
  gateway = await startGateway(...args);
  gateway.backend.secrets.set('CP1', 'pw');
};
afterEach(async () => gateway.close());

const BOOT = { chargePointVendor: 'v', chargePointModel: 'm' };
const stop = { commandId: 'C1', cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1', transactionId: 7 } as const;
const unlock = { commandId: 'C2', cmd: 'unlock', gunNumber: 1 } as const;
const setInterval = { commandId: 'C3', cmd: 'setParameter', paramNo: 3, gunNumber: 0, value: '5' } as const;

describe('commands for a station that boots', () => {
  test('leave after its BootNotification is accepted, in their order', async () => {
    await start({ bootWaitMs: 60_000 });
    const station = await connectStation(gateway, 'CP1');
    for (const command of [stop, unlock]) expect(gateway.registry.send('CP1', command)).toBe('sent');
    await station.call('BootNotification', BOOT);
    const [, id] = await station.next((frame) => frame[2] === 'RemoteStopTransaction');
    station.say([3, id, { status: 'Accepted' }]);
    await station.next((frame) => frame[2] === 'UnlockConnector');
    expect(station.received.map(partsOf).map((frame) => (frame[0] === 2 ? frame[2] : frame[1]))).toEqual([
      's1',
      'RemoteStopTransaction',
      'UnlockConnector',
    ]);
    expect(gateway.backend.settlements).toMatchObject([{ commandId: 'C1', reply: { result: 0 } }]);
  });

  test('are taken by an independent client that refuses them before', async () => {
    await start({ bootWaitMs: 60_000 });
    const client = await connectIndependent(gateway);
    let accepted = false;
    // Uses the order of messages, because a promise of the client settles later.
    client.on('message', ({ message, outbound }) => {
      accepted ||= !outbound && String(message).includes('"Accepted"');
    });
    client.handle('RemoteStopTransaction', () => Promise.resolve({ status: accepted ? 'Accepted' : 'Rejected' }));
    expect(gateway.registry.send('CP1', stop)).toBe('sent');
    await client.call('BootNotification', BOOT);
    await untilHolds(() => gateway.backend.settlements.length === 1);
    expect(gateway.backend.settlements).toMatchObject([{ commandId: 'C1', reply: { result: 0 } }]);
    await client.close({ force: true });
  });

  test('wait as long as the business needs, and leave at once when the station only reconnects', async () => {
    await start({ bootWaitMs: 60_000 });
    const station = await connectStation(gateway, 'CP1');
    let keep = () => {};
    gateway.backend.before = () => new Promise((resolve) => (keep = resolve));
    station.say([2, 'boot', 'BootNotification', BOOT]);
    await untilHolds(() => gateway.backend.handledAtOnceMax === 1);
    expect(gateway.registry.send('CP1', stop)).toBe('sent');
    // Answered without the business, so that all messages sent before it have been received.
    await station.call('Heartbeat', {});
    expect(station.received).toHaveLength(1);
    keep();
    await station.next((frame) => frame[2] === 'RemoteStopTransaction');
    expect(partsOf(station.received[1] ?? '').slice(0, 2)).toEqual([3, 'boot']);
  });
});

test('an interval that is set after the login is not undone by the survey of the configuration', async () => {
  await start({ prepareMs: 200 });
  const station = await connectStation(gateway, 'CP1');
  await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  const values = new Map([
    ['ClockAlignedDataInterval', '0'],
    ['MeterValueSampleInterval', '60'],
  ]);
  const surveyed: unknown[] = [];
  station.ws.on('message', (data) => {
    const [type, id, action, payload] = partsOf(Buffer.isBuffer(data) ? data.toString() : '');
    if (type !== 2 || typeof payload !== 'object' || payload === null) return;
    if (action === 'GetConfiguration') {
      surveyed.push(payload);
      return station.say([3, id, { configurationKey: [...values].map(([key, value]) => ({ key, value, readonly: false })) }]);
    }
    if ('key' in payload && 'value' in payload) values.set(String(payload.key), String(payload.value));
    station.say([3, id, { status: 'Accepted' }]);
  });
  gateway.registry.send('CP1', setInterval);
  await untilHolds(() => surveyed.length === 1 && values.get('ClockAlignedDataInterval') === '900');
  // Its answer comes after every call of the survey.
  gateway.registry.send('CP1', { commandId: 'LAST', cmd: 'clearCache' });
  await untilHolds(() => gateway.backend.settlements.some(({ commandId }) => commandId === 'LAST'));
  expect(values.get('MeterValueSampleInterval')).toBe('5');
});
