import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../db/index.ts';
import { inDatabase, templateName } from './template.ts';

/** A migrated database for one test file, with only the rows that migrations insert. */
export interface TestDatabase extends Database {
  /** The owner, who runs migrations; `url` is for a restricted sign-in, as in production. */
  readonly ownerUrl: string;
  /** The superuser on this database, for what our roles may not do. */
  readonly superuserUrl: string;
  readonly serverVersion: string;
  /** The folder of the server's programs. */
  readonly bin: string;
  /** Runs statements as the superuser, without row-level security, to prepare and to check rows. */
  readonly asSuperuser: <R extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<R[]>;
  /** Also drops the database. */
  readonly close: () => Promise<void>;
}

/**
 * Copies the migrated template (about 50 ms with file copies; a copy through the WAL takes twice as long). Once for each test file: `const db =
 * await freshDatabase(); afterAll(db.close);`
 */
export const freshDatabase = async (options: Pick<DatabaseOptions, 'onTaskError'> = {}): Promise<TestDatabase> => {
  const name = `t_${process.pid}_${Date.now().toString(36)}_${Math.trunc(Math.random() * 1e9).toString(36)}`;
  return copyOf(await serverOfThisRun(), { template: templateName, name, ...options });
};

/** A database without any migration, for tests of migrations. */
export const emptyDatabase = async (): Promise<TestDatabase> =>
  copyOf(await serverOfThisRun(), { template: 'template0', name: `empty_${process.pid}_${Math.trunc(Math.random() * 1e9).toString(36)}` });

/**
 * A copy of a database that the first caller of a run fills, and the data that this caller returned. It must be plain data, because other test
 * files read it in another thread. `fill` leaves the database open, without connections of its own.
 */
export const standingDatabase = async <T>(
  name: string,
  fill: (database: TestDatabase) => Promise<T>,
): Promise<{ readonly database: TestDatabase; readonly data: T }> => {
  const server = await serverOfThisRun();
  const template = `standing_${name}`;
  const data = await withRunLock(server, async (client) => {
    const { rows } = await client.query<{ readonly data: T }>('SELECT data FROM standing WHERE name = $1', [name]);
    if (rows[0]) return rows[0].data;
    const filled = await copyOf(server, { template: templateName, name: template });
    const filledData = await fill(filled);
    await filled.leave();
    await client.query('INSERT INTO standing VALUES ($1, $2)', [name, JSON.stringify(filledData)]);
    return filledData;
  });
  const copy = `${template}_${Math.trunc(Math.random() * 1e9).toString(36)}`;
  return { database: await copyOf(server, { template, name: copy }), data };
};

/** Only one test file of a run at a time. */
const withRunLock = async <T>(server: ServerOfRun, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(server.superuserUrl);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query('CREATE TABLE IF NOT EXISTS standing (name text PRIMARY KEY, data jsonb NOT NULL)');
    return await work(client);
  } finally {
    await client.end();
  }
};

interface OpenDatabase extends TestDatabase {
  /** Closes the connections and keeps the database. */
  readonly leave: () => Promise<void>;
}

interface CopyOptions extends Pick<DatabaseOptions, 'onTaskError'> {
  readonly template: string;
  readonly name: string;
}

const copyOf = async (server: ServerOfRun, { template, name, ...options }: CopyOptions): Promise<OpenDatabase> => {
  await statement(server.superuserUrl, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER chargeops STRATEGY file_copy`);
  const superuserUrl = inDatabase(server.superuserUrl, name);
  // Every new connection starts with cold caches, so a short test is faster when it waits for a used one.
  const database = openDatabase({ url: inDatabase(server.workUrl, name), name: 'test', appConnections: 3, systemConnections: 3, ...options });
  const superuser = new pg.Pool({ connectionString: superuserUrl, max: 2, types: database.appPool.options.types });
  superuser.on('error', () => undefined);
  const leave = async (): Promise<void> => void (await Promise.all([database.close(), superuser.end()]));
  return {
    ...database,
    ownerUrl: inDatabase(server.url, name),
    superuserUrl,
    serverVersion: server.version,
    bin: server.bin,
    asSuperuser: async <R extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      (await superuser.query<R>(sql, [...values])).rows,
    leave,
    close: async () => {
      await leave();
      await statement(server.superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
};

/** The number of connections that wait for a lock. */
export const waitingForLocks = async ({ asSuperuser }: Pick<TestDatabase, 'asSuperuser'>): Promise<number> =>
  (await asSuperuser(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).length;

interface ServerOfRun {
  readonly url: string;
  readonly workUrl: string;
  readonly superuserUrl: string;
  readonly version: string;
  readonly bin: string;
}

const serverOfThisRun = async (): Promise<ServerOfRun> => {
  const answer = JSON.parse(await text(connect(inject('databaseBroker')))) as ServerOfRun & { readonly error?: string };
  if (answer.error) throw new Error(answer.error);
  return answer;
};

const statement = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
