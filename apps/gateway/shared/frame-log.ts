import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss } from '#kit/db/transactions/retry.ts';
import { FRAME_BATCH_MAX, type DeviceBackend, type FrameRecord } from '#engines/protocol/device-backend.ts';

/** Frames that may wait for the communication log. Beyond it new frames are dropped and counted, because charging has priority. */
export const FRAMES_WAITING_MAX = 50_000;
/** A batch is written after this time even when it is not full. */
const FRAME_BATCH_WAIT_MS = 200;
/** While the database is unreachable, a batch is retried after the first of these times; the wait then doubles up to the second. */
const RETRY_FIRST_MS = 100;
const RETRY_LONGEST_MS = 2_000;

/** Collects the frames of all listeners and passes them to the device back end in bounded batches, one batch at a time. */
export interface FrameLog {
  add(record: FrameRecord): void;
  /** Frames dropped or rejected since the start. */
  readonly dropped: number;
  /** Passes on the remaining frames; resolves when the device back end has answered. */
  drain(): Promise<void>;
}

export const createFrameLog = (backend: Pick<DeviceBackend, 'frames' | 'alarm'>, clock: { nowMs(): number }): FrameLog => {
  let waiting: FrameRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let dropped = 0;
  let droppedUnreported = 0;
  /** True once the process is ending: a batch then no longer waits for the database. */
  let draining = false;

  const drop = (count: number) => {
    dropped += count;
    droppedUnreported += count;
  };
  const reportDropped = () => {
    if (droppedUnreported === 0) return;
    const detail = `${droppedUnreported} frames are missing in the communication log`;
    droppedUnreported = 0;
    backend.alarm({ kind: 'framesLost', cpCode: null, remoteAddress: null, detail, atMs: clock.nowMs() });
  };
  /**
   * Retries a batch while the database is unreachable; the frames that arrive meanwhile are bounded. A batch that the database
   * rejects is dropped, because it would be rejected again.
   */
  const write = async (batch: readonly FrameRecord[]) => {
    for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, RETRY_LONGEST_MS)) {
      try {
        return await backend.frames(batch);
      } catch (error) {
        if (!isConnectionLoss(error) || draining) return drop(batch.length);
        await sleep(pauseMs);
      }
    }
  };
  const flush = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, FRAME_BATCH_MAX);
      waiting = waiting.slice(FRAME_BATCH_MAX);
      await write(batch);
      reportDropped();
    }
  };
  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    running ??= flush().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    add: (record) => {
      if (waiting.length >= FRAMES_WAITING_MAX) return drop(1);
      waiting.push(record);
      if (running) return;
      if (waiting.length >= FRAME_BATCH_MAX) void start();
      else timer ??= setTimeout(() => void start(), FRAME_BATCH_WAIT_MS);
    },
    get dropped() {
      return dropped;
    },
    drain: async () => {
      draining = true;
      while (running || waiting.length > 0) await start();
    },
  };
};
