import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { untilHolds } from '#kit/test/patience.ts';
import { createGate } from '#kit/test/gate.ts';
import { authorization, connectStation, meter, startCommand, startGateway, type Gateway } from './testing/test-gateway.ts';

let gateway: Gateway;
const start = async (...args: Parameters<typeof startGateway>) => {
  gateway = await startGateway(...args);
  for (const code of ['CP1', 'CP2']) gateway.backend.secrets.set(code, 'pw');
  return gateway;
};
afterEach(async () => gateway.close());

const boot = { chargePointVendor: 'v', chargePointModel: 'm' };
/** One HTTP request written as text; resolves with the status line. */
const upgrade = (path: string, headers: readonly string[]) =>
  new Promise<string>((resolve) => {
    const socket = connect(gateway.listener.port, '127.0.0.1');
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        'Host: x',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        ...headers,
        '',
        '',
      ].join('\r\n'),
    );
    socket.once('data', (data) => {
      resolve(String(data));
      socket.destroy();
    });
  });
const ocpp = 'Sec-WebSocket-Protocol: ocpp1.6';

describe('letting stations in', () => {
  test('a station with the right password gets the subprotocol and its session', async () => {
    await start();
    const station = await connectStation(gateway, 'CP1');
    expect(station.ws.protocol).toBe('ocpp1.6');
    expect(station.ws.extensions).toBe('');
    expect(gateway.registry.epochOf('CP1')).toBe(1);
    expect(await station.call('BootNotification', boot)).toMatchObject([3, 's1', { status: 'Accepted', interval: 60 }]);
  });

  test('wrong paths and passwords get a status and no details', async () => {
    await start();
    const auth = `Authorization: ${authorization('CP1', 'pw')}`;
    expect(await upgrade('/elsewhere', [ocpp, auth])).toMatch(/^HTTP\/1.1 404 /);
    expect(await upgrade('/ocpp/%ff', [ocpp, auth])).toMatch(/^HTTP\/1.1 404 /);
    expect(await upgrade(`/ocpp/${'x'.repeat(49)}`, [ocpp, auth])).toMatch(/^HTTP\/1.1 404 /);
    const refused = await upgrade('/ocpp/CP1', [ocpp]);
    expect(refused).toMatch(/^HTTP\/1.1 401 /);
    expect(refused).toContain('WWW-Authenticate: Basic');
    expect(gateway.backend.credentialsAsked).toBe(0);
    expect(await upgrade('/ocpp/CP1', [ocpp, `Authorization: ${authorization('CP1', 'no')}`])).toBe(refused);
    expect(await upgrade('/ocpp/CP9', [ocpp, `Authorization: ${authorization('CP9', 'pw')}`])).toBe(refused);
    expect(await upgrade('/ocpp/CP1', [ocpp, `Authorization: ${authorization('CP2', 'pw')}`])).toBe(refused);
    expect(gateway.backend.alarms).toMatchObject([{ kind: 'wrongSecret', cpCode: 'CP1' }]);
    expect(gateway.listener.size).toBe(0);
  });

  test('a pile without a password of its own is not let in, a hex key is taken as text and as bytes', async () => {
    await start();
    gateway.backend.secrets.set('CP1', null).set('CP2', '00112233445566778899aabbccddeeff00112233');
    await expect(connectStation(gateway, 'CP1', { password: '' })).rejects.toThrow('HTTP 401');
    (await connectStation(gateway, 'CP2', { password: '00112233445566778899aabbccddeeff00112233' })).ws.terminate();
    const bytes = Buffer.concat([Buffer.from('CP2:'), Buffer.from('00112233445566778899aabbccddeeff00112233', 'hex')]).toString('base64');
    await untilHolds(() => gateway.registry.size === 0);
    await connectStation(gateway, 'CP2', { headers: { authorization: `Basic ${bytes}` } });
  });

  test('codes are percent-decoded', async () => {
    await start();
    gateway.backend.secrets.set('CP/3 4', 'pw').set('CP/34', 'pw');
    await expect(connectStation(gateway, 'CP/3 4')).rejects.toThrow('HTTP 404');
    await connectStation(gateway, 'CP/34');
    expect(gateway.registry.epochOf('CP/34')).toBe(1);
  });

  test('guesses run out before the database is asked, the station itself still gets in', async () => {
    await start();
    (await connectStation(gateway, 'CP1')).ws.terminate();
    await untilHolds(() => gateway.registry.size === 0);
    const asked = gateway.backend.credentialsAsked;
    const guess = () => connectStation(gateway, 'CP1', { password: 'guess', localAddress: '127.0.0.2' }).catch((error: Error) => error.message);
    const answers = await Promise.all(Array.from({ length: 40 }, guess));
    expect(answers.filter((answer) => answer === 'HTTP 401')).toHaveLength(10);
    expect(answers.filter((answer) => answer === 'HTTP 429')).toHaveLength(30);
    expect(gateway.backend.credentialsAsked).toBe(asked + 10);
    await connectStation(gateway, 'CP1');
    gateway.skewMs += 6_000;
    expect(await guess()).toBe('HTTP 429');
    gateway.skewMs += 60_000;
    expect(await guess()).toBe('HTTP 401');
  });

  test('a business that cannot answer now turns stations away for later', async () => {
    await start();
    gateway.backend.credentials = () => Promise.reject(new Error('no database'));
    await expect(connectStation(gateway, 'CP1')).rejects.toThrow('HTTP 503');
    expect(gateway.complaints).toHaveLength(1);
  });

  test('a station that hangs up while it is judged leaves nothing behind', async () => {
    await start();
    let decide = () => {};
    const login = gateway.backend.login.bind(gateway.backend);
    gateway.backend.login = async (attempt) => {
      await new Promise<void>((resolve) => {
        decide = resolve;
      });
      return login(attempt);
    };
    const leaving = connectStation(gateway, 'CP1', { handshakeTimeout: 60 });
    await expect(leaving).rejects.toThrow(/handshake/);
    decide();
    await untilHolds(() => gateway.backend.calls.length === 2);
    expect(gateway.backend.calls).toEqual(['login CP1 1', 'disconnected CP1 1 closed']);
    expect(gateway.registry.size).toBe(0);
  });

  test('a pile that is not enabled is held, and let in when it has been', async () => {
    await start({ pendingMs: 7_000 });
    gateway.backend.verdicts.set('CP1', 3);
    const station = await connectStation(gateway, 'CP1');
    expect(await station.call('BootNotification', boot)).toMatchObject([3, 's1', { status: 'Pending', interval: 7 }]);
    expect((await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })).slice(0, 3)).toEqual([
      4,
      's2',
      'SecurityError',
    ]);
    expect(await station.call('Heartbeat', {})).toMatchObject([3, 's3', { currentTime: expect.any(String) }]);
    expect(gateway.registry.send('CP1', startCommand())).toBe('offline');
    expect(gateway.backend.events).toEqual([]);
    gateway.backend.verdicts.delete('CP1');
    expect(await station.call('BootNotification', boot)).toMatchObject([3, 's4', { status: 'Accepted' }]);
    expect(gateway.registry.epochOf('CP1')).toBe(1);
    expect(gateway.backend.events).toMatchObject([{ event: { kind: 'other', name: 'BootNotification' } }]);
  });

  test('a held pile that sees no reason to boot is asked about again in time', async () => {
    await start({ pendingMs: 5_000 });
    gateway.backend.verdicts.set('CP1', 3);
    const station = await connectStation(gateway, 'CP1');
    const status = { connectorId: 1, errorCode: 'NoError', status: 'Available' };
    gateway.backend.verdicts.delete('CP1');
    expect((await station.call('StatusNotification', status)).slice(0, 3)).toEqual([4, 's1', 'SecurityError']);
    gateway.skewMs += 5_000;
    expect(await station.call('StatusNotification', status)).toEqual([3, 's2', {}]);
    expect(gateway.registry.epochOf('CP1')).toBe(1);
  });

  test.each([
    [1, 429],
    [2, 401],
    [4, 403],
    [5, 403],
  ] as const)('login result %d is HTTP %d', async (result, status) => {
    await start();
    gateway.backend.verdicts.set('CP1', result);
    await expect(connectStation(gateway, 'CP1')).rejects.toThrow(`HTTP ${status}`);
  });
});

