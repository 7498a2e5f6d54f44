import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, never } from './figures.ts';
import { countMissingRows, startBackgroundCaller, untilReady } from './background-caller.ts';
import type { Scenario } from './scenario.ts';
import type { Target } from './target.ts';

const FULL_MS = { short: 1_500, full: 30_000 } as const;
const RECOVERY_MAX_MS = 20_000;
const RESPONSE_MAX_MS = 8_000;
const READY_TIMEOUT_MS = 60_000;
/** The free space of a disk that counts as full: less than one segment of PostgreSQL's write-ahead log. */
const FREE_BYTES = 64 * 1024;
const MB = 1024 * 1024;

/** Fills the file system under `DATA_DIR`, keeps it full while calls and checkpoints go on, and then frees space again. */
export const fullDisk: Scenario = {
  name: 'a full disk',
  obstacle: ({ diskMb }) => (diskMb === undefined ? 'mounting a small file system needs root, and this process may not' : undefined),
  run: async ({ target, isShort }) => {
    const caller = await startBackgroundCaller(target);
    const { pid } = target.server;
    await sleep(500);
    const ballast = path.join(target.dataDir, 'ballast');
    await fill(target, ballast);
    const endMs = performance.now() + (isShort ? FULL_MS.short : FULL_MS.full);
    while (performance.now() < endMs) {
      // The product alone would take long to use up the segments of the write-ahead log that exist already.
      await target.sql.query('select pg_switch_wal()').catch(() => undefined);
      await fill(target, ballast);
      await sleep(50);
    }
    const answerCount = caller.answers.length;
    await rm(ballast);
    const begunMs = performance.now();
    const addedCount = caller.addedCodes.length;
    while (caller.addedCodes.length === addedCount && performance.now() - begunMs < READY_TIMEOUT_MS) await sleep(50);
    const recoveryMs = performance.now() - begunMs;
    await untilReady(target, true, READY_TIMEOUT_MS);
    await caller.stop();
    const refused = caller.answers.filter(({ success }) => !success);
    return [
      atLeast(`calls refused of ${answerCount} while it was full`, refused.length, { of: 1, unit: '' }),
      never('of them otherwise than by 503', refused.filter(({ status }) => status !== 503).length),
      atMost('slowest call', Math.max(...caller.answers.map(({ tookMs }) => tookMs)), { of: RESPONSE_MAX_MS, unit: 'ms' }),
      atMost('until rows are added again, once there is room', recoveryMs, { of: RECOVERY_MAX_MS, unit: 'ms' }),
      never(`rows lost of ${caller.addedCodes.length} that were told to be there`, await countMissingRows(target, caller)),
      never('processes of the product that ended', target.server.pid === pid && target.server.exitCode === null ? 0 : 1),
    ];
  },
};

/** Writes a file that takes the free space, all but a little. */
const fill = async ({ dataDir }: Target, ballast: string): Promise<void> => {
  const { bavail, bsize } = await statfs(dataDir);
  let remainingBytes = bavail * bsize - FREE_BYTES;
  if (remainingBytes <= 0) return;
  const file = await open(ballast, 'a');
  try {
    for (; remainingBytes > 0; remainingBytes -= MB) await file.write(Buffer.alloc(Math.min(MB, remainingBytes)));
  } catch {
    // PostgreSQL was quicker; the disk is full all the same.
  } finally {
    await file.close();
  }
};
