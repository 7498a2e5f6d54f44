import { sql } from 'kysely';
import type { PileCredentials } from '#engines/protocol/door.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';

interface CredentialsRow {
  readonly cpCode: string;
  readonly secret: string | null;
  readonly encryptionMode: number;
}

/** The secret each pile must know, and how it must speak; undefined for a code that no pile has. */
export const findCredentials = (database: Database, cpCodes: readonly string[]): Promise<readonly (PileCredentials | undefined)[]> =>
  inSystem(database, async (tx) => {
    const { rows } =
      await sql<CredentialsRow>`select cp_code, encryption_secret as secret, encryption_mode from pile where cp_code = any(${cpCodes}::text[]) and not is_delete`.execute(
        tx,
      );
    const known = new Map(
      rows.map((row) => [row.cpCode, { secret: row.secret, encryptionMode: row.encryptionMode === 1 ? (1 as const) : (0 as const) }]),
    );
    return cpCodes.map((cpCode) => known.get(cpCode));
  });
