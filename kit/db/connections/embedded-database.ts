import { availableParallelism } from 'node:os';
import { runningEmbedded, startEmbedded } from '../embedded/index.ts';
import type { Embedded, EmbeddedOptions, RunningEmbedded } from '../embedded/index.ts';

const NAME = 'chargeops';

/** What this program wants of the PostgreSQL that it brings. */
const serverDefaults: Pick<EmbeddedOptions, 'name' | 'settings' | 'firstStatements' | 'advice'> = {
  name: NAME,
  settings: {
    max_connections: 80,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    jit: 'off',
    // A list takes milliseconds; workers for it are worth their start only where cores lie idle.
    max_parallel_workers_per_gather: Math.min(2, Math.max(0, Math.floor(availableParallelism() / 2) - 1)),
    autovacuum_naptime: '15s',
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_analyze_scale_factor: 0.02,
    log_min_duration_statement: '2s',
    log_checkpoints: 'off',
  },
  // LIKE is free of side channels for patterns that come from our own lists; without the mark row security keeps trigram indexes from being used.
  firstStatements: ['ALTER FUNCTION textlike(text, text) LEAKPROOF', 'ALTER FUNCTION texticlike(text, text) LEAKPROOF'],
  advice: { otherServer: 'set DATABASE_URL to a server', otherFolder: 'set DATA_DIR to another folder' },
};

/** The database under a data folder, started for this process. Throws DataDirInUse when another process has it. */
export const startEmbeddedDatabase = (options: Pick<EmbeddedOptions, 'dataDir' | 'source' | 'durable' | 'onLost'>): Promise<Embedded> =>
  startEmbedded({ ...options, ...serverDefaults });

/** How the database is reached that another process runs on a data folder; undefined when none does. */
export const runningEmbeddedDatabase = (dataDir: string): Promise<RunningEmbedded | undefined> => runningEmbedded({ dataDir, name: NAME });
