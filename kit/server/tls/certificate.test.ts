import { rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { createCertificate, filesIn, writeCertificate } from '#kit/test/certificates.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { readCertificate, watchCertificate } from './certificate.ts';
import type { CertificateSource } from './certificate.ts';

const DAY_MS = 86_400_000;
let folder: string;
let source: CertificateSource | undefined;
const logged: string[] = [];
const log = {
  info: (_facts: object, message: string) => void logged.push(`info ${message}`),
  warn: (_facts: object, message: string) => void logged.push(`warn ${message}`),
  error: (_facts: object, message: string) => void logged.push(`error ${message}`),
} as unknown as Parameters<typeof watchCertificate>[1]['log']; // pino's methods have further forms

beforeEach(async () => {
  folder = temporaryFolder('tls');
  logged.length = 0;
});
afterEach(async () => {
  source?.stop();
  source = undefined;
});

const watch = async (): Promise<CertificateSource> => {
  source = await watchCertificate(filesIn(folder), { log, lookMs: 10 });
  return source;
};

test('a certificate tells its names and its time', async () => {
  const validToMs = Math.floor(Date.now() / 1_000) * 1_000 + 40 * DAY_MS;
  const read = await readCertificate(await writeCertificate(folder, await createCertificate({ name: 'cpo.example', validToMs })));
  expect(read.names).toBe('DNS:cpo.example, IP Address:127.0.0.1');
  expect(read.validToMs).toBe(validToMs);
});

test.each([
  ['a key of another certificate', async () => ({ ...(await createCertificate()), key: (await createCertificate()).key })],
  ['a text that is no certificate', async () => ({ ...(await createCertificate()), cert: 'hello' })],
  ['an empty key', async () => ({ ...(await createCertificate()), key: '' })],
])('%s is refused at the start', async (_what, make) => {
  await writeCertificate(folder, await make());
  await expect(watch()).rejects.toThrow(/^TLS_CERT and TLS_KEY cannot be used: ./u);
});

test('a missing file is named', async () => {
  const { key } = await createCertificate();
  await writeFile(path.join(folder, 'key.pem'), key);
  await expect(watch()).rejects.toThrow(/ENOENT.*cert\.pem/u);
});

test('a new certificate is used, also one that a symbolic link leads to', async () => {
  const [first, second] = [await createCertificate(), await createCertificate({ name: 'second.example' })];
  const files = await writeCertificate(folder, first);
  const { current, onChange } = await watch();
  const changes: string[] = [];
  onChange(({ names }) => void changes.push(names));
  await writeFile(path.join(folder, 'new-cert.pem'), second.cert);
  await writeFile(path.join(folder, 'new-key.pem'), second.key);
  for (const [target, link] of [
    ['new-cert.pem', files.certFile],
    ['new-key.pem', files.keyFile],
  ] as const) {
    await symlink(path.join(folder, target), `${link}.link`);
    await rename(`${link}.link`, link);
  }
  await eventually(() => expect(changes).toEqual(['DNS:second.example, IP Address:127.0.0.1']));
  expect(current().cert.toString()).toBe(second.cert);
  expect(logged.at(-1)).toBe('info the TLS certificate was changed');
});

test.each([
  ['of another key', async () => ({ ...(await createCertificate()), key: (await createCertificate()).key })],
  ['that has expired', () => createCertificate({ validFromMs: Date.now() - 9 * DAY_MS, validToMs: Date.now() - DAY_MS })],
  ['that is not valid yet', () => createCertificate({ validFromMs: Date.now() + DAY_MS })],
])('a new certificate %s is logged once and not used; the next good one is', async (_what, make) => {
  const first = await createCertificate();
  await writeCertificate(folder, first);
  const { current, onChange } = await watch();
  const changes: string[] = [];
  onChange(({ names }) => void changes.push(names));
  await writeCertificate(folder, await make());
  const complaint = 'error a changed TLS certificate cannot be used; the one before stays in use';
  await eventually(() => expect(logged).toContain(complaint));
  expect(current().cert.toString()).toBe(first.cert);
  await writeCertificate(folder, await createCertificate({ name: 'good.example' }));
  await eventually(() => expect(changes).toEqual(['DNS:good.example, IP Address:127.0.0.1']));
});

test('an expired certificate is taken at the start and logged; one that ends soon is announced', async () => {
  await writeCertificate(folder, await createCertificate({ validFromMs: Date.now() - 9 * DAY_MS, validToMs: Date.now() - DAY_MS }));
  const { current } = await watch();
  expect(current().validToMs).toBeLessThan(Date.now());
  expect(logged).toEqual(['error the TLS certificate has expired; browsers and piles refuse it']);
  source?.stop();
  logged.length = 0;
  await writeCertificate(folder, await createCertificate({ validToMs: Date.now() + 5 * DAY_MS }));
  await watch();
  expect(logged).toEqual(['warn the TLS certificate expires soon']);
});
