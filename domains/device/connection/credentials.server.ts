import { sql } from 'kysely';
import { openPileSecret } from '#domains/network/server.ts';
import type { PileCredentials } from '#engines/protocol/device-backend.ts';
import { encryptionMode as modes } from '#engines/protocol/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { isOldKeyRight } from '../key-rotation/key-rotation.rules.ts';

interface CredentialsRow {
  readonly cpCode: string;
  readonly secret: string | null;
  readonly encryptionMode: number;
  /** The secret that takes the place of the present one; null when there is none. */
  readonly nextSecret: string | null;
  readonly isAccepted: boolean | null;
  readonly acceptedUntil: Date | null;
}

type CredentialDeps = Pick<Deps, 'database' | 'secrets' | 'log' | 'clock'>;

/**
 * The secret of each pile and the encryption mode it has to use; undefined for a code that belongs to no pile, and for a secret that cannot be
 * decrypted.
 */
export const findCredentials = async (deps: CredentialDeps, cpCodes: readonly string[]): Promise<readonly (PileCredentials | undefined)[]> => {
  const { rows } = await inSystem(deps.database, (tx) =>
    sql<CredentialsRow>`select p.cp_code, p.encryption_secret as secret, p.encryption_mode, r.sealed_secret as next_secret, r.is_accepted, r.accepted_until
      from pile p left join pile_key_rotation r on r.cp_code = p.cp_code where p.cp_code = any(${cpCodes}::text[]) and not p.is_delete`.execute(tx),
  );
  const credentialsByCode = new Map(rows.map((row) => [row.cpCode, credentialsOf(deps, row)]));
  return cpCodes.map((cpCode) => credentialsByCode.get(cpCode));
};

const credentialsOf = ({ secrets, log, clock }: CredentialDeps, row: CredentialsRow): PileCredentials | undefined => {
  const { cpCode, secret, nextSecret, isAccepted, acceptedUntil, encryptionMode } = row;
  try {
    const open = (sealed: string) => openPileSecret(secrets, cpCode, sealed);
    const isRight = isAccepted === null || acceptedUntil === null || isOldKeyRight({ isAccepted, acceptedUntil }, clock());
    return {
      secret: secret === null || !isRight ? null : open(secret),
      ...(nextSecret !== null && { nextSecret: open(nextSecret) }),
      encryptionMode: encryptionMode === modes.aes ? modes.aes : modes.none,
    };
  } catch (error) {
    // One secret that cannot be decrypted, because its row was moved or encrypted elsewhere, must not prevent the logins of other piles.
    log.error({ err: error, cpCode }, 'the secret of a pile could not be opened');
    return undefined;
  }
};
