import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { realTime } from '#apps/simulator/time.ts';
import type { Time } from '#apps/simulator/time.ts';

/** One clock for programs and virtual piles, which moves as told, so that nobody waits for minutes. Timers keep their pace. */
export interface Clock {
  readonly nowMs: () => number;
  /** For a virtual pile. */
  readonly time: Time;
  /** The environment variables with which a program gets this clock. */
  readonly envOf: (program: string) => Readonly<Record<string, string>>;
  /** Puts it forward in the programs that are running. */
  readonly advance: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const PRELOAD = pathToFileURL(path.resolve(import.meta.dirname, 'movable-clock.mjs')).href;

export const createClock = (): Clock => {
  const sockets: string[] = [];
  let aheadMs = 0;
  const nowMs = (): number => Date.now() + aheadMs;
  return {
    nowMs,
    time: { nowMs, after: (ms, work) => realTime.after(ms, work) },
    envOf: (program) => {
      // The path of a socket has a hundred characters at most.
      const socket = path.join(tmpdir(), `${program}-${randomUUID().slice(0, 8)}.sock`);
      sockets.push(socket);
      return { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_SOCKET: socket };
    },
    advance: async (ms) => {
      aheadMs += ms;
      await Promise.all(sockets.map((socket) => tell(socket, ms)));
    },
    close: async () => {
      for (const socket of sockets) await rm(socket, { force: true });
    },
  };
};

const tell = (socketPath: string, ms: number): Promise<void> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: `/?ms=${ms}`, method: 'POST' }, (answer) => answer.resume().once('end', resolve))
      .once('error', reject)
      .end();
  });
