import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../db/connections/embedded-database.ts';
import { type Embedded } from '../db/embedded/index.ts';
import { machineHasServer, installServer } from './install-postgres.ts';
import { removeOnExit } from './remove-on-exit.ts';
import { scratchFolder } from './scratch.ts';
import { migratedTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which test files request the database server of the run. */
    databaseBroker: string;
    /** The folder of the run, which is removed at its end. */
    runFolder: string;
  }
}

/**
 * One server for each run, started when the first test file requests it, so that tests without a database do not wait for it. With
 * TEST_POSTGRES=system it is the machine's PostgreSQL (installed with apt when missing) instead of the embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(scratchFolder(), 'chargeops-test-'));
  await chmod(folder, 0o711);
  removeOnExit(folder, 'data/postgres');
  let server: Promise<ServerOfRun> | undefined;
  const sockets = new Set<Socket>();
  const broker = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    server ??= startTestServer(folder);
    server.then(
      ({ url, workUrl, superuserUrl, version, bin }) => socket.end(JSON.stringify({ url, workUrl, superuserUrl, version, bin })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  const address = join(folder, 'broker.sock');
  await new Promise<void>((resolve) => broker.listen(address, resolve));
  project.provide('databaseBroker', address);
  project.provide('runFolder', folder);
  return async () => {
    for (const socket of sockets) socket.destroy();
    broker.close();
    await server?.then(
      async (each) => each.stop(),
      () => undefined,
    );
    rmSync(folder, { recursive: true, force: true });
  };
}

interface ServerOfRun extends Embedded {
  /** The address for working on the template and its copies. */
  readonly workUrl: string;
}

const startTestServer = async (folder: string): Promise<ServerOfRun> => {
  const source = process.env['TEST_POSTGRES'] === 'system' ? 'system' : 'embedded';
  if (source === 'system' && !(await machineHasServer())) await installServer();
  const server = await startEmbeddedDatabase({ dataDir: join(folder, 'data'), source, durable: false });
  return { ...server, workUrl: await migratedTemplate(server) };
};
