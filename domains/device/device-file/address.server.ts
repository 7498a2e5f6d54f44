import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';

/** What an address is for: one upgrade, whose file is fetched, or one log, which is stored. */
export type AddressPurpose = { readonly upgradeId: string } | { readonly pileLogId: string };

/** Creates an address for one pile and returns its token, which is stored nowhere. An earlier address for the same purpose is void. */
export const createAddress = async (
  tx: Tx,
  { cpCode, expiresAt, ...purpose }: AddressPurpose & { readonly cpCode: string; readonly expiresAt: Date },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const upgradeId = 'upgradeId' in purpose ? purpose.upgradeId : null;
  const pileLogId = 'pileLogId' in purpose ? purpose.pileLogId : null;
  await sql`delete from device_file_address where upgrade_id = ${upgradeId} or pile_log_id = ${pileLogId}`.execute(tx);
  await sql`insert into device_file_address (token_digest, tenant_id, cp_code, upgrade_id, pile_log_id, expires_at)
    select ${digestOf(token)}, tenant_id, cp_code, ${upgradeId}::bigint, ${pileLogId}::bigint, ${expiresAt}::timestamptz from pile where cp_code = ${cpCode}`.execute(
    tx,
  );
  return token;
};

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A pile may begin its transfer again so often. */
const REQUESTS_MAX = 20;

/** Counts a request to an address; undefined for one that is void. */
export const countRequest = async (
  tx: Tx,
  { digest, now }: { readonly digest: Buffer; readonly now: Date },
): Promise<{ readonly cpCode: string; readonly upgradeId: string | null; readonly pileLogId: string | null } | undefined> => {
  const { rows } = await sql<{
    cpCode: string;
    upgradeId: bigint | null;
    pileLogId: bigint | null;
  }>`update device_file_address set request_count = request_count + 1
    where token_digest = ${digest} and expires_at > ${now} and completed_at is null and request_count < ${REQUESTS_MAX} returning cp_code, upgrade_id, pile_log_id`.execute(
    tx,
  );
  const [row] = rows;
  const textOf = (id: bigint | null) => (id === null ? null : String(id));
  return row && { cpCode: row.cpCode, upgradeId: textOf(row.upgradeId), pileLogId: textOf(row.pileLogId) };
};

/** The transfer is complete, and the address void. False when another request was first. */
export const closeAddress = async (tx: Tx, { digest, now }: { readonly digest: Buffer; readonly now: Date }): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update device_file_address set completed_at = ${now} where token_digest = ${digest} and completed_at is null`.execute(tx);
  return numAffectedRows === 1n;
};
