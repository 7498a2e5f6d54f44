import { sql } from 'kysely';
import { unclaimedNames } from '#kit/db/connections/presence.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { endSessionsOfNode } from './logout.server.ts';

/** How long a gateway may be missing before its sessions end: possibly only its own database connection is being restored. */
export const GATEWAY_GRACE_MS = 30_000;
const CHECK_INTERVAL_MS = 10_000;

type CleanupDeps = Pick<Deps, 'database' | 'bus' | 'log' | 'clock'>;

/** Ends the sessions of gateways that died and did not restart under the same name; otherwise their piles would stay online for ever. */
export const startDeadGatewayCleanup = (deps: CleanupDeps, { everyMs = CHECK_INTERVAL_MS, graceMs = GATEWAY_GRACE_MS } = {}): PollingWorker => {
  const missingSinceMs = new Map<string, number>();
  return startPollingWorker(deps, {
    topic: 'gateway.gone',
    everyMs,
    errorMessage: 'gateways that are gone could not be looked for',
    work: async () => {
      const nowMs = performance.now();
      const deadNodes = await unclaimedNames(deps.database, await nodesWithPiles(deps));
      for (const node of missingSinceMs.keys()) if (!deadNodes.includes(node)) missingSinceMs.delete(node);
      for (const node of deadNodes) {
        const sinceMs = missingSinceMs.get(node) ?? nowMs;
        missingSinceMs.set(node, sinceMs);
        if (nowMs - sinceMs < graceMs) continue;
        await endSessionsOfNode(deps.database, node, deps.clock().getTime());
        deps.log.warn({ node }, 'a gateway is gone; its piles are offline until they log in elsewhere');
      }
      return false;
    },
  });
};

const nodesWithPiles = async ({ database }: CleanupDeps): Promise<readonly string[]> => {
  const { rows } = await sql<{ node: string }>`select distinct node from pile_state where online and node is not null`.execute(database.system);
  return rows.map(({ node }) => node);
};
