import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { SECRET_LENGTH_MAX } from './pile.ts';

/** A pile's code never changes and is part of the encryption context, so an encrypted secret is valid for this pile only. */
const sealContext = (cpCode: string) => ({ purpose: 'pile-secret', row: cpCode });

export const sealPileSecret = (secrets: Secrets, cpCode: string, secret: string): string => secrets.seal(secret, sealContext(cpCode));

/** The plain secret. A value that is not encrypted was written by an older version of the program; the next start encrypts it. */
export const openPileSecret = (secrets: Secrets, cpCode: string, stored: string): string =>
  stored.length <= SECRET_LENGTH_MAX ? stored : secrets.open(stored, sealContext(cpCode));

/** Encrypts secrets that are still stored in plain text. Runs at each start; returns how many it found. */
export const sealPileSecrets = (database: Database, secrets: Secrets): Promise<number> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{ cpCode: string; secret: string }>`select cp_code, encryption_secret as secret from pile
      where length(encryption_secret) <= ${SECRET_LENGTH_MAX} order by cp_code for update`.execute(tx);
    if (rows.length === 0) return 0;
    const sealed = rows.map(({ cpCode, secret }) => sealPileSecret(secrets, cpCode, secret));
    await sql`update pile p set encryption_secret = t.sealed from unnest(${rows.map(({ cpCode }) => cpCode)}::text[], ${sealed}::text[]) as t (code, sealed)
      where p.cp_code = t.code`.execute(tx);
    return rows.length;
  });
