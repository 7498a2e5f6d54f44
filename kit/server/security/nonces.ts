import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { sha256 } from './sha256.ts';

/** On average one claim in this many also deletes expired nonces. */
const SWEEP_ONE_IN = 200;

/** True for the first use of a text. The database stores it, so that all processes know it. */
export const claimNonce = async (database: Database, text: string, window: { readonly now: Date; readonly keptMs: number }): Promise<boolean> => {
  const nonce = sha256(text);
  const until = new Date(window.now.getTime() + window.keptMs);
  if (nonce.readUInt32BE() % SWEEP_ONE_IN === 0) await sql`delete from request_nonce where until < ${window.now}`.execute(database.system);
  const { numAffectedRows } = await sql`insert into request_nonce (nonce, until) values (${nonce}, ${until}) on conflict do nothing`.execute(
    database.system,
  );
  return numAffectedRows === 1n;
};
