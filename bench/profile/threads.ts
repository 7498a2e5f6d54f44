import { readdirSync, readFileSync } from 'node:fs';

/** CPU of a process so far, milliseconds: its main thread, in user code and in the system, and all its other threads (V8's collectors and compiler, Node's pool). */
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

/** What was used between two looks, for each of so many samples, microseconds. */
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
