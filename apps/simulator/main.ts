import { parseTask, type Task } from './arguments.ts';
import { runDemo } from './demo/demo.ts';
import { runLoad } from './load/load.ts';
import { runScenario } from './scenario/run.ts';
import { readSettings, type Settings } from './settings.ts';

/** How often a child process checks that its parent still runs. */
const PARENT_CHECK_MS = 1_000;
/** The time for the last messages to leave. */
const EXIT_DELAY_MS = 200;

const task = parseTask(process.argv.slice(2));
const settings = readSettings(process.env);
if (typeof task === 'string') fail(task);
else if (typeof settings === 'string') fail(settings);
else await run(task, settings).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
if (process.exitCode === 1 || typeof task === 'string' || task.mode !== 'demo') process.exit();

async function run(requested: Task, config: Settings): Promise<void> {
  const log = (line: string): void => console.log(line);
  switch (requested.mode) {
    case 'demo': {
      const end = exitOnSignal(() => undefined);
      const demo = await runDemo(config, log, () => process.send?.({ stands: true }));
      end.stop = () => demo.stop();
      return;
    }
    case 'scenario': {
      const { ok, summary } = await runScenario(config, requested, log);
      log(`${requested.name}: ${ok ? 'ok' : 'FAILED'}: ${summary}`);
      if (!ok) process.exitCode = 1;
      return;
    }
    case 'load':
      return runLoad(config, requested, log);
  }
}

/** Ends the process on a signal, or when its parent process is gone. */
function exitOnSignal(stop: () => void): { stop: () => void } {
  const ending = { stop };
  const end = (): void => {
    ending.stop();
    setTimeout(() => process.exit(0), EXIT_DELAY_MS);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), PARENT_CHECK_MS).unref();
  return ending;
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
