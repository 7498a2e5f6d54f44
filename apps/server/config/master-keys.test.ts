import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecrets, masterKeyId } from '#kit/server/security/secrets.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { demandMasterKeys } from './demand-master-keys.ts';
import { readMasterKeys } from './master-keys.ts';

const log = pino({ level: 'silent' });
const [ONE, TWO] = ['a1'.repeat(32), 'b2'.repeat(32)];
const idOf = (hex: string): string => masterKeyId(new Uint8Array(Buffer.from(hex, 'hex')));

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  folder = temporaryFolder('keys');
  await database.asSuperuser('delete from master_key');
});
afterAll(async () => {
  await database.close();
});

const start = (more: { readonly secretsKey?: string; readonly lostKeyIds?: readonly string[]; readonly dataDir?: string } = {}) =>
  demandMasterKeys(database, { dataDir: folder, secretsKey: undefined, lostKeyIds: [], log, ...more });

test('the first start makes a key that only its owner reads, and every later one finds it', async () => {
  const [[one], [two]] = await Promise.all([start(), start({ secretsKey: '' })]);
  expect(one).toEqual(two);
  expect((await stat(path.join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600);
  const sealed = createSecrets([one]).seal('123456', { purpose: 'p', row: 'r' });
  expect(createSecrets(await start()).open(sealed, { purpose: 'p', row: 'r' })).toBe('123456');
});

test('a named key wins, the newest first, and what is no key is told', async () => {
  const keys = await readMasterKeys({ dataDir: folder, secretsKey: `${ONE}, ${TWO}` });
  expect(keys?.map((key) => key[0])).toEqual([0xa1, 0xb2]);
  await expect(start({ secretsKey: 'secret' })).rejects.toThrow('SECRETS_KEY must hold keys of 64 hex digits');
  await writeFile(path.join(folder, 'secrets.key'), 'broken');
  await expect(start()).rejects.toThrow('secrets.key must hold keys');
  expect(await readFile(path.join(folder, 'secrets.key'), 'utf8')).toBe('broken');
});

test('a missing key is not replaced: the start is refused with one line that names it', async () => {
  await start({ secretsKey: ONE });
  const refused = start();
  await expect(refused).rejects.toMatchObject({ name: 'MasterKeyError' });
  await expect(refused).rejects.toThrow(new RegExp(`^secrets\\.key in \\S+ is missing, .*SECRETS_LOST=${idOf(ONE)}\\.$`));
  expect(await readdir(folder)).toEqual([]);
});

test('a foreign key is refused, a new one in front of the old is taken, and then both are asked for', async () => {
  await start({ secretsKey: ONE });
  await expect(start({ secretsKey: TWO })).rejects.toThrow(`SECRETS_KEY does not hold the key ${idOf(ONE)}`);
  expect(await start({ secretsKey: `${TWO},${ONE}` })).toHaveLength(2);
  await expect(start({ secretsKey: ONE })).rejects.toThrow(`SECRETS_KEY does not hold the key ${idOf(TWO)}`);
});

test('another key under the same id is refused', async () => {
  await start({ secretsKey: ONE });
  await database.asSuperuser(`update master_key set sealed = replace(sealed, '.', '.x')`);
  await expect(start({ secretsKey: ONE })).rejects.toThrow(idOf(ONE));
});

test('an operator who has lost a key for good goes on without it, from then on', async () => {
  await start({ secretsKey: ONE });
  expect(await start({ secretsKey: TWO, lostKeyIds: [idOf(ONE)] })).toHaveLength(1);
  expect(await start({ secretsKey: TWO })).toHaveLength(1);
});

test('a process with a folder of its own makes no key beside the one of the database', async () => {
  await start();
  const other = temporaryFolder('keys');
  await expect(start({ dataDir: other })).rejects.toThrow('is missing');
});
