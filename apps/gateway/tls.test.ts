import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { boundTotalOnly } from '#kit/server/connections/connection-bounds.ts';
import { watchCertificate } from '#kit/server/tls/certificate.ts';
import type { CertificateSource } from '#kit/server/tls/certificate.ts';
import { createCertificate, writeCertificate } from '#kit/test/certificates.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { open, silent } from './native/testing/listener.ts';
import { accountQuery, TestPile } from './native/testing/pile.ts';
import { connectStation, PROXY, startGateway } from './ocpp/testing/test-gateway.ts';
import type { Gateway } from './ocpp/testing/test-gateway.ts';

const NAME = 'piles.example';
const DAY_MS = 86_400_000;
type Pem = Awaited<ReturnType<typeof createCertificate>>;

let folder: string;
let first: Pem;
let certificate: CertificateSource;
const gateways: Gateway[] = [];

beforeAll(async () => {
  folder = temporaryFolder('tls');
  first = await createCertificate();
});
afterEach(async () => {
  certificate.stop();
  for (const gateway of gateways.splice(0)) await gateway.close();
});

const present = async (pem: Pem = first): Promise<CertificateSource> => {
  certificate = await watchCertificate(await writeCertificate(folder, pem), { log: silent as never, lookMs: 10 });
  return certificate;
};
const openNative = async (connections = boundTotalOnly(100)) => {
  const testbed = await open({ tls: { port: 0, certificate: await present() }, connections });
  return { ...testbed, tlsPort: testbed.listener.tlsPort ?? 0 };
};
const openOcpp = async (connections = boundTotalOnly(100)) => {
  const gateway = await startGateway({}, 150, { tls: { port: 0, certificate: await present() }, connections });
  gateways.push(gateway);
  gateway.backend.secrets.set('CP1', 'pw');
  return { ...gateway, tlsUrl: `wss://127.0.0.1:${gateway.listener.tlsPort}/ocpp`, tlsPort: gateway.listener.tlsPort ?? 0 };
};
const dialTls = async (port: number, options: ConnectionOptions & { readonly localAddress?: string } = {}): Promise<TLSSocket> => {
  const socket = connect({ host: '127.0.0.1', port, servername: NAME, ca: first.cert, ...options });
  await once(socket, 'secureConnect');
  return socket;
};
const shown = (socket: TLSSocket): string => socket.getPeerCertificate().fingerprint256;
/** Resolves when the other side has ended or reset the connection. */
const endOf = (socket: Socket): Promise<void> => {
  socket.on('error', () => undefined).resume();
  return new Promise((resolve) => void socket.once('close', () => resolve()));
};

describe('native piles', () => {
  test('log in over TLS beside piles that do not, and the business knows which is which', async () => {
    const { backend, listener, tlsPort } = await openNative();
    const [plain, overTls] = [
      new TestPile(connectTcp(listener.port, '127.0.0.1'), { cpCode: 'CP-PLAIN' }),
      new TestPile(await dialTls(tlsPort), { cpCode: 'CP-TLS' }),
    ];
    expect([await plain.loginResult(), await overTls.loginResult()]).toEqual([0, 0]);
    expect([...backend.overTls]).toEqual(
      expect.arrayContaining([
        ['CP-PLAIN', false],
        ['CP-TLS', true],
      ]),
    );
    expect(listener.openConnections).toBe(2);
    expect((await overTls.sendRequest(accountQuery('C1'))).message).toMatchObject({ type: '0103' });
  });

  test('what is no handshake ends the connection and nothing else', async () => {
    const { listener, tlsPort } = await openNative();
    const pile = new TestPile(await dialTls(tlsPort));
    expect(await pile.loginResult()).toBe(0);
    const garbage = [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(70_000, 0x68), Buffer.from([0x16, 3, 1, 0xff, 0xff]), Buffer.from([0])];
    const ends = garbage.map((bytes) => {
      const socket = connectTcp(tlsPort, '127.0.0.1');
      socket.end(bytes);
      return endOf(socket);
    });
    await Promise.all(ends);
    expect((await pile.sendRequest(accountQuery('C1'))).message).toMatchObject({ type: '0103' });
    await eventually(() => expect(listener.openConnections).toBe(1));
  });

  test('a closing listener does not wait for a handshake that is never completed', async () => {
    const { listener, tlsPort } = await openNative();
    const idle = connectTcp(tlsPort, '127.0.0.1');
    await once(idle, 'connect');
    const ended = endOf(idle);
    await listener.close();
    await ended;
    expect(idle.destroyed).toBe(true);
  });
});

