import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '#kit/db/schema/migrate.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { startupError } from './startup-error.ts';

const here = { host: '127.0.0.1', databaseUrl: undefined };
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const listening = (port: number, host: string) =>
  new Promise<{ port: number; close: () => void }>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const at = server.address();
      resolve({ port: typeof at === 'object' && at ? at.port : 0, close: () => server.close() });
    });
  });

test('a taken port and an address that is not here', async () => {
  const taken = await listening(0, '127.0.0.1');
  const twice = await failure(listening(taken.port, '127.0.0.1'));
  taken.close();
  expect(startupError(twice, here)).toBe(
    `Port ${taken.port} is taken by another program; set PORT, OCPP_PORT, PILE_PORT, METRICS_PORT or the ports over TLS to a free one.`,
  );
  expect(startupError(await failure(listening(0, '192.0.2.1')), { ...here, host: '192.0.2.1' })).toBe(
    'HOST 192.0.2.1 is no address of this machine.',
  );
});

test('a folder that cannot be made', async () => {
  const folder = temporaryFolder('plain');
  await writeFile(path.join(folder, 'file'), '');
  const line = startupError(await failure(mkdir(path.join(folder, 'file', 'data'), { recursive: true })), here);
  expect(line).toMatch(/^The data folder cannot be used: .*file/u);
});

test('a database where nobody answers', async () => {
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
  expect(startupError(await failure(migrate({ url: databaseUrl })), { ...here, databaseUrl })).toBe(
    'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  );
});

test('what nobody can help has no plain line', () => {
  expect(startupError(new TypeError('a mistake of ours'), here)).toBeUndefined();
});
