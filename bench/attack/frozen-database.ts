import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, never } from './figures.ts';
import { countMissingRows, startBackgroundCaller, untilReady } from './background-caller.ts';
import type { Scenario } from './scenario.ts';

const FROZEN_MS = { short: 0, full: 30_000 } as const;
const RESPONSE_MAX_MS = 8_000;
const RECOVERY_MAX_MS = 5_000;
const READY_TIMEOUT_MS = 30_000;

/** Stops all processes of PostgreSQL (SIGSTOP) and continues them. */
export const frozenDatabase: Scenario = {
  name: 'a frozen database',
  run: async ({ target, isShort }) => {
    const caller = await startBackgroundCaller(target);
    const databasePids = processTree(target.databasePid);
    const signal = (name: NodeJS.Signals): void => databasePids.forEach((pid) => signalIfAlive(pid, name));
    const { pid } = target.server;
    let unreadyMs: number;
    try {
      signal('SIGSTOP');
      unreadyMs = await untilReady(target, false, READY_TIMEOUT_MS);
      await sleep(Math.max(0, (isShort ? FROZEN_MS.short : FROZEN_MS.full) - unreadyMs));
    } finally {
      signal('SIGCONT');
    }
    const recoveryMs = await untilReady(target, true, READY_TIMEOUT_MS);
    await sleep(500);
    await caller.stop();
    const refused = caller.answers.filter(({ success }) => !success);
    return [
      atMost('until it says that it is not ready', unreadyMs, { of: RESPONSE_MAX_MS, unit: 'ms' }),
      atMost(`slowest of ${caller.answers.length} calls`, Math.max(...caller.answers.map(({ tookMs }) => tookMs)), {
        of: RESPONSE_MAX_MS,
        unit: 'ms',
      }),
      atLeast('calls refused meanwhile', refused.length, { of: 1, unit: '' }),
      never('of them not by 503 with Retry-After', refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null).length),
      atMost('until it is ready again', recoveryMs, { of: RECOVERY_MAX_MS, unit: 'ms' }),
      never(`rows lost of ${caller.addedCodes.length} that were told to be there`, await countMissingRows(target, caller)),
      never('processes that ended', target.server.pid === pid && target.server.exitCode === null ? 0 : 1),
    ];
  },
};

/** A process of a connection that was closed meanwhile has ended. */
const signalIfAlive = (pid: number, name: NodeJS.Signals): void => {
  if (existsSync(`/proc/${pid}`)) process.kill(pid, name);
};

/** A process and all its descendants. */
const processTree = (root: number): readonly number[] => {
  const parents = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => [Number(entry), parentOf(entry)] as const);
  const pids = [root];
  for (const pid of pids) pids.push(...parents.flatMap(([child, parent]) => (parent === pid ? [child] : [])));
  return pids;
};

const parentOf = (pid: string): number => {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
};
