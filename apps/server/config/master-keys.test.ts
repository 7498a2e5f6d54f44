import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { loadMasterKeys } from './master-keys.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'chargeops-keys-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the first start makes a key that only its owner reads, and every later one finds it', async () => {
  const dataDir = path.join(folder, 'fresh');
  const [[one], [two]] = await Promise.all([loadMasterKeys({ dataDir, named: undefined }), loadMasterKeys({ dataDir, named: '' })]);
  expect(one).toEqual(two);
  expect((await stat(path.join(dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600);
  const sealed = createSecrets([one]).seal('123456', { purpose: 'p', row: 'r' });
  expect(createSecrets(await loadMasterKeys({ dataDir, named: undefined })).open(sealed, { purpose: 'p', row: 'r' })).toBe('123456');
});

test('a named key wins, the newest first, and what is no key is told', async () => {
  const keys = await loadMasterKeys({ dataDir: folder, named: `${'a1'.repeat(32)}, ${'b2'.repeat(32)}` });
  expect(keys.map((key) => key[0])).toEqual([0xa1, 0xb2]);
  await expect(loadMasterKeys({ dataDir: folder, named: 'secret' })).rejects.toThrow('SECRETS_KEY must hold keys of 64 hex digits');
  await writeFile(path.join(folder, 'secrets.key'), 'broken');
  await expect(loadMasterKeys({ dataDir: folder, named: undefined })).rejects.toThrow('secrets.key must hold keys');
  expect(await readFile(path.join(folder, 'secrets.key'), 'utf8')).toBe('broken');
});
