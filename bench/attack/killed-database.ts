import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, never } from './figures.ts';
import { countMissingRows, startBackgroundCaller, untilReady } from './background-caller.ts';
import type { Scenario } from './scenario.ts';

const KILLS = { short: 1, full: 5 } as const;
const RECOVERY_MAX_MS = 15_000;
const RESPONSE_MAX_MS = 8_000;
const READY_TIMEOUT_MS = 60_000;

/** Kills PostgreSQL (SIGKILL) during calls, again and again. */
export const killedDatabase: Scenario = {
  name: 'a killed database',
  run: async ({ target, isShort }) => {
    const caller = await startBackgroundCaller(target);
    const { pid } = target.server;
    let slowestRecoveryMs = 0;
    for (let kill = 0; kill < (isShort ? KILLS.short : KILLS.full); kill += 1) {
      await sleep(500);
      process.kill(target.databasePid, 'SIGKILL');
      const answerCount = caller.answers.length;
      const begunMs = performance.now();
      // The product has recovered when a call succeeds again, not when a port is open.
      while (!caller.answers.slice(answerCount).some(({ success }) => success) && performance.now() - begunMs < READY_TIMEOUT_MS) await sleep(50);
      slowestRecoveryMs = Math.max(slowestRecoveryMs, performance.now() - begunMs, await untilReady(target, true, READY_TIMEOUT_MS));
    }
    await sleep(500);
    await caller.stop();
    const refused = caller.answers.filter(({ success }) => !success);
    return [
      atMost('until calls are answered again', slowestRecoveryMs, { of: RECOVERY_MAX_MS, unit: 'ms' }),
      atMost(`slowest of ${caller.answers.length} calls`, Math.max(...caller.answers.map(({ tookMs }) => tookMs)), {
        of: RESPONSE_MAX_MS,
        unit: 'ms',
      }),
      never(`calls refused meanwhile (${refused.length}) otherwise than by 503`, refused.filter(({ status }) => status !== 503).length),
      never(`rows lost of ${caller.addedCodes.length} that were told to be there`, await countMissingRows(target, caller)),
      never('processes of the product that ended', target.server.pid === pid && target.server.exitCode === null ? 0 : 1),
    ];
  },
};
