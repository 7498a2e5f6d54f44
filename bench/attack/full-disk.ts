import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, never } from './figures.ts';
import { missingOf, startCaller, untilReady } from './caller.ts';
import type { Scenario } from './scenario.ts';
import type { Target } from './target.ts';

const FULL_MS = { short: 1_500, full: 30_000 } as const;
const BACK_MS = 20_000;
const ANSWERED_MS = 8_000;
const PATIENCE_MS = 60_000;
/** Left of a disk that is called full: less than one segment of PostgreSQL's log. */
const LEFT_BYTES = 64 * 1024;
const MB = 1024 * 1024;

/** The file system under `DATA_DIR` fills up, stays full while calls and checkpoints go on, and is given room again. */
export const fullDisk: Scenario = {
  name: 'a full disk',
  obstacle: ({ diskMb }) => (diskMb === undefined ? 'mounting a small file system needs root, and this process may not' : undefined),
  run: async ({ target, isShort }) => {
    const caller = await startCaller(target);
    const { pid } = target.server;
    await sleep(500);
    const ballast = path.join(target.dataDir, 'ballast');
    await fill(target, ballast);
    const endMs = performance.now() + (isShort ? FULL_MS.short : FULL_MS.full);
    while (performance.now() < endMs) {
      // What the program writes by itself would take its time to use up the segments of the log that are there already.
      await target.sql.query('select pg_switch_wal()').catch(() => undefined);
      await fill(target, ballast);
      await sleep(50);
    }
    const answered = caller.answers.length;
    await rm(ballast);
    const begunMs = performance.now();
    const known = caller.added.length;
    while (caller.added.length === known && performance.now() - begunMs < PATIENCE_MS) await sleep(50);
    const backMs = performance.now() - begunMs;
    await untilReady(target, true, PATIENCE_MS);
    await caller.stop();
    const refused = caller.answers.filter(({ success }) => !success);
    return [
      atLeast(`calls refused of ${answered} while it was full`, refused.length, { of: 1, unit: '' }),
      never('of them otherwise than by 503', refused.filter(({ status }) => status !== 503).length),
      atMost('slowest call', Math.max(...caller.answers.map(({ tookMs }) => tookMs)), { of: ANSWERED_MS, unit: 'ms' }),
      atMost('until rows are added again, once there is room', backMs, { of: BACK_MS, unit: 'ms' }),
      never(`rows lost of ${caller.added.length} that were told to be there`, await missingOf(target, caller)),
      never('processes of the product that ended', target.server.pid === pid && target.server.exitCode === null ? 0 : 1),
    ];
  },
};

/** Lays down a file that takes what is free, all but a little. */
const fill = async ({ dataDir }: Target, ballast: string): Promise<void> => {
  const { bavail, bsize } = await statfs(dataDir);
  let left = bavail * bsize - LEFT_BYTES;
  if (left <= 0) return;
  const file = await open(ballast, 'a');
  try {
    for (; left > 0; left -= MB) await file.write(Buffer.alloc(Math.min(MB, left)));
  } catch {
    // PostgreSQL was quicker: it is full all the same.
  } finally {
    await file.close();
  }
};
