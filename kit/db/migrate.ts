import { createHash } from 'node:crypto';
import pg from 'pg';
import { type MigrationFile, findMigrations } from './migrations.ts';

const lockKey = 0x6d696772;

/** A migration failed, or one that was applied before has been changed since. Names the file and the line. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  /** Sign-in of the owner: needs CREATE on the database and, the first time, CREATEROLE. */
  readonly url: string;
  /** Default: all of this program (see findMigrations). */
  readonly files?: readonly MigrationFile[];
}

/**
 * Applies every migration not yet applied, in order of its number, each in its own transaction; answers their names.
 *
 * Ours and not Kysely's Migrator, because that keeps no checksum, reports no line, and runs all files in one transaction.
 */
export const migrate = async ({ url, files }: MigrateOptions): Promise<readonly string[]> => {
  const wanted = files ?? (await findMigrations());
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chargeops-migrate',
    options: '-c timezone=UTC -c client_min_messages=warning',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const applied = await appliedBefore(client);
    const names: string[] = [];
    for (const file of wanted) {
      const before = applied.get(file.number);
      if (before) refuseChanged(file, before);
      else {
        await apply(client, file);
        names.push(file.name);
      }
    }
    return names;
  } finally {
    await client.end().catch(() => undefined);
  }
};

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

const appliedBefore = async (client: pg.Client): Promise<ReadonlyMap<number, Applied>> => {
  const exists = await client.query<{ found: boolean }>(`SELECT to_regclass('kit_migration') IS NOT NULL AS found`);
  if (!exists.rows[0]?.found) {
    await client.query(`CREATE TABLE kit_migration (
      number int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), took_ms int NOT NULL)`);
    await client.query(`COMMENT ON TABLE kit_migration IS 'kit: system'`);
  }
  const { rows } = await client.query<Applied>('SELECT number, name, checksum FROM kit_migration');
  return new Map(rows.map((row) => [row.number, row]));
};

const refuseChanged = (file: MigrationFile, before: Applied): void => {
  if (before.checksum === checksum(file.sql)) return;
  throw new MigrationError(`${file.path} was applied as ${before.name} and has been changed since. Restore it and write a new migration.`);
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
      checksum(file.sql),
      Math.round(performance.now() - started),
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw explained(file, error);
  }
};

const explained = (file: MigrationFile, error: unknown): MigrationError => {
  if (!(error instanceof pg.DatabaseError)) return new MigrationError(`${file.path}: ${String(error)}`, { cause: error });
  const line = file.sql.slice(0, Number(error.position ?? 0)).split('\n').length;
  const more = [error.detail, error.hint, error.where].filter(Boolean).join(' ');
  return new MigrationError(`${file.path}:${line}: ${error.message}${more ? ` (${more})` : ''}`, { cause: error });
};

const checksum = (sql: string): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
