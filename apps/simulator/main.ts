import { readTask, type Task } from './arguments.ts';
import { playDemo } from './demo/demo.ts';
import { runLoad } from './load/load.ts';
import { runScenario } from './scenario/run.ts';
import { readSettings, type Settings } from './settings.ts';

/** How often a child looks whether its parent is still there. */
const PARENT_LOOK_MS = 1_000;
/** Goodbyes leave within this time. */
const GOODBYE_MS = 200;

const task = readTask(process.argv.slice(2));
const settings = readSettings(process.env);
if (typeof task === 'string') fail(task);
else if (typeof settings === 'string') fail(settings);
else await run(task, settings).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
if (process.exitCode === 1 || typeof task === 'string' || task.mode !== 'demo') process.exit();

async function run(asked: Task, known: Settings): Promise<void> {
  const say = (line: string): void => console.log(line);
  switch (asked.mode) {
    case 'demo': {
      const end = endWith(() => undefined);
      const demo = await playDemo(known, say);
      end.stop = () => demo.stop();
      return;
    }
    case 'scenario': {
      const { ok, words } = await runScenario(known, asked, say);
      say(`${asked.name}: ${ok ? 'ok' : 'FAILED'}: ${words}`);
      if (!ok) process.exitCode = 1;
      return;
    }
    case 'load':
      return runLoad(known, asked, say);
  }
}

/** Ends the process on a signal, or when the program that started it is gone. */
function endWith(stop: () => void): { stop: () => void } {
  const ending = { stop };
  const end = (): void => {
    ending.stop();
    setTimeout(() => process.exit(0), GOODBYE_MS);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), PARENT_LOOK_MS).unref();
  return ending;
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
