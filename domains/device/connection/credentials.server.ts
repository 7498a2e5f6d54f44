import { sql } from 'kysely';
import { openPileSecret } from '#domains/network/server.ts';
import type { PileCredentials } from '#engines/protocol/device-backend.ts';
import { encryptionMode as modes } from '#engines/protocol/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';

interface CredentialsRow {
  readonly cpCode: string;
  readonly secret: string | null;
  readonly encryptionMode: number;
}

type Opening = Pick<Deps, 'database' | 'secrets' | 'log'>;

/** The secret each pile must know, and how it must speak; undefined for a code that no pile has, and for a secret that cannot be opened. */
export const findCredentials = async (deps: Opening, cpCodes: readonly string[]): Promise<readonly (PileCredentials | undefined)[]> => {
  const { rows } = await inSystem(deps.database, (tx) =>
    sql<CredentialsRow>`select cp_code, encryption_secret as secret, encryption_mode from pile where cp_code = any(${cpCodes}::text[]) and not is_delete`.execute(
      tx,
    ),
  );
  const known = new Map(rows.map((row) => [row.cpCode, credentialsOf(deps, row)]));
  return cpCodes.map((cpCode) => known.get(cpCode));
};

const credentialsOf = ({ secrets, log }: Opening, { cpCode, secret, encryptionMode }: CredentialsRow): PileCredentials | undefined => {
  try {
    return {
      secret: secret === null ? null : openPileSecret(secrets, cpCode, secret),
      encryptionMode: encryptionMode === modes.aes ? modes.aes : modes.none,
    };
  } catch (error) {
    // One row that was moved or sealed elsewhere must not keep the others out.
    log.error({ err: error, cpCode }, 'the secret of a pile could not be opened');
    return undefined;
  }
};
