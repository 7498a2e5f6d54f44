import type { Logger } from 'pino';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import { openDatabase, watchDatabase } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { localBus, postgresBus } from '#kit/db/messaging/bus.ts';
import { assertMigrated, migrate } from '#kit/db/schema/migrate.ts';
import { admitWorkingRole, assertLimited, isOwner, workingAddress } from '#kit/db/schema/working-role.ts';
import type { SignInKey } from '#kit/db/schema/working-role.ts';
import { derivedPassword, masterKeyId } from '#kit/server/security/secrets.ts';
import type { Config } from './config/config.ts';
import { demandMasterKeys } from './config/demand-master-keys.ts';
import type { KeySources } from './config/demand-master-keys.ts';
import type { MasterKeys } from './config/master-keys.ts';

export type Stopper = () => Promise<unknown> | undefined;

export interface Storage {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
}

/**
 * Opens the operator's PostgreSQL, or an embedded one under the data directory. The owner migrates it; the program then works with a
 * role that cannot change the schema.
 */
export const openStorage = async (config: Config, log: Logger, stoppers: Stopper[]): Promise<Storage> => {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({
        dataDir: config.dataDir,
        onLost: (error) => log.error({ err: error }, 'the embedded database cannot be started; it is tried again'),
      });
  if (embedded) stoppers.push(() => embedded.stop());
  const addresses = await addressesOf(config, embedded?.url);
  if (addresses.owner === undefined) await assertMigrated({ url: addresses.work });
  else await migrate({ url: addresses.owner });
  const { url, masterKeys } = await signInToWork(addresses, { ...keySourcesOf(config), log });
  const bus = config.databaseUrl
    ? await postgresBus({ url, onError: (error) => log.warn({ err: error }, 'the bus lost its connection') })
    : localBus();
  stoppers.push(() => bus.close());
  const database = openDatabase({
    url,
    bus,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onTaskError: (error) => log.error({ err: error }, 'a task after a commit has failed'),
  });
  stoppers.push(() => database.close());
  const watch = watchDatabase({
    url,
    gate: database.gate,
    onChange: (answers) =>
      answers ? log.warn('the database answers again') : log.error('the database does not answer: calls are refused until it does'),
  });
  stoppers.push(() => watch.close());
  return { database, masterKeys };
};

/** Which role migrates and which one works. When no working role is configured, the owner creates it. */
export type DatabaseAddresses = { readonly owner: string; readonly work: string | undefined } | { readonly owner: undefined; readonly work: string };

export const addressesOf = async (
  { databaseUrl, databaseOwnerUrl }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
  embeddedUrl: string | undefined,
): Promise<DatabaseAddresses> => {
  if (databaseUrl === undefined) return { owner: embeddedUrl ?? '', work: undefined };
  if (databaseOwnerUrl !== undefined) return { owner: databaseOwnerUrl, work: databaseUrl };
  return (await isOwner(databaseUrl)) ? { owner: databaseUrl, work: undefined } : { owner: undefined, work: databaseUrl };
};

/** The database address that the program uses after migration, and the master keys of this start. */
export const signInToWork = async (
  { owner, work }: DatabaseAddresses,
  sources: KeySources & { readonly log: Logger },
): Promise<{ readonly url: string; readonly masterKeys: MasterKeys }> => {
  if (owner !== undefined && work !== undefined) await admitWorkingRole({ ownerUrl: owner, workUrl: work });
  else if (work !== undefined) await assertLimited(work);
  const masterKeys = await keysOf(work ?? owner ?? '', sources);
  return { url: work ?? (await workingAddress({ ownerUrl: owner ?? '', keys: signInKeys(masterKeys) })), masterKeys };
};

export const keySourcesOf = ({ dataDir, secretsKey, secretsLost }: Pick<Config, 'dataDir' | 'secretsKey' | 'secretsLost'>): KeySources => ({
  dataDir,
  secretsKey,
  lostKeyIds: secretsLost,
});

const keysOf = async (url: string, { log, ...from }: KeySources & { readonly log: Logger }): Promise<MasterKeys> => {
  const database = openDatabase({ url, name: 'keys', systemConnections: 1, appConnections: 1 });
  try {
    return await demandMasterKeys(database, { ...from, log });
  } finally {
    await database.close();
  }
};

const signInKeys = ([newest, ...older]: MasterKeys): readonly [SignInKey, ...SignInKey[]] => [signInKey(newest), ...older.map(signInKey)];

const signInKey = (key: Uint8Array): SignInKey => ({ id: masterKeyId(key), passwordOf: (role) => derivedPassword(key, `database ${role}`) });
