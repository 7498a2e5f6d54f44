import pino from 'pino';
import { readConfig } from './config.ts';
import { plainLine } from './plain-line.ts';
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
