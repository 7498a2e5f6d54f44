import pino from 'pino';
import { readConfig } from './config/config.ts';
import { startupError } from './config/startup-error.ts';
import type { Config } from './config/config.ts';
import { startSystem } from './system.ts';
import type { System } from './system.ts';

/** After SIGTERM the system may drain for this time; then the process exits in any case, before the 30 s after which Kubernetes would kill it. */
const DRAIN_MS = 25_000;

const config = readConfig(process.env, process.argv.slice(2));
if (typeof config === 'string') fail(config);
else await run(config);

async function run(settings: Config): Promise<void> {
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' });
  const stop = onEnd(log);
  const system = await startSystem(settings, log).catch((error: unknown) => {
    const line = startupError(error, settings);
    if (line === undefined) log.fatal({ err: error }, 'the start failed');
    fail(line ?? 'The start failed; see the message above.');
    return undefined;
  });
  if (!system) process.exit();
  stop.attach(system);
  for (const line of system.greeting) console.log(line);
}

/**
 * Stops the system on a signal, and as a last resort on an unhandled error: the state is then unknown, so the system drains and
 * exits with code 1.
 */
function onEnd(log: pino.Logger): { readonly attach: (system: System) => void } {
  let running: System | undefined;
  let stopping = false;
  const stop = (code: 0 | 1): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.fatal(`the stop took longer than ${DRAIN_MS / 1_000} s and is broken off`);
      process.exit(1);
    }, DRAIN_MS).unref();
    if (!running) process.exit(code);
    running.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  // Node also raises this event for an unhandled rejection.
  process.on('uncaughtException', (error: unknown) => {
    log.fatal({ err: error }, 'an error that nobody handled: the process drains and ends');
    stop(1);
  });
  return {
    attach: (system) => {
      running = system;
      process.on('SIGTERM', () => stop(0));
      process.on('SIGINT', () => stop(0));
    },
  };
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
