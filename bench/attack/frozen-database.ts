import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, never } from './figures.ts';
import { missingOf, startCaller, untilReady } from './caller.ts';
import type { Scenario } from './scenario.ts';

const FROZEN_MS = { short: 0, full: 30_000 } as const;
const ANSWERED_MS = 8_000;
const BACK_MS = 5_000;
const PATIENCE_MS = 30_000;

/** PostgreSQL stands still, all of it (SIGSTOP), and goes on. */
export const frozenDatabase: Scenario = {
  name: 'a frozen database',
  run: async ({ target, isShort }) => {
    const caller = await startCaller(target);
    const frozen = familyOf(target.databasePid);
    const signal = (name: NodeJS.Signals): void => frozen.forEach((pid) => process.kill(pid, name));
    const { pid } = target.server;
    signal('SIGSTOP');
    let unreadyMs: number;
    try {
      unreadyMs = await untilReady(target, false, PATIENCE_MS);
      await sleep(Math.max(0, (isShort ? FROZEN_MS.short : FROZEN_MS.full) - unreadyMs));
    } finally {
      signal('SIGCONT');
    }
    const backMs = await untilReady(target, true, PATIENCE_MS);
    await sleep(500);
    await caller.stop();
    const refused = caller.answers.filter(({ success }) => !success);
    return [
      atMost('until it says that it is not ready', unreadyMs, { of: ANSWERED_MS, unit: 'ms' }),
      atMost(`slowest of ${caller.answers.length} calls`, Math.max(...caller.answers.map(({ tookMs }) => tookMs)), { of: ANSWERED_MS, unit: 'ms' }),
      atLeast('calls refused meanwhile', refused.length, { of: 1, unit: '' }),
      never('of them not by 503 with Retry-After', refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null).length),
      atMost('until it is ready again', backMs, { of: BACK_MS, unit: 'ms' }),
      never(`rows lost of ${caller.added.length} that were told to be there`, await missingOf(target, caller)),
      never('processes that ended', target.server.pid === pid && target.server.exitCode === null ? 0 : 1),
    ];
  },
};

/** A process and all below it. */
const familyOf = (root: number): readonly number[] => {
  const parents = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => [Number(entry), parentOf(entry)] as const);
  const family = [root];
  for (const pid of family) family.push(...parents.flatMap(([child, parent]) => (parent === pid ? [child] : [])));
  return family;
};

const parentOf = (pid: string): number => {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
};