describe('OCPP stations', () => {
  test('connect by wss beside stations on ws', async () => {
    const { backend, url, tlsUrl } = await openOcpp();
    const station = await connectStation({ url: tlsUrl }, 'CP1', { ca: first.cert, servername: NAME });
    expect((await station.call('Heartbeat', {}))[0]).toBe(3);
    expect(backend.overTls.get('CP1')).toBe(true);
    backend.secrets.set('CP2', 'pw');
    await connectStation({ url }, 'CP2');
    expect(backend.overTls.get('CP2')).toBe(false);
  });

  test('a proxy that says so counts as TLS, and only a trusted one', async () => {
    const { backend, url } = await openOcpp();
    const headers = { 'x-forwarded-proto': 'https', authorization: `Basic ${Buffer.from('CP1:pw').toString('base64')}` };
    const station = await connectStation({ url }, 'CP1', { headers, localAddress: PROXY });
    expect(backend.overTls.get('CP1')).toBe(true);
    station.ws.terminate();
    await station.closed;
    await connectStation({ url }, 'CP1', { headers });
    expect(backend.overTls.get('CP1')).toBe(false);
  });

  test('an address that has logged in over TLS counts as known, so strangers cannot take its place', async () => {
    const bounds = { ...boundTotalOnly(10), strangersMax: 1 };
    const { tlsUrl, tlsPort } = await openOcpp(bounds);
    const station = await connectStation({ url: tlsUrl }, 'CP1', { ca: first.cert, servername: NAME });
    // The station no longer counts as a stranger, so there is room for one.
    const stranger = await dialTls(tlsPort, { localAddress: '127.0.0.2' });
    const refused = connectTcp({ port: tlsPort, host: '127.0.0.1', localAddress: '127.0.0.3' });
    await endOf(refused);
    expect((await station.call('Heartbeat', {}))[0]).toBe(3);
    stranger.destroy();
  });
});

describe.each([
  ['native', openNative],
  ['OCPP', openOcpp],
] as const)('the certificate of the %s port', (_protocol, openPort) => {
  test('is refused by a client that does not know it or expects another name', async () => {
    const { tlsPort } = await openPort();
    await expect(dialTls(tlsPort, { ca: undefined })).rejects.toThrow(/self-signed/u);
    await expect(dialTls(tlsPort, { servername: 'other.example' })).rejects.toThrow(/altnames/u);
    await expect(dialTls(tlsPort, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1' })).rejects.toThrow(/version|protocol/iu);
    expect((await dialTls(tlsPort)).authorized).toBe(true);
  });

  test('that has expired is refused by a client that looks, and others connect', async () => {
    first = await createCertificate({ validFromMs: Date.now() - 9 * DAY_MS, validToMs: Date.now() - DAY_MS });
    const { tlsPort } = await openPort();
    await expect(dialTls(tlsPort)).rejects.toThrow(/expired/u);
    expect((await dialTls(tlsPort, { rejectUnauthorized: false })).authorized).toBe(false);
    first = await createCertificate();
  });

  test('changes for new connections, while open ones go on', async () => {
    const { tlsPort } = await openPort();
    const before = await dialTls(tlsPort);
    const second = await createCertificate();
    const changed = new Promise<void>((resolve) => void certificate.onChange(() => resolve()));
    await writeCertificate(folder, second);
    await changed;
    const after = await dialTls(tlsPort, { ca: second.cert });
    expect(shown(after)).not.toBe(shown(before));
    await expect(dialTls(tlsPort)).rejects.toThrow(/self-signed/u);
    expect(before.destroyed).toBe(false);
  });
});
