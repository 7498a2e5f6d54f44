import { setTimeout as sleep } from 'node:timers/promises';
import { AGENT, signIn } from './honest.ts';
import type { Target } from './target.ts';

/** What came of one call while something was wrong with the database. */
export interface Answer {
  /** 0: none at all. */
  readonly status: number;
  readonly success: boolean;
  readonly retryAfter: string | null;
  readonly tookMs: number;
}

/** Reads and adds rows all the time, a call each 100 ms whether or not others are answered. */
export interface BackgroundCaller {
  readonly answers: readonly Answer[];
  /** Codes of the rows whose adding was answered with a success. */
  readonly added: readonly string[];
  /** Makes no more calls, and waits for those under way. */
  stop(): Promise<void>;
}

const EVERY_MS = 100;
const PATIENCE_MS = 60_000;

export const startCaller = async (target: Target): Promise<BackgroundCaller> => {
  const headers = { 'x-access-token': await signIn(target), 'user-agent': AGENT, 'content-type': 'application/json' };
  const answers: Answer[] = [];
  const added: string[] = [];
  const begun: Promise<void>[] = [];
  let isOver = false;
  const ask = async (path: string, body?: object): Promise<boolean> => {
    const begunMs = performance.now();
    const method = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(target.url + path, { ...method, headers, signal: AbortSignal.timeout(PATIENCE_MS) })
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
    if (await ask('/sys/position/add', { tenantId: '1', code, name: code, postRank: 1 })) added.push(code);
  };
  const call = async (): Promise<void> => {
    for (let nth = 0; !isOver; nth += 1) {
      begun.push(nth % 2 ? ask('/station/sseStation/list?pageSize=1').then(() => undefined) : add(`p${Date.now()}-${nth}`));
      await sleep(EVERY_MS);
    }
  };
  const calling = call();
  return {
    answers,
    added,
    stop: async () => {
      isOver = true;
      await calling;
      await Promise.all(begun);
    },
  };
};

/** Rows that were told to be there and are not. */
export const missingOf = async (target: Target, { added }: BackgroundCaller): Promise<number> => {
  await untilReady(target, true, PATIENCE_MS);
  const { rows } = await target.sql.query<{ code: string }>('select code from sys_position where code = any($1)', [added]);
  return added.length - new Set(rows.map(({ code }) => code)).size;
};

/** How long until the product says that it can do its work, or cannot. */
export const untilReady = async (target: Target, isReady: boolean, withinMs: number): Promise<number> => {
  const begunMs = performance.now();
  while (performance.now() - begunMs < withinMs) {
    const response = await fetch(`http://127.0.0.1:${target.ports.http}/readyz`).catch(() => undefined);
    if (response && (response.status === 200) === isReady) break;
    await sleep(50);
  }
  return performance.now() - begunMs;
};
