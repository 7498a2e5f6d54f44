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
    const line = plainLine(error, settings);
    if (line === undefined) log.fatal({ err: error }, 'the start failed');
    fail(line ?? 'The start failed; see the message above.');
    return undefined;
  });
  if (!system) process.exit();
  for (const line of system.greeting) console.log(line);
  stopOn(system, log);
}

/** What an operator can do something about is told in one line, without a stack. */
function plainLine(error: unknown, { host, databaseUrl }: Config): string | undefined {
  if (error instanceof DataDirInUse || error instanceof MigrationError || error instanceof MasterKeyError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && databaseUrl === undefined)) return `HOST ${host} is no address of this machine.`;
  if ('syscall' in error && error.syscall === 'listen') return listenLine(code, error);
  if (DATABASE_CODES.has(code)) return `The database of DATABASE_URL cannot be used: ${error.message}.`;
  if (code === '42501') return `The user of DATABASE_URL must own the database and, at the first start, may create roles: ${error.message}.`;
  if ('path' in error) return `The data folder cannot be used: ${error.message}.`;
  return undefined;
}

/** Nobody answers, no such host, a wrong password, no such database, not allowed in. */
const DATABASE_CODES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '28P01', '28000', '3D000']);

function listenLine(code: string, error: Error): string | undefined {
  const port = 'port' in error ? String(error.port) : '?';
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program; set PORT, OCPP_PORT or PILE_PORT to a free one.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}.`;
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
