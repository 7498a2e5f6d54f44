import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { untilHolds } from '#kit/test/patience.ts';
import { SESSION_LIMITS } from '#engines/session/ocpp16/limits.ts';
import { createGate } from '#kit/test/gate.ts';
import { connectStation, meter, partsOf, startCommand, startGateway, type Gateway } from './testing/test-gateway.ts';

let gateway: Gateway;
const start = async (...args: Parameters<typeof startGateway>) => {
  gateway = await startGateway(...args);
  for (const code of ['CP1', 'CP2']) gateway.backend.secrets.set(code, 'pw');
  return gateway;
};
afterEach(async () => gateway.close());

describe('a conversation', () => {
  test('a call while ours is pending is answered at once', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    expect(gateway.registry.send('CP1', startCommand())).toBe('sent');
    const [, id] = await station.next((frame) => frame[2] === 'RemoteStartTransaction');
    expect(await station.call('Authorize', { idTag: 'T1' })).toMatchObject([3, 's1', { idTagInfo: { status: 'Accepted' } }]);
    expect(gateway.backend.settlements).toEqual([]);
    station.say([3, id, { status: 'Accepted' }]);
    await untilHolds(() => gateway.backend.settlements.length === 1);
    expect(gateway.backend.settlements).toMatchObject([{ commandId: 'C1', outcome: 'answered', reply: { result: 0 }, late: false }]);
  });

  test('parallel calls are all answered, handled one at a time in their order', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    // Each takes another number of turns of the event loop than its neighbours.
    let handled = 0;
    gateway.backend.before = async () => {
      for (let turns = (handled++ * 7) % 5; turns > 0; turns -= 1) await turn();
    };
    for (let n = 1; n <= 30; n += 1) station.say([2, `p${n}`, 'MeterValues', meter(n)]);
    await untilHolds(() => station.received.length === 30);
    expect(station.received.map((text) => partsOf(text)[1])).toEqual(Array.from({ length: 30 }, (_, n) => `p${n + 1}`));
    expect(gateway.backend.events.map(({ event }) => event.kind === 'chargingSample' && event.meterDwh)).toEqual(
      Array.from({ length: 30 }, (_, n) => (n + 1) * 10),
    );
    expect(gateway.backend.handledAtOnceMax).toBe(1);
  });

  test('a flood waits in the network and is answered to the last', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    const other = await connectStation(gateway, 'CP2');
    const gate = createGate();
    gateway.backend.before = () => gate.opened;
    for (let n = 0; n < 3_000; n += 1) station.say([2, `f${n}`, 'MeterValues', meter(n)]);
    const taken = () => gateway.backend.records.filter(({ cpCode, direction }) => cpCode === 'CP1' && direction === 'up').length;
    await untilHolds(() => taken() > SESSION_LIMITS.callsWaitingMax);
    // Since then the listener has checked all of its sockets, and it reads no more from this one.
    expect((await other.call('Heartbeat', {}))[0]).toBe(3);
    await gateway.frames.drain();
    expect(taken()).toBeLessThan(2_000);
    expect(station.received.length).toBeLessThan(2_000);
    gate.open();
    await untilHolds(() => station.received.length === 3_000);
    expect(gateway.backend.calls).not.toContain('disconnected CP1 1 silent');
  });

  test('what the business could not keep is answered with an error, and the next is served', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    gateway.backend.before = () => Promise.reject(new Error('database away'));
    expect((await station.call('StopTransaction', { transactionId: 7, meterStop: 5, timestamp: '2026-11-20T12:00:00Z' })).slice(0, 3)).toEqual([
      4,
      's1',
      'InternalError',
    ]);
    expect((await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })).slice(0, 3)).toEqual([
      4,
      's2',
      'InternalError',
    ]);
    gateway.backend.before = async () => undefined;
    expect(await station.call('StopTransaction', { transactionId: 7, meterStop: 5, timestamp: '2026-11-20T12:00:00Z' })).toMatchObject([3, 's3', {}]);
    expect(gateway.complaints).toHaveLength(2);
  });

  test('commands that cannot be said say so; those of one id are one', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    expect(gateway.registry.send('CP9', startCommand())).toBe('offline');
    expect(gateway.registry.send('CP1', startCommand({ deadlineMs: Date.now() - 1 }))).toBe('expired');
    expect(gateway.registry.send('CP1', { commandId: 'C2', cmd: 'recallOrder' })).toBe('unsupported');
    expect(gateway.registry.send('CP1', startCommand({ idTag: 'x'.repeat(21) }))).toBe('invalid');
    expect(gateway.registry.send('CP1', { commandId: 'C3', cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1' })).toBe('sent');
    await untilHolds(() => gateway.backend.settlements.length === 1);
    expect(gateway.backend.settlements).toMatchObject([{ commandId: 'C3', reply: { result: 3 } }]);
    expect(gateway.registry.send('CP1', startCommand())).toBe('sent');
    expect(gateway.registry.send('CP1', startCommand())).toBe('sent');
    await station.call('Heartbeat', {});
    expect(station.received.filter((text) => text.includes('RemoteStartTransaction'))).toHaveLength(1);
    for (let n = 0; n < 64; n += 1) expect(gateway.registry.send('CP1', { commandId: `Q${n}`, cmd: 'clearCache' })).toBe('sent');
    expect(gateway.registry.send('CP1', { commandId: 'Q64', cmd: 'clearCache' })).toBe('busy');
    station.ws.terminate();
    await untilHolds(() => gateway.backend.settlements.length === 66);
    const outcomes = gateway.backend.settlements.slice(1).map((settlement) => settlement.outcome);
    expect(outcomes.filter((outcome) => outcome === 'lost')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(64);
  });

  test('a station without an answer frees the slot, its late answer is still told', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    gateway.registry.send('CP1', startCommand());
    gateway.registry.send('CP1', { commandId: 'C2', cmd: 'clearCache' });
    const [, id] = await station.next((frame) => frame[2] === 'RemoteStartTransaction');
    gateway.skewMs += 30_000;
    await station.next((frame) => frame[2] === 'ClearCache');
    station.say([3, id, { status: 'Accepted' }]);
    await untilHolds(() => gateway.backend.settlements.length === 2);
    expect(gateway.backend.settlements).toMatchObject([
      { commandId: 'C1', outcome: 'timedOut' },
      { commandId: 'C1', outcome: 'answered', late: true },
    ]);
  });

  test('a station that does not tell its states is asked, and its configuration put right', async () => {
    await start({ prepareMs: 50 });
    const station = await connectStation(gateway, 'CP1');
    const [, trigger] = await station.next((frame) => frame[2] === 'TriggerMessage');
    station.say([3, trigger, { status: 'NotImplemented' }]);
    const [, survey] = await station.next((frame) => frame[2] === 'GetConfiguration');
    station.say([
      3,
      survey,
      {
        configurationKey: [
          { key: 'ClockAlignedDataInterval', readonly: false, value: '0' },
          { key: 'MeterValueSampleInterval', readonly: false, value: '15' },
        ],
      },
    ]);
    expect(await station.next((frame) => frame[2] === 'ChangeConfiguration')).toMatchObject([
      2,
      expect.any(String),
      'ChangeConfiguration',
      { key: 'ClockAlignedDataInterval', value: '900' },
    ]);
  });

  test('a station that has told its states is not asked', async () => {
    await start({ prepareMs: 60 });
    const station = await connectStation(gateway, 'CP1');
    await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
    await station.next((frame) => frame[2] === 'GetConfiguration');
    expect(station.received.some((text) => text.includes('TriggerMessage'))).toBe(false);
  });
});

