import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { sha256 } from './sha256.ts';

/** On average one claim in this many also deletes expired nonces. */
const SWEEP_ONE_IN = 200;

export interface NonceWindow {
  readonly now: Date;
  /** How long a use is remembered, in milliseconds. */
  readonly keptMs: number;
}

/** True for the first use of a text. The database stores it, so that all processes know it. */
export const claimNonce = async (database: Database, text: string, window: NonceWindow): Promise<boolean> => {
  await sweepNonces(database, window.now);
  const { rows } = await nonceClaim(text, window).execute(database.system);
  return rows.length === 1;
};

/** The statement that claims a text, for callers that do more in one statement; it returns a row for the first use only. */
export const nonceClaim = (text: string, { now, keptMs }: NonceWindow) =>
  sql`insert into request_nonce (nonce, until) values (${sha256(text)}, ${new Date(now.getTime() + keptMs)}) on conflict do nothing returning nonce`;

/** Deletes expired nonces once in a while. */
export const sweepNonces = async ({ system }: Database, now: Date): Promise<void> => {
  if (randomInt(SWEEP_ONE_IN) === 0) await sql`delete from request_nonce where until < ${now}`.execute(system);
};
