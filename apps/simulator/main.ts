import { playDemo } from './demo/demo.ts';
import { readSettings } from './settings.ts';

/** How often a child looks whether its parent is still there. */
const PARENT_LOOK_MS = 1_000;

const settings = readSettings(process.env);
const [mode = 'demo'] = process.argv.slice(2);
if (typeof settings === 'string') fail(settings);
else if (mode === 'demo') await demo(settings);
else fail(`There is no mode ${mode}. Known: demo.`);

async function demo(known: Exclude<typeof settings, string>): Promise<void> {
  const leave = stopper();
  try {
    const played = await playDemo(known, (line) => console.log(line));
    leave.by(() => played.stop());
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    process.exit();
  }
}

/** Ends the process on a signal, or when the program that started it is gone. */
function stopper(): { by(stop: () => void): void } {
  let stop = (): void => undefined;
  const end = (): void => {
    stop();
    setTimeout(() => process.exit(0), 200).unref();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), PARENT_LOOK_MS).unref();
  return {
    by: (work) => {
      stop = work;
    },
  };
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
