import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createCertificate } from '#kit/test/certificates.ts';
import { createEgress, EgressError } from './egress.ts';
import type { EgressOptions } from './egress.ts';
import { isPublicAddress } from './public-address.ts';

const open: { close(done: () => void): unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise<void>((resolve) => void server.close(() => resolve()));
});

const listen = async (server: Server | ReturnType<typeof createTcpServer>, host = '127.0.0.1', port = 0): Promise<number> => {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port; // it listens on TCP
};
const receiver = (listener: RequestListener): Server => {
  const server = createServer(listener);
  server.keepAliveTimeout = 1;
  return server;
};
const hook = { headers: { 'content-type': 'application/json' }, body: '{"text":"warm"}' };
/** Calls a server of this test, which is allowed by its origin. */
const callInside = async (port: number, more: EgressOptions = {}) => {
  const origin = `http://127.0.0.1:${port}`;
  return createEgress({ insideOrigins: new Set([origin]), ...more }).post({ ...hook, url: `${origin}/robot?key=secret` });
};
const problemOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof EgressError ? { problem: error.problem, wasSent: error.wasSent } : error),
  );

describe('addresses', () => {
  test.each(['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '0.0.0.0',
    '224.0.0.1',
    '239.255.255.250',
    '255.255.255.255',
    '192.0.0.8',
    '198.18.0.1',
    '203.0.113.7',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    '100::1',
    'fec0::1',
    '',
    'localhost',
    '127.1',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('an address that is refused before a name server is asked', () => {
  const inside = [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
  ];
  /** Other spellings of loopback addresses, which the parser of URLs understands. */
  const spellings = ['https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://127.1/', 'https://①②⑦.0.0.1/'];
  test.each<readonly [string, string]>([
    ['http://example.com/hook', 'notHttps'],
    ['ftp://example.com/hook', 'badUrl'],
    ['javascript:alert(1)', 'badUrl'],
    ['example.com/hook', 'badUrl'],
    ['', 'badUrl'],
    [`https://example.com/${'a'.repeat(2_048)}`, 'badUrl'],
    ['https://user:word@example.com/', 'credentials'],
    ...[...inside, ...spellings].map((url) => [url, 'insideAddress'] as const),
  ])('%s', async (url, problem) => {
    const egress = createEgress({ resolve: () => Promise.reject(new Error('not to be asked')) });
    expect(egress.problemOf(url)).toBe(problem);
    expect(await problemOf(egress.post({ ...hook, url }))).toEqual({ problem, wasSent: false });
  });

  test('HTTP to a public host is a setting of its own', () => {
    expect(createEgress({ allowsHttp: true }).problemOf('http://example.com/hook')).toBeUndefined();
    expect(createEgress({ allowsHttp: true }).problemOf('http://127.0.0.1/hook')).toBe('insideAddress');
    expect(createEgress({ insideOrigins: new Set(['http://127.0.0.1:81']) }).problemOf('http://127.0.0.1:82/')).toBe('notHttps');
  });
});

describe('a name that leads inside', () => {
  test.each([[['127.0.0.1']], [['1.1.1.1', '10.0.0.1']], [['::ffff:192.168.0.1']], [['fe80::1']]])('%s is not called', async (addresses) => {
    const egress = createEgress({ resolve: () => Promise.resolve(addresses) });
    expect(await problemOf(egress.post({ ...hook, url: 'https://hooks.example/x' }))).toEqual({ problem: 'insideAddress', wasSent: false });
  });

  test('localhost is not called, by the real name server', async () => {
    expect(await problemOf(createEgress().post({ ...hook, url: 'https://localhost/x' }))).toEqual({ problem: 'insideAddress', wasSent: false });
  });

  test('a name that no server knows', async () => {
    const egress = createEgress({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await problemOf(egress.post({ ...hook, url: 'https://hooks.example/x' }))).toEqual({ problem: 'unresolved', wasSent: false });
  });

  test('a name that changes after the check leads to the checked address', async () => {
    const called: string[] = [];
    const at = (name: string) => receiver((_request, response) => void (called.push(name), response.end('ok')));
    const port = await listen(at('checked'), '127.0.0.2');
    await listen(at('inside'), '127.0.0.1', port);
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const egress = createEgress({
      allowsHttp: true,
      resolve: () => Promise.resolve(answers.shift() ?? ['127.0.0.1']),
      isPublic: (address) => address === '127.0.0.2',
    });
    const url = `http://hooks.example:${port}/x`;
    expect(await egress.post({ ...hook, url })).toMatchObject({ status: 200, body: 'ok' });
    expect(await problemOf(egress.post({ ...hook, url }))).toEqual({ problem: 'insideAddress', wasSent: false });
    expect(called).toEqual(['checked']);
  });

  test('the certificate must name the host, although the connection goes to the address', async () => {
    const server = createTlsServer(await createCertificate({ name: 'hooks.example' }), (_request, response) => void response.end('ok'));
    const port = await listen(server, '127.0.0.2');
    const egress = createEgress({ resolve: () => Promise.resolve(['127.0.0.2']), isPublic: () => true });
    // Nobody has signed it.
    expect(await problemOf(egress.post({ ...hook, url: `https://hooks.example:${port}/x` }))).toEqual({ problem: 'network', wasSent: false });
  });
});

describe('a hostile receiver', () => {
  test('that redirects to loopback is not followed', async () => {
    let called = 0;
    const insidePort = await listen(receiver((_request, response) => void (called++, response.end())));
    const port = await listen(receiver((_request, response) => void response.writeHead(307, { location: `http://127.0.0.1:${insidePort}/` }).end()));
    expect(await callInside(port)).toMatchObject({ status: 307 });
    expect(called).toBe(0);
  });

  test('that answers 10 MB is read up to 64 KiB', async () => {
    const port = await listen(receiver((_request, response) => void response.end(Buffer.alloc(10_000_000, 97))));
    const { status, body } = await callInside(port);
    expect([status, body.length]).toEqual([200, 65_536]);
  });

  test('that sends a zipped bomb gets no memory of ours', async () => {
    const port = await listen(receiver((_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('zipped')));
    expect(await callInside(port)).toMatchObject({ body: 'zipped' });
  });

  const bounds = { connectMs: 150, totalMs: 300, answerBytes: 1_000, urlLength: 2_048 };
  test('that never answers', async () => {
    const port = await listen(receiver(() => undefined));
    const begin = Date.now();
    expect(await problemOf(callInside(port, { bounds }))).toEqual({ problem: 'timeout', wasSent: true });
    expect(Date.now() - begin).toBeLessThan(5_000);
  });

  test('that sends its answer byte by byte for ever', async () => {
    const port = await listen(
      receiver((_request, response) => {
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(timer));
      }),
    );
    expect(await problemOf(callInside(port, { bounds }))).toEqual({ problem: 'timeout', wasSent: true });
  });

  test('that never finishes TLS', async () => {
    const sockets = new Set<{ destroy(): void }>();
    const port = await listen(createTcpServer((socket) => void sockets.add(socket.on('error', () => undefined))));
    const egress = createEgress({ bounds, insideOrigins: new Set([`https://127.0.0.1:${port}`]) });
    expect(await problemOf(egress.post({ ...hook, url: `https://127.0.0.1:${port}/` }))).toEqual({ problem: 'connectTimeout', wasSent: false });
    for (const socket of sockets) socket.destroy();
  });

  test('that closes without an answer', async () => {
    const port = await listen(receiver((request) => void request.on('end', () => request.socket.destroy()).resume()));
    expect(await problemOf(callInside(port))).toEqual({ problem: 'network', wasSent: true });
  });

  test('whose name server never answers', async () => {
    const egress = createEgress({ bounds, resolve: () => new Promise(() => undefined) });
    expect(await problemOf(egress.post({ ...hook, url: 'https://hooks.example/' }))).toEqual({ problem: 'connectTimeout', wasSent: false });
  });
});

test('a call carries body and headers, and an error never the address', async () => {
  const seen: unknown[] = [];
  const port = await listen(
    receiver((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push({
          url: request.url,
          body,
          type: request.headers['content-type'],
          length: request.headers['content-length'],
          host: request.headers.host,
        });
        response.writeHead(429, { 'retry-after': '7' }).end('slow');
      });
    }),
  );
  expect(await callInside(port)).toMatchObject({ status: 429, body: 'slow', headers: { 'retry-after': '7' } });
  expect(seen).toEqual([{ url: '/robot?key=secret', body: '{"text":"warm"}', type: 'application/json', length: '15', host: `127.0.0.1:${port}` }]);
  const free = await listen(receiver(() => undefined));
  await new Promise<void>((resolve) => void open.pop()?.close(() => resolve()));
  const error = await callInside(free).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(String(error)).toBe('EgressError: network ECONNREFUSED');
});
