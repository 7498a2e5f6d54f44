import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, never } from './figures.ts';
import { missingOf, startCaller, untilReady } from './caller.ts';
import type { Scenario } from './scenario.ts';

const BLOWS = { short: 1, full: 5 } as const;
const BACK_MS = 15_000;
const ANSWERED_MS = 8_000;
const PATIENCE_MS = 60_000;

/** PostgreSQL is killed (SIGKILL) under calls, again and again. */
export const killedDatabase: Scenario = {
  name: 'a killed database',
  run: async ({ target, isShort }) => {
    const caller = await startCaller(target);
    const { pid } = target.server;
    let slowestBackMs = 0;
    for (let blow = 0; blow < (isShort ? BLOWS.short : BLOWS.full); blow += 1) {
      await sleep(500);
      process.kill(target.databasePid, 'SIGKILL');
      const answered = caller.answers.length;
      const begunMs = performance.now();
      // Back means that a call is answered again, not only that somebody listens.
      while (!caller.answers.slice(answered).some(({ success }) => success) && performance.now() - begunMs < PATIENCE_MS) await sleep(50);
      slowestBackMs = Math.max(slowestBackMs, performance.now() - begunMs, await untilReady(target, true, PATIENCE_MS));
    }
    await sleep(500);
    await caller.stop();
    const refused = caller.answers.filter(({ success }) => !success);
    return [
      atMost('until calls are answered again', slowestBackMs, { of: BACK_MS, unit: 'ms' }),
      atMost(`slowest of ${caller.answers.length} calls`, Math.max(...caller.answers.map(({ tookMs }) => tookMs)), { of: ANSWERED_MS, unit: 'ms' }),
      never(`calls refused meanwhile (${refused.length}) otherwise than by 503`, refused.filter(({ status }) => status !== 503).length),
      never(`rows lost of ${caller.added.length} that were told to be there`, await missingOf(target, caller)),
      never('processes of the product that ended', target.server.pid === pid && target.server.exitCode === null ? 0 : 1),
    ];
  },
};
