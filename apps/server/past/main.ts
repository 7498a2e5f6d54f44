import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#kit/db/index.ts';
import { fillPast } from './fill.ts';
import { lowerPriority } from './lower-priority.ts';

/** Groups of stations whose past is entered side by side. */
const LANES = 3;
/** So long after a request of a browser no part begins: two processors that are both busy make even what comes first slower. */
const GIVE_WAY_MS = 800;
/** After so long the next part begins all the same. */
const GIVE_WAY_MAX_MS = 2_000;
/** What a lane waits for browsers in all, so that the past stands soon while somebody works. */
const GIVE_WAY_TOTAL_MS = 45_000;
const SEED = 1;

void lowerPriority(process.pid);
// The address holds a password, so it comes through the pipe, whose end is also that of the parent. Each later line is a request of a browser.
let isBegun = false;
let givesWayUntilMs = 0;
let waitedMs = 0;
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  if (isBegun) givesWayUntilMs = Date.now() + GIVE_WAY_MS;
  else void fill(text.trim());
  isBegun = true;
});
process.stdin.on('end', () => process.exit(0));

async function fill(url: string): Promise<void> {
  const database = openDatabase({ url, name: 'past', systemConnections: LANES, appConnections: 1 });
  if (isOnThisMachine(url)) database.systemPool.on('connect', lowerPriorityOf);
  try {
    await fillPast(database, {
      seed: SEED,
      days: Number(process.env['PAST_DAYS'] ?? 400),
      log: (line) => console.log(`past: ${line}`),
      pause: giveWay,
      nowMs: () => Date.now(),
    });
  } catch (error) {
    console.error(`past: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
  await database.close().catch(() => undefined);
  process.exit();
}

async function giveWay(): Promise<void> {
  const begunMs = Date.now();
  const latestMs = begunMs + Math.min(GIVE_WAY_MAX_MS, GIVE_WAY_TOTAL_MS - waitedMs / LANES);
  for (let untilMs = givesWayUntilMs; Date.now() < Math.min(untilMs, latestMs); untilMs = givesWayUntilMs)
    await sleep(Math.min(untilMs, latestMs) - Date.now());
  waitedMs += Date.now() - begunMs;
}

/** Whether the server is reached by a socket in the file system. Such an address has no host before its path, so it is no URL. */
function isOnThisMachine(address: string): boolean {
  return new URLSearchParams(address.split('?')[1]).get('host')?.startsWith('/') ?? false;
}

/** The server's process of a connection does most of the work, so it waits for the living network like this one. */
function lowerPriorityOf(client: object): void {
  const pid: unknown = Reflect.get(client, 'processID');
  if (typeof pid === 'number') void lowerPriority(pid);
}
