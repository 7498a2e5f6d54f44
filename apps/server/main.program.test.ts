import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '#kit/test/database.ts';
import { scratchFolder } from '#kit/test/scratch.ts';

/** The built program, as `npm start` runs it. */
const PROGRAM = fileURLToPath(new URL('../../tools/start.mjs', import.meta.url));
/** Loaded before the program: raises an error on demand that no code of the program handles. */
const planted = (source: string): string => `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${source} })`)}`;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(scratchFolder(), 'chargeops-main-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test.each([
  ['thrown error', `throw new Error('planted')`],
  ['rejection', `void Promise.reject(new Error('planted'))`],
])('a %s that nobody handles is told, the embedded database is stopped, and the process ends with 1', async (_, source) => {
  const child = spawn(process.execPath, ['--import', planted(source), PROGRAM, '--empty'], {
    env: { ...process.env, DATA_DIR: dataDir, ROLES: 'worker', NODE_NAME: 'main-test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.on('data', (data) => output.push(String(data)));
  child.stderr.on('data', (data) => output.push(String(data)));
  const ended = once(child, 'exit');
  const runs = (): boolean => existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'));
  await expect.poll(() => child.exitCode !== null || (runs() && output.join('').includes('password')), { interval: 20 }).toBe(true);
  child.kill('SIGUSR2');
  expect((await ended)[0]).toBe(1);
  expect(output.join('')).toContain('planted');
  expect(runs()).toBe(false);
});

test('a database of before the first release is refused with one line that says what to do', async () => {
  const database = await freshDatabase();
  await database.asSuperuser(`UPDATE kit_migration SET name = '0001_base' WHERE number = 1`);
  const child = spawn(process.execPath, [PROGRAM, '--empty'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, ROLES: 'worker', NODE_NAME: 'main-test' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output: string[] = [];
  child.stderr.on('data', (data) => output.push(String(data)));
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(output.join('')).toBe(
    'This database was made by a version before the first release and cannot be upgraded: move the data folder (.data) away, or name an empty database in DATABASE_URL, and start again.\n',
  );
  await database.close();
});
