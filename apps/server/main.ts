import pino from 'pino';
import { DataDirInUse } from '#kit/db/embedded/index.ts';
import { MigrationError } from '#kit/db/migrate.ts';
import { readConfig } from './config.ts';
import { MasterKeyError } from './master-keys.ts';
import type { Config } from './config.ts';
import { startSystem } from './system.ts';
import type { System } from './system.ts';

/** SIGTERM drains within this time; after it the process ends anyway. */
const DRAIN_MS = 10_000;

const config = readConfig(process.env, process.argv.slice(2));
if (typeof config === 'string') fail(config);
else await run(config);

async function run(settings: Config): Promise<void> {
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' });
  const system = await startSystem(settings, log).catch((error: unknown) => {
    const line = plainLine(error);
    if (line === undefined) log.fatal({ err: error }, 'the start failed');
    fail(line ?? 'The start failed; see the message above.');
    return undefined;
  });
  if (!system) process.exit();
  for (const line of system.greeting) console.log(line);
  stopOn(system, log);
}

/** What an operator can do something about is told in one line, without a stack. */
function plainLine(error: unknown): string | undefined {
  if (error instanceof DataDirInUse || error instanceof MigrationError || error instanceof MasterKeyError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const port = 'port' in error ? String(error.port) : '?';
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program; set PORT, OCPP_PORT or PILE_PORT to a free one.`;
  if (error.code === 'EACCES') return `This user may not listen on port ${port}.`;
  if (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND' || error.code === '28P01' || error.code === '3D000')
    return `The database of DATABASE_URL cannot be used: ${error.message}.`;
  return undefined;
}

function stopOn(system: System, log: pino.Logger): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    system.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
