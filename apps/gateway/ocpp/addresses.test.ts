import { once } from 'node:events';
import { WebSocket } from 'ws';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { independentClient } from './testing/independent-client.ts';
import { authorization, connectStation, PROXY, startGateway, type Gateway } from './testing/test-gateway.ts';

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway();
  for (const code of ['CP1', 'CP2']) gateway.backend.secrets.set(code, 'pw');
});
afterEach(async () => gateway.close());

const headersOf = (cpCode: string, password: string, forwardedFor: string) => ({
  authorization: authorization(cpCode, password),
  'x-forwarded-for': forwardedFor,
});
/** The result of a login: `in`, or the status of its refusal. */
const login = async (cpCode: string, { password = 'pw', localAddress = '127.0.0.1', forwardedFor = '' }): Promise<string> =>
  connectStation(gateway, cpCode, { localAddress, headers: headersOf(cpCode, password, forwardedFor) }).then(
    (station) => {
      station.ws.terminate();
      return 'in';
    },
    (error: Error) => error.message,
  );

describe('guesses from elsewhere', () => {
  test('never lock out the right password, wherever the station comes from for the first time', async () => {
    const guess = (localAddress: string) => login('CP1', { password: 'guess', localAddress });
    const guesses = await Promise.all(Array.from({ length: 200 }, (_, n) => guess(`127.0.1.${n % 100}`)));
    expect(guesses.filter((outcome) => outcome === 'HTTP 429').length).toBeGreaterThan(0);
    expect(guesses).not.toContain('in');
    // Beyond the station's limit, an address with wrong guesses is refused without a check.
    expect(await guess('127.0.1.1')).toBe('HTTP 429');
    expect(await login('CP1', { localAddress: '127.0.2.1' })).toBe('in');
  });

  test('behind one address leave its other stations alone', async () => {
    for (let n = 0; n < 100; n += 1) await login(`X${n}`, { password: 'guess' });
    expect(await login('CP2', {})).toBe('in');
  });
});

describe('the address of a station', () => {
  const addresses = () => gateway.backend.alarms.map(({ remoteAddress }) => remoteAddress);

  test('is what a named proxy says, and each station behind it has its own', async () => {
    const guess = (forwardedFor: string) => login('CP1', { password: 'guess', localAddress: PROXY, forwardedFor });
    for (let n = 0; n < 12; n += 1) await guess('203.0.113.7');
    expect(await guess('203.0.113.7')).toBe('HTTP 429');
    expect(await login('CP1', { localAddress: PROXY, forwardedFor: '203.0.113.8' })).toBe('in');
    expect(new Set(addresses())).toEqual(new Set(['203.0.113.7']));
  });

  test('is the last one that no named proxy has; what a client wrote before it is not believed', async () => {
    for (const forwardedFor of ['198.51.100.1, 203.0.113.7', `198.51.100.1, 203.0.113.7, ${PROXY}`, '::ffff:203.0.113.7'])
      await login('CP1', { password: 'guess', localAddress: PROXY, forwardedFor });
    expect(addresses()).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7']);
  });

  test('is its own when nobody named tells another', async () => {
    await login('CP1', { password: 'guess', localAddress: '127.0.0.5', forwardedFor: '203.0.113.7' });
    await login('CP1', { password: 'guess', localAddress: PROXY, forwardedFor: 'unknown' });
    expect(addresses()).toEqual(['127.0.0.5', PROXY]);
  });
});

describe('without a common subprotocol', () => {
  test.each([
    ['another one', ['ocpp2.0.1']],
    ['none', []],
  ])('%s: the handshake is completed without one and the connection closed', async (_name, offered) => {
    const ws = new WebSocket(`${gateway.url}/CP1`, offered, { headers: { authorization: authorization('CP1', 'pw') } });
    // A client that offered a protocol closes the connection itself when none is selected.
    ws.on('error', () => undefined);
    const closed = new Promise<number>((resolve) => ws.once('close', resolve));
    const [response] = await once(ws, 'upgrade');
    expect(response.statusCode).toBe(101);
    expect(response.headers).not.toHaveProperty('sec-websocket-protocol');
    expect(await closed).toBe(offered.length === 0 ? 1002 : 1006);
    expect([gateway.listener.size, gateway.backend.credentialsAsked, gateway.registry.size]).toEqual([0, 0, 0]);
  });

  test('an independent client of OCPP 2.0.1 does not get in', async () => {
    await expect(independentClient(gateway, { protocols: ['ocpp2.0.1'] }).connect()).rejects.toThrow(/subprotocol/);
    expect(gateway.registry.size).toBe(0);
  });
});
