import { sql } from 'kysely';
import { goneAmong } from '#kit/db/presence.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { startLooker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { forgetSessions } from './logout.server.ts';

/** How long a gateway is missed before its sessions end: its own connection may only be coming back. */
export const GATEWAY_GRACE_MS = 30_000;
const EVERY_MS = 10_000;

type GoneDeps = Pick<Deps, 'database' | 'bus' | 'log' | 'clock'>;

/** Ends the sessions of gateways that died and did not come back under their names; their piles stood online for ever. */
export const startGoneGateways = (deps: GoneDeps, { everyMs = EVERY_MS, graceMs = GATEWAY_GRACE_MS } = {}): PollingWorker => {
  const missed = new Map<string, number>();
  return startLooker(deps, {
    topic: 'gateway.gone',
    everyMs,
    complaint: 'gateways that are gone could not be looked for',
    work: async () => {
      const nowMs = performance.now();
      const gone = await goneAmong(deps.database, await nodesWithPiles(deps));
      for (const node of missed.keys()) if (!gone.includes(node)) missed.delete(node);
      for (const node of gone) {
        const sinceMs = missed.get(node) ?? nowMs;
        missed.set(node, sinceMs);
        if (nowMs - sinceMs < graceMs) continue;
        await forgetSessions(deps.database, node, deps.clock().getTime());
        deps.log.warn({ node }, 'a gateway is gone; its piles are offline until they log in elsewhere');
      }
      return false;
    },
  });
};

const nodesWithPiles = async ({ database }: GoneDeps): Promise<readonly string[]> => {
  const { rows } = await sql<{ node: string }>`select distinct node from pile_state where online and node is not null`.execute(database.system);
  return rows.map(({ node }) => node);
};
