import { setTimeout as sleep } from 'node:timers/promises';
import { AGENT, signIn } from './honest-clients.ts';
import type { Target } from './target.ts';

/** The outcome of one call while the database was disturbed. */
export interface Answer {
  /** 0 if there was no response. */
  readonly status: number;
  readonly success: boolean;
  readonly retryAfter: string | null;
  readonly tookMs: number;
}

/** Reads and adds rows all the time, one call every 100 ms whether or not earlier ones are answered. */
export interface BackgroundCaller {
  readonly answers: readonly Answer[];
  /** Codes of the rows that were reported as added. */
  readonly addedCodes: readonly string[];
  /** Makes no more calls and waits for the pending ones. */
  stop(): Promise<void>;
}

const CALL_INTERVAL_MS = 100;
const TIMEOUT_MS = 60_000;

export const startBackgroundCaller = async (target: Target): Promise<BackgroundCaller> => {
  const headers = { 'x-access-token': await signIn(target), 'user-agent': AGENT, 'content-type': 'application/json' };
  const answers: Answer[] = [];
  const addedCodes: string[] = [];
  const pendingCalls: Promise<void>[] = [];
  let isStopped = false;
  const request = async (path: string, body?: object): Promise<boolean> => {
    const begunMs = performance.now();
    const method = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(target.url + path, { ...method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (response) => ({
        status: response.status,
        success: ((await response.json()) as { success: boolean }).success,
        retryAfter: response.headers.get('retry-after'),
      }))
      .catch(() => ({ status: 0, success: false, retryAfter: null }));
    answers.push({ ...answer, tookMs: performance.now() - begunMs });
    return answer.success;
  };
  const add = async (code: string): Promise<void> => {
    if (await request('/sys/position/add', { tenantId: '1', code, name: code, postRank: 1 })) addedCodes.push(code);
  };
  const runCalls = async (): Promise<void> => {
    for (let nth = 0; !isStopped; nth += 1) {
      pendingCalls.push(nth % 2 ? request('/station/sseStation/list?pageSize=1').then(() => undefined) : add(`p${Date.now()}-${nth}`));
      await sleep(CALL_INTERVAL_MS);
    }
  };
  const running = runCalls();
  return {
    answers,
    addedCodes,
    stop: async () => {
      isStopped = true;
      await running;
      await Promise.all(pendingCalls);
    },
  };
};

/** The number of rows that were reported as added and are not in the database. */
export const countMissingRows = async (target: Target, { addedCodes: added }: BackgroundCaller): Promise<number> => {
  await untilReady(target, true, TIMEOUT_MS);
  const { rows } = await target.sql.query<{ code: string }>('select code from sys_position where code = any($1)', [added]);
  return added.length - new Set(rows.map(({ code }) => code)).size;
};

/** Waits until the product reports that it is ready, or that it is not; returns how long that took. */
export const untilReady = async (target: Target, isReady: boolean, withinMs: number): Promise<number> => {
  const begunMs = performance.now();
  while (performance.now() - begunMs < withinMs) {
    const response = await fetch(`http://127.0.0.1:${target.ports.http}/readyz`).catch(() => undefined);
    if (response && (response.status === 200) === isReady) break;
    await sleep(50);
  }
  return performance.now() - begunMs;
};
