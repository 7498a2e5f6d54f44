import { readdirSync, readFileSync } from 'node:fs';

/**
 * The CPU time that a process has used so far: its main thread, in user code and in the kernel, and all its other threads (V8's garbage collectors
 * and compiler, Node's pool).
 */
export interface ThreadTimes {
  readonly mainUserMs: number;
  readonly mainSystemMs: number;
  readonly othersMs: number;
}

const TICK_MS = 10;

export const threadTimes = (pid: number): ThreadTimes => {
  const main = timesOf(`/proc/${pid}/task/${pid}/stat`);
  const others = readdirSync(`/proc/${pid}/task`)
    .filter((thread) => thread !== String(pid))
    .map((thread) => timesOf(`/proc/${pid}/task/${thread}/stat`));
  return { mainUserMs: main.userMs, mainSystemMs: main.systemMs, othersMs: others.reduce((sum, each) => sum + each.userMs + each.systemMs, 0) };
};

/** The CPU time between two readings, divided by a number of samples, in microseconds. */
export const usPerSample = (
  from: ThreadTimes,
  to: ThreadTimes,
  samples: number,
): { readonly main: number; readonly system: number; readonly others: number } => {
  const each = (ms: number): number => (ms * 1_000) / samples;
  return {
    main: each(to.mainUserMs + to.mainSystemMs - from.mainUserMs - from.mainSystemMs),
    system: each(to.mainSystemMs - from.mainSystemMs),
    others: each(to.othersMs - from.othersMs),
  };
};

const timesOf = (file: string): { readonly userMs: number; readonly systemMs: number } => {
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { userMs: Number(fields[11] ?? 0) * TICK_MS, systemMs: Number(fields[12] ?? 0) * TICK_MS };
};
