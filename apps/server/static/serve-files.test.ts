import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { KEPT_FOR_EVER, serveFiles } from './serve-files.ts';

const app = Fastify();
let folder = '';

beforeAll(async () => {
  folder = temporaryFolder('files');
  const root = path.join(folder, 'web');
  await mkdir(path.join(root, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  await writeFile(path.join(root, 'index.html'), '<p>page</p>');
  await writeFile(path.join(root, 'assets/a.js'), 'let a;');
  await writeFile(path.join(root, 'assets/a.js.br'), brotliCompressSync('let a;'));
  await serveFiles(app, { root, prefix: '/', setHeaders: (reply) => void reply.headers(KEPT_FOR_EVER) });
  await serveFiles(app, {
    root: path.join(root, 'assets'),
    prefix: '/other/',
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
});
afterAll(async () => {
  await app.close();
});

test('a file comes in the form that the browser takes, with its headers', async () => {
  const plain = await app.inject('/assets/a.js');
  expect(plain.body).toBe('let a;');
  expect(plain.headers).toMatchObject({ ...KEPT_FOR_EVER, 'content-type': 'application/javascript; charset=utf-8' });
  const small = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe('let a;');
});

test('a browser that has a file is not sent it again, and HEAD has no body', async () => {
  const { headers } = await app.inject('/assets/a.js');
  const again = await app.inject({ url: '/assets/a.js', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await app.inject({ method: 'HEAD', url: '/assets/a.js' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test('the folder itself is its page, and two folders have their own headers', async () => {
  expect((await app.inject('/')).body).toBe('<p>page</p>');
  const other = await app.inject('/other/a.js');
  expect([other.body, other.headers['cache-control']]).toEqual(['let a;', 'no-cache']);
});

describe('nothing else is served', () => {
  test.each(['/assets', '/assets/', '/nothing.js', '/ASSETS/a.js', '/other/', '/other/index.html'])('%s is not found', async (url) =>
    expect((await app.inject(url)).statusCode).toBe(404),
  );

  test.each([
    '/..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/other/..%2findex.html',
    '/index.html%00',
    '//index.html',
    '/%5c..%5csecret.txt',
  ])('%s is refused', async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect([400, 403, 404]).toContain(statusCode);
    expect(body).not.toMatch(/^secret$|<p>/u);
  });
});
