import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';

/** Creates the address of an upgrade's file for one pile and returns its token, which is stored nowhere. An earlier address of the upgrade is void. */
export const createAddress = async (
  tx: Tx,
  { cpCode, upgradeId, expiresAt }: { readonly cpCode: string; readonly upgradeId: string; readonly expiresAt: Date },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await sql`delete from device_file_address where upgrade_id = ${upgradeId}`.execute(tx);
  await sql`insert into device_file_address (token_digest, tenant_id, cp_code, upgrade_id, expires_at)
    select ${digestOf(token)}, tenant_id, cp_code, ${upgradeId}, ${expiresAt} from pile where cp_code = ${cpCode}`.execute(tx);
  return token;
};

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
