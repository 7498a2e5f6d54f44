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

type CredentialDeps = Pick<Deps, 'database' | 'secrets' | 'log'>;

/**
 * The secret of each pile and the encryption mode it has to use; undefined for a code that belongs to no pile, and for a secret that cannot be
 * decrypted.
 */
export const findCredentials = async (deps: CredentialDeps, cpCodes: readonly string[]): Promise<readonly (PileCredentials | undefined)[]> => {
  const { rows } = await inSystem(deps.database, (tx) =>
    sql<CredentialsRow>`select cp_code, encryption_secret as secret, encryption_mode from pile where cp_code = any(${cpCodes}::text[]) and not is_delete`.execute(
      tx,
    ),
  );
  const credentialsByCode = new Map(rows.map((row) => [row.cpCode, credentialsOf(deps, row)]));
  return cpCodes.map((cpCode) => credentialsByCode.get(cpCode));
};

const credentialsOf = ({ secrets, log }: CredentialDeps, { cpCode, secret, encryptionMode }: CredentialsRow): PileCredentials | undefined => {
  try {
    return {
      secret: secret === null ? null : openPileSecret(secrets, cpCode, secret),
      encryptionMode: encryptionMode === modes.aes ? modes.aes : modes.none,
    };
  } catch (error) {
    // One secret that cannot be decrypted, because its row was moved or encrypted elsewhere, must not prevent the logins of other piles.
    log.error({ err: error, cpCode }, 'the secret of a pile could not be opened');
    return undefined;
  }
};
