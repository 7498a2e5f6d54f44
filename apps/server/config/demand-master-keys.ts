import { sql } from 'kysely';
import type { Logger } from 'pino';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { createSecrets, masterKeyId } from '#kit/server/security/secrets.ts';
import { MasterKeyError, makeMasterKey, readMasterKeys } from './master-keys.ts';
import type { MasterKeys } from './master-keys.ts';

/** Where the master keys are configured. */
export interface KeySources {
  readonly dataDir: string;
  /** The value of SECRETS_KEY. */
  readonly secretsKey: string | undefined;
  /** The value of SECRETS_LOST: ids of keys that are permanently lost or no longer encrypt anything. */
  readonly lostKeyIds: readonly string[];
}

const CHECKED = 'master key';
const contextOf = (keyId: string) => ({ purpose: CHECKED, row: keyId });

/**
 * Returns the master keys of this start after checking that they decrypt what the database stores. Only the very first start creates
 * a key where none is configured.
 *
 * @throws MasterKeyError in one line: a key is missing, or differs from the one registered under its id
 */
export const demandMasterKeys = (database: Database, { log, ...from }: KeySources & { readonly log: Logger }): Promise<MasterKeys> =>
  inSystem(database, async (tx) => {
    // The lock makes first starts of several processes at once agree on the registered keys.
    await sql`select pg_advisory_xact_lock(hashtextextended('master keys', 0))`.execute(tx);
    await forgetKeys(tx, { lostKeyIds: from.lostKeyIds, log });
    const { rows: registered } = await sql<{ keyId: string; sealed: string }>`select key_id, sealed from master_key order by first_used_at`.execute(
      tx,
    );
    const keys = (await readMasterKeys(from)) ?? (registered.length === 0 ? await makeMasterKey(from.dataDir) : undefined);
    const missing = registered.filter(({ keyId, sealed }) => !opens(keys ?? [], keyId, sealed)).map(({ keyId }) => keyId);
    if (!keys || missing.length > 0) throw new MasterKeyError(lineOf(from, { isAbsent: keys === undefined, missing }));
    for (const key of keys) {
      const keyId = masterKeyId(key);
      const sealed = createSecrets([key]).seal(CHECKED, contextOf(keyId));
      await sql`insert into master_key (key_id, sealed) values (${keyId}, ${sealed}) on conflict do nothing`.execute(tx);
    }
    return keys;
  });

const opens = (keys: readonly Uint8Array[], keyId: string, sealed: string): boolean => {
  const key = keys.find((one) => masterKeyId(one) === keyId);
  if (!key) return false;
  try {
    return createSecrets([key]).open(sealed, contextOf(keyId)) === CHECKED;
  } catch {
    return false;
  }
};

const forgetKeys = async (tx: Tx, { lostKeyIds, log }: { readonly lostKeyIds: readonly string[]; readonly log: Logger }): Promise<void> => {
  if (lostKeyIds.length === 0) return;
  const { rows } = await sql<{ keyId: string }>`delete from master_key where key_id = any(${lostKeyIds}::text[]) returning key_id`.execute(tx);
  for (const { keyId } of rows) log.warn({ keyId }, 'a master key is given up: what it has sealed can no longer be read');
};

const lineOf = (
  { secretsKey, dataDir }: KeySources,
  { isAbsent, missing }: { readonly isAbsent: boolean; readonly missing: readonly string[] },
): string => {
  const ids = missing.join(', ');
  const source = secretsKey ? 'SECRETS_KEY' : `secrets.key in ${dataDir}`;
  const problem = isAbsent ? `${source} is missing` : `${source} does not hold the key ${ids}`;
  return (
    `${problem}, with which secrets of this database are sealed. Put it back, or name it in SECRETS_KEY behind the newest; ` +
    `if it is lost for good, or nothing is sealed with it any more, start once with SECRETS_LOST=${missing.join(',')}.`
  );
};