describe('one session a pile', () => {
  test('while the first answers, a second is refused and the first notices nothing', async () => {
    await start();
    const first = await connectStation(gateway, 'CP1');
    await expect(connectStation(gateway, 'CP1')).rejects.toThrow('HTTP 409');
    expect(gateway.backend.alarms).toMatchObject([{ kind: 'duplicateIdentity', cpCode: 'CP1' }]);
    expect((await first.call('Heartbeat', {}))[0]).toBe(3);
    expect(gateway.registry.epochOf('CP1')).toBe(1);
  });

  test('a half-open first is replaced after the probe; its end changes nothing', async () => {
    await start();
    const first = await connectStation(gateway, 'CP1', { autoPong: false });
    const second = await connectStation(gateway, 'CP1');
    expect(gateway.registry.epochOf('CP1')).toBe(2);
    expect(gateway.backend.calls).toEqual(['login CP1 1', 'disconnected CP1 1 replaced', 'login CP1 2']);
    await first.closed;
    expect((await second.call('Heartbeat', {}))[0]).toBe(3);
    expect(gateway.registry.epochOf('CP1')).toBe(2);
    expect(gateway.listener.size).toBe(1);
  });

  test('events of the old session are done before the new one begins', async () => {
    await start();
    const first = await connectStation(gateway, 'CP1', { autoPong: false });
    const gate = createGate();
    gateway.backend.before = () => gate.opened;
    first.say([2, 'a', 'MeterValues', meter(5)]);
    await untilHolds(() => gateway.backend.handledAtOnceMax === 1);
    const second = connectStation(gateway, 'CP1');
    await first.closed;
    // Another pile that connects afterwards is accepted first.
    await connectStation(gateway, 'CP2');
    expect(gateway.backend.calls).toEqual(['login CP1 1', 'login CP2 1']);
    gate.open();
    await second;
    expect(gateway.backend.calls.slice(2)).toEqual(['chargingSample', 'disconnected CP1 1 replaced', 'login CP1 2']);
  });

  test('a pile that reconnects without a pause is slowed down and nobody else notices', async () => {
    await start();
    const other = await connectStation(gateway, 'CP2');
    const results: string[] = [];
    for (let n = 0; n < 100; n += 1) {
      const outcome = await connectStation(gateway, 'CP1').then(
        (station) => {
          station.ws.terminate();
          return 'in';
        },
        (error: Error) => error.message,
      );
      results.push(outcome);
    }
    expect(results.filter((result) => result === 'in')).toHaveLength(10);
    expect(results.filter((result) => result === 'HTTP 429')).toHaveLength(90);
    expect((await other.call('Heartbeat', {}))[0]).toBe(3);
    gateway.skewMs += 6_000;
    await connectStation(gateway, 'CP1');
    const logins = gateway.backend.calls.filter((line) => line.startsWith('login CP1')).length;
    await untilHolds(() => gateway.backend.calls.filter((line) => line.startsWith('disconnected CP1')).length === logins - 1);
    expect(gateway.listener.size).toBe(2);
  });

  test('500 piles at the same instant all get in and all are answered', async () => {
    await start();
    const codes = Array.from({ length: 500 }, (_, n) => `P${n}`);
    for (const code of codes) gateway.backend.secrets.set(code, 'pw');
    const answers = await Promise.all(
      codes.map(async (code) => {
        const station = await connectStation(gateway, code);
        return station.call('StartTransaction', { connectorId: 1, idTag: code, meterStart: 0, timestamp: '2026-11-20T12:00:00Z' });
      }),
    );
    expect(answers.every((answer) => answer[0] === 3)).toBe(true);
    expect(gateway.registry.size).toBe(500);
    expect(gateway.backend.events).toHaveLength(500);
  });
});
