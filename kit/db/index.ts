import type pg from 'pg';
import { createPendingTasks, type TaskOutlets } from './transactions/after-commit.ts';
import { createGate, GatedPool } from './connections/gated-pool.ts';
import type { DatabaseGate, DatabaseSwitch } from './connections/gated-pool.ts';
import { kyselyOn } from './transactions/dialect.ts';
import { type Bus, localBus } from './messaging/bus.ts';
import { createStatementNames, prepareRepeated } from './connections/prepared-statements.ts';
import { markNotConnected, withRetry } from './transactions/retry.ts';
import { withPendingTasks } from './transactions/savepoint.ts';
import { type RowScope, settingsOf } from './transactions/scope.ts';
import type { Db, Tx } from './tables.ts';
import { valueTypes } from './connections/type-parsers.ts';

export type { RowScope } from './transactions/scope.ts';
export type { Db, Tx } from './tables.ts';
export { watchDatabase } from './connections/watch.ts';
export { isConflict, isConnectionLoss, isDatabaseAway, withRetry } from './transactions/retry.ts';
export { inSavepoint } from './transactions/savepoint.ts';

/** The two connections to the database: `app` for handlers, under row-level security; `system` for the gateway and workers. */
export interface Database extends TaskOutlets {
  readonly url: string;
  /** Sees rows only within `inScope`, and only those of its scope. Statements time out after 5 s. */
  readonly app: Db;
  readonly appPool: pg.Pool;
  /** Sees the rows of all tenants. Statements time out after 60 s. */
  readonly system: Db;
  readonly systemPool: pg.Pool;
  /** The bus that transactions wake after their commit. */
  readonly bus: Bus;
  /** Whether the database answers; always open without a health check. */
  readonly gate: DatabaseSwitch;
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly appConnections?: number;
  readonly systemConnections?: number;
  /** The name in pg_stat_activity, after `chargeops-`. */
  readonly name?: string;
  /** Called when an idle connection of a pool has failed; the pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
  /** By default a bus of this process only. The caller closes a bus that it passes. */
  readonly bus?: Bus;
  /** Called when an after-commit task has failed; by default a process warning. */
  readonly onTaskError?: (error: unknown) => void;
}

const defaultConnections = { app: 10, system: 10 } as const;
const appLimits = '-c statement_timeout=5s -c idle_in_transaction_session_timeout=30s';
const systemLimits = '-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s';

/** Opens no connection yet: the pools connect with the first query. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const gate = createGate();
  const appPool = openPool(options, { role: 'chargeops_app', limits: appLimits, max: options.appConnections ?? defaultConnections.app, gate });
  const systemPool = openPool(options, {
    role: 'chargeops_system',
    limits: systemLimits,
    max: options.systemConnections ?? defaultConnections.system,
    gate,
  });
  const app = kyselyOn(appPool);
  const system = kyselyOn(systemPool);
  const { url, bus = localBus(), onTaskError = (error) => process.emitWarning(`a task after a commit has failed: ${String(error)}`) } = options;
  const close = async (): Promise<void> => void (await Promise.all([appPool.end(), systemPool.end()]));
  return { url, app, appPool, system, systemPool, bus, onTaskError, gate, close };
};

export interface TransactionOptions {
  /** True when every effect has a key in the database, so that the work can be retried after a lost connection. False by default. */
  readonly idempotent?: boolean;
  readonly readOnly?: boolean;
}

/** Runs a handler's transaction, which sees only the rows of `scope`. It is retried after a conflict, so `work` must be repeatable. */
export const inScope = async <T>(db: Database, scope: RowScope & TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, { kysely: kyselyOn(db.appPool, settingsOf(scope)), ...scope }, work);

/** Runs a transaction of the gateway or a worker, over all tenants. It is retried after a conflict, so `work` must be repeatable. */
export const inSystem = async <T>(db: Database, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> =>
  transaction(db, { kysely: db.system, ...options }, work);

interface TransactionKind extends TransactionOptions {
  readonly kysely: Db;
}

const transaction = async <T>(
  db: Database,
  { kysely, idempotent = false, readOnly = false }: TransactionKind,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const attempt = async () => {
    const pending = createPendingTasks(db);
    const builder = kysely.transaction();
    const answer = await (readOnly ? builder.setAccessMode('read only') : builder).execute((tx) => work(withPendingTasks(tx, pending)));
    return { answer, pending };
  };
  const { answer, pending } = await withRetry(attempt, { idempotent });
  pending.run();
  return answer;
};

interface PoolKind {
  readonly role: string;
  readonly limits: string;
  readonly max: number;
  readonly gate: DatabaseGate;
}

const openPool = ({ url, name = 'app', onIdleError }: DatabaseOptions, { role, limits, max, gate }: PoolKind): pg.Pool => {
  const config: pg.PoolConfig = {
    connectionString: url,
    max,
    options: `-c role=${role} -c timezone=UTC ${limits}`,
    application_name: `chargeops-${name}`,
    types: valueTypes,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  };
  const pool = new GatedPool(config, gate);
  const names = createStatementNames();
  // Without listeners the end of a connection would end the process, whether the connection is idle or within a transaction. A pool that is being
  // closed does not wait for its connections, so errors are expected then.
  pool.on('error', (error) => !pool.ending && onIdleError?.(error));
  pool.on('connect', (client) => {
    client.on('error', markNotConnected);
    prepareRepeated(client, names);
  });
  return pool;
};
