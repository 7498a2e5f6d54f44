import { availableParallelism } from 'node:os';
import { runningEmbedded, startEmbedded } from '../embedded/index.ts';
import type { Embedded, EmbeddedOptions, RunningEmbedded } from '../embedded/index.ts';

const NAME = 'chargeops';

/** The program's options for its embedded PostgreSQL. */
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
    // A list query takes milliseconds, so parallel workers pay off only when cores are idle.
    max_parallel_workers_per_gather: Math.min(2, Math.max(0, Math.floor(availableParallelism() / 2) - 1)),
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_analyze_scale_factor: 0.02,
    log_min_duration_statement: '2s',
    log_checkpoints: 'off',
  },
  // Patterns of LIKE come only from our own lists, so its side channels do no harm. Without LEAKPROOF, row-level security prevents the use of
  // trigram indexes.
  firstStatements: ['ALTER FUNCTION textlike(text, text) LEAKPROOF', 'ALTER FUNCTION texticlike(text, text) LEAKPROOF'],
  advice: { otherServer: 'set DATABASE_URL to a server', otherFolder: 'set DATA_DIR to another folder' },
};

/** Starts the database in a data folder for this process. Throws DataDirInUse when another process uses it. */
export const startEmbeddedDatabase = (options: Pick<EmbeddedOptions, 'dataDir' | 'source' | 'durable' | 'onLost'>): Promise<Embedded> =>
  startEmbedded({ ...options, ...serverDefaults });

/** The address of the database that another process runs in a data folder; undefined when none does. */
export const runningEmbeddedDatabase = (dataDir: string): Promise<RunningEmbedded | undefined> => runningEmbedded({ dataDir, name: NAME });
