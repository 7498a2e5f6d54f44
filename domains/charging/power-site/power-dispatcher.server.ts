import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { closeLimits, powerTopic } from '#domains/power/server.ts';
import { spreadCalls } from './spread-calls.server.ts';
import { sweepSite, type Sweeper } from './sweep-site.server.ts';

const POLL_INTERVAL_MS = 1_000;

/**
 * Shares the power of all sites whose piles follow a power control. Each site has one process at a time: it takes a lease in the site's row and locks
 * the row for each sweep, and another process takes over from the journal when the lease has ended. `monotonicMs` is for tests.
 */
export const startPowerDispatcher = (
  deps: Pick<Deps, 'database' | 'bus' | 'log' | 'clock' | 'live' | 'node'>,
  monotonicMs: () => number = () => performance.timeOrigin + performance.now(),
): PollingWorker => {
  const sweeper: Sweeper = { deps, owner: `${deps.node} ${randomUUID()}`, monotonicMs };
  const worker = startPollingWorker(deps, {
    topic: powerTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'the power of a site could not be shared',
    work: async () => {
      await inSystem(deps.database, addSites);
      await inSystem(deps.database, async (tx) => {
        await spreadCalls(tx, deps.clock());
        await closeLimits(tx, deps.clock());
      });
      const { rows } = await sql<{ powerControlId: bigint; stationId: bigint }>`select power_control_id, station_id from power_site
        where owner is null or owner = ${sweeper.owner} or leased_until <= ${deps.clock()} order by power_control_id, station_id`.execute(
        deps.database.system,
      );
      for (const { powerControlId, stationId } of rows) {
        const key = { powerControlId: String(powerControlId), stationId: String(stationId) };
        try {
          await inSystem(deps.database, (tx) => sweepSite(tx, sweeper, key));
        } catch (error) {
          // One site that cannot be swept must not leave the others alone.
          deps.log.error({ err: error, ...key }, 'the power of a site could not be shared');
        }
      }
      await sql`delete from power_site s where owner = ${sweeper.owner} and journal is null
        and not exists (select from pile p where p.power_control_id = s.power_control_id and p.station_id = s.station_id and not p.is_delete)`.execute(
        deps.database.system,
      );
      return false;
    },
  });
  return {
    ...worker,
    stop: async () => {
      await worker.stop();
      // Another process need not wait for the end of the lease.
      await sql`update power_site set owner = null where owner = ${sweeper.owner}`.execute(deps.database.system);
    },
  };
};

/** A row for each station where piles follow an enabled power control. */
const addSites = async (tx: Tx): Promise<void> => {
  await sql`insert into power_site (power_control_id, station_id, tenant_id, agent_id)
    select distinct p.power_control_id, p.station_id, p.tenant_id, p.agent_id from pile p join power_control c using (tenant_id, power_control_id)
    where not p.is_delete and c.control_state = ${sql.lit(entityState.enabled)} on conflict do nothing`.execute(tx);
};
