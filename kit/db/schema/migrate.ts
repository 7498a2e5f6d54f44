import pg from 'pg';
import { checksumOf, digitsOf, findMigrations, MigrationError } from './migrations.ts';
import type { MigrationFile } from './migrations.ts';

const lockKey = 0x6d696772;

export interface MigrateOptions {
  /** The address for the owner, which needs CREATE on the database and, the first time, CREATEROLE. */
  readonly url: string;
  /** By default all migrations of this program (see findMigrations). */
  readonly files?: readonly MigrationFile[];
}

/**
 * Applies every pending migration in the order of its number, each in its own transaction; returns their names. It replaces Kysely's Migrator,
 * which stores no checksum, reports no line of an error, and runs all files in one transaction. @throws MigrationError when a migration fails, when
 * the text of an applied one has changed, when a new one has a lower number than an applied one, and when the database is older than the first
 * migration of today
 */
export const migrate = async ({ url, files }: MigrateOptions): Promise<readonly string[]> => {
  const migrations = files ?? (await findMigrations());
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chargeops-migrate',
    options: '-c timezone=UTC -c client_min_messages=warning',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const applied = await readApplied(client);
    refusePreRelease(applied);
    for (const file of migrations) refuseChanged(file, applied.get(file.number));
    const missing = migrations.filter(({ number }) => !applied.has(number));
    refuseOutOfOrder(missing, applied);
    for (const file of missing) await apply(client, file);
    return missing.map(({ name }) => name);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Checks, as a worker, that every migration has been applied. @throws MigrationError when one is missing, or was applied with another text */
export const assertMigrated = async ({ url, files }: MigrateOptions): Promise<void> => {
  const migrations = files ?? (await findMigrations());
  const client = new pg.Client({ connectionString: url, application_name: 'chargeops-migrate', options: '-c role=chargeops_system' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<AppliedMigration>(APPLIED);
    const applied = new Map(rows.map((row) => [row.number, row]));
    for (const file of migrations) refuseChanged(file, applied.get(file.number));
    const missing = migrations.find(({ number }) => !applied.has(number));
    if (!missing) return;
    throw new MigrationError(
      `The database lacks ${missing.name}, and the user of DATABASE_URL does not own it: start once with the owner in DATABASE_OWNER_URL.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};

const APPLIED = 'SELECT number, name, checksum FROM kit_migration';

interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

const readApplied = async (client: pg.Client): Promise<ReadonlyMap<number, AppliedMigration>> => {
  const exists = await client.query<{ found: boolean }>(`SELECT to_regclass('kit_migration') IS NOT NULL AS found`);
  if (!exists.rows[0]?.found) {
    await client.query(`CREATE TABLE kit_migration (
      number int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), took_ms int NOT NULL)`);
    await client.query(`COMMENT ON TABLE kit_migration IS 'kit: system'`);
  }
  const { rows } = await client.query<AppliedMigration>(APPLIED);
  return new Map(rows.map((row) => [row.number, row]));
};

/** The name of migration 1 before all migrations were rewritten as one file for each noun (docs/decisions/0044-one-schema.md). */
const PRE_RELEASE_FIRST_NAME = '0001_base';

const refusePreRelease = (applied: ReadonlyMap<number, AppliedMigration>): void => {
  if (applied.get(1)?.name !== PRE_RELEASE_FIRST_NAME) return;
  throw new MigrationError(
    'This database was made by a version before the first release and cannot be upgraded: move the data folder (.data) away, or name an empty database in DATABASE_URL, and start again.',
  );
};

const refuseOutOfOrder = (missing: readonly MigrationFile[], applied: ReadonlyMap<number, AppliedMigration>): void => {
  const last = Math.max(0, ...applied.keys());
  const outOfOrder = missing.find(({ number }) => number < last);
  if (!outOfOrder) return;
  throw new MigrationError(
    `${outOfOrder.path} has not been applied, but ${applied.get(last)?.name ?? ''} has, which comes after it. Give it a number above ${digitsOf(last)}.`,
  );
};

const refuseChanged = (file: MigrationFile, applied: AppliedMigration | undefined): void => {
  if (!applied || applied.checksum === checksumOf(file)) return;
  throw new MigrationError(`${file.path} was applied as ${applied.name} and has been changed since. Restore it and write a new migration.`);
};

const apply = async (client: pg.Client, file: MigrationFile): Promise<void> => {
  const started = performance.now();
  try {
    await client.query('BEGIN');
    await client.query(file.sql);
    await client.query('RESET ROLE');
    await client.query('INSERT INTO kit_migration (number, name, checksum, took_ms) VALUES ($1, $2, $3, $4)', [
      file.number,
      file.name,
      checksumOf(file),
      Math.round(performance.now() - started),
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw migrationErrorOf(file, error);
  }
};

const migrationErrorOf = (file: MigrationFile, error: unknown): MigrationError => {
  if (!(error instanceof pg.DatabaseError)) return new MigrationError(`${file.path}: ${String(error)}`, { cause: error });
  const line = file.sql.slice(0, Number(error.position ?? 0)).split('\n').length;
  const more = [error.detail, error.hint, error.where].filter(Boolean).join(' ');
  return new MigrationError(`${file.path}:${line}: ${error.message}${more ? ` (${more})` : ''}`, { cause: error });
};