describe('a station with a wrong clock', () => {
  test('is told of once when it runs ahead; old instants are what a station stores', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    const stopAt = (atMs: number) => ({ transactionId: 7, meterStop: 5, timestamp: new Date(atMs).toISOString() });
    await station.call('StopTransaction', stopAt(Date.now() - 86_400_000));
    expect(gateway.backend.alarms).toEqual([]);
    await station.call('StopTransaction', stopAt(Date.now() + 600_000));
    await station.call('StopTransaction', stopAt(Date.now() + 700_000));
    expect(gateway.backend.alarms).toMatchObject([{ kind: 'clockOff', cpCode: 'CP1' }]);
  });
});

describe('bad input and endings', () => {
  test('junk is survived, logged and told once; the next good call is answered', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    for (const junk of [
      '{',
      '[]',
      '[2]',
      '[2,5]',
      'null',
      '"x"',
      '[2,"a"]',
      `[2,"${'i'.repeat(37)}","Heartbeat",{}]`,
      '[9,"a","b"]',
      '[3,"nobody",{}]',
      '[4,"nobody"]',
      `[2,"deep","DataTransfer",${'['.repeat(20_000)}${']'.repeat(20_000)}]`,
    ])
      station.say(junk);
    station.ws.send(Buffer.from([1, 2, 3]), { binary: true });
    expect((await station.call('Heartbeat', {}))[0]).toBe(3);
    expect(gateway.backend.alarms.filter(({ kind }) => kind === 'badBytes')).toHaveLength(1);
    await gateway.frames.drain();
    expect(gateway.backend.records.filter(({ type }) => type === 'unreadable').length).toBeGreaterThanOrEqual(12);
  });

  test('a message over 64 KiB ends the connection, not the server', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    station.say(`[2,"big","DataTransfer",{"vendorId":"v","data":"${'x'.repeat(1_048_576)}"}]`);
    expect(await station.closed).toBe(1009);
    await untilHolds(() => gateway.backend.calls.includes('disconnected CP1 1 breach'));
    await connectStation(gateway, 'CP1');
  });

  test('a hundred unreadable messages end the connection', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    for (let n = 0; n < 120; n += 1) station.say('junk');
    expect(await station.closed).toBe(1002);
    await untilHolds(() => gateway.backend.calls.includes('disconnected CP1 1 breach'));
  });

  test('silence is pinged twice, then the session is over; a pong keeps it', async () => {
    await start({ pingMs: 40 });
    const alive = await connectStation(gateway, 'CP1');
    const silent = await connectStation(gateway, 'CP2', { autoPong: false });
    expect(await silent.closed).toBe(1006);
    expect(gateway.backend.calls).toContain('disconnected CP2 1 silent');
    expect((await alive.call('Heartbeat', {}))[0]).toBe(3);
  });

  test('every message is in the communication log under its action, without secrets', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    await station.call('MeterValues', meter(1_500));
    gateway.registry.send('CP1', { commandId: 'C1', cmd: 'setKey', key: 'AuthorizationKey', value: 'top"secret' });
    const [, id] = await station.next((frame) => frame[2] === 'ChangeConfiguration');
    station.say([3, id, { status: 'Accepted' }]);
    await untilHolds(() => gateway.backend.settlements.length === 1);
    await gateway.frames.drain();
    const rows = gateway.backend.records.map(({ direction, type, sequence, epoch, summary }) => ({ direction, type, sequence, epoch, summary }));
    expect(rows).toEqual([
      { direction: 'up', type: 'MeterValues', sequence: 's1', epoch: 1, summary: 'gun 1, transaction 7, 1.5000 kWh' },
      { direction: 'down', type: 'MeterValues', sequence: 's1', epoch: 1, summary: '' },
      { direction: 'down', type: 'ChangeConfiguration', sequence: id, epoch: 1, summary: '' },
      { direction: 'up', type: 'ChangeConfiguration', sequence: id, epoch: 1, summary: '' },
    ]);
    expect(JSON.stringify(gateway.backend.records)).not.toContain('secret');
    expect(station.received.some((text) => text.includes('top\\"secret'))).toBe(true);
  });

  test('closing answers what was heard, reports each end to the back end and refuses new connections', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    const gate = createGate();
    gateway.backend.before = () => gate.opened;
    station.say([2, 'last', 'MeterValues', meter(9)]);
    await untilHolds(() => gateway.backend.handledAtOnceMax === 1);
    const closing = gateway.listener.close();
    gate.open();
    await closing;
    expect(gateway.backend.calls).toEqual(['login CP1 1', 'chargingSample', 'disconnected CP1 1 shutdown']);
    expect(await station.closed).toBe(1012);
    await expect(connectStation(gateway, 'CP2')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('kick ends the session', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    expect(gateway.registry.kick('CP1')).toBe(true);
    expect(await station.closed).toBe(1000);
    await untilHolds(() => gateway.backend.calls.includes('disconnected CP1 1 kicked'));
    expect(gateway.registry.epochOf('CP1')).toBeUndefined();
  });
});
