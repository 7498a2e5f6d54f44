import { sql } from 'kysely';
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Tx } from '#kit/db/index.ts';
import { codeBounds } from './code.ts';
import type { Receiver } from './receiver.rules.ts';

/** The purpose of a code; it is not valid for another one. */
export interface CodePurpose {
  readonly mode: string;
  readonly receiver: Receiver;
}

const digest = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest();
};
const keyOf = ({ mode, receiver }: CodePurpose): Buffer => digest('code', mode, receiver.channel, receiver.to);
const oldestSince = (now: Date): Date => new Date(now.getTime() - codeBounds.lifeMs);

/** Creates a code, or returns how long the previous one is still valid. */
export const putCode = async (tx: Tx, purpose: CodePurpose, now: Date): Promise<{ readonly code: string } | { readonly waitMs: number }> => {
  const code = String(randomInt(10 ** codeBounds.digits)).padStart(codeBounds.digits, '0');
  const salt = randomBytes(16);
  const key = keyOf(purpose);
  const { rows } = await sql`insert into sys_code as c (key_hash, salt, code_hash, since) values (${key}, ${salt}, ${digest(salt, code)}, ${now})
    on conflict (key_hash) do update set salt = excluded.salt, code_hash = excluded.code_hash, since = excluded.since where c.since <= ${oldestSince(now)}
    returning 1 as put`.execute(tx);
  if (rows.length > 0) return { code };
  const { rows: existing } = await sql<{ since: Date }>`select since from sys_code where key_hash = ${key}`.execute(tx);
  return { waitMs: Math.max(1, (existing[0]?.since.getTime() ?? now.getTime()) + codeBounds.lifeMs - now.getTime()) };
};

/** Whether the code is right; it is used up in any case. */
export const takeCode = async (tx: Tx, purpose: CodePurpose, attempt: { readonly code: string; readonly now: Date }): Promise<boolean> => {
  const { rows } = await sql<{ salt: Buffer; codeHash: Buffer; since: Date }>`delete from sys_code
    where key_hash = ${keyOf(purpose)} and salt is not null and code_hash is not null
    returning salt, code_hash, since`.execute(tx);
  const [row] = rows;
  return row !== undefined && row.since > oldestSince(attempt.now) && timingSafeEqual(row.codeHash, digest(row.salt, attempt.code));
};

/** Creates a one-use ticket for a user who has authenticated. */
export const putTicket = async (tx: Tx, purpose: string, owner: { readonly userId: string; readonly now: Date }): Promise<string> => {
  const ticket = randomBytes(32).toString('base64url');
  await sql`insert into sys_code (key_hash, user_id, since) values (${digest('ticket', purpose, ticket)}, ${owner.userId}, ${owner.now})`.execute(tx);
  return ticket;
};

/** The owner of a ticket, which is used up; undefined after `lifeMs`. */
export const takeTicket = async (
  tx: Tx,
  purpose: string,
  attempt: { readonly ticket: string; readonly now: Date; readonly lifeMs: number },
): Promise<string | undefined> => {
  const { rows } = await sql<{ userId: bigint; since: Date }>`delete from sys_code where key_hash = ${digest('ticket', purpose, attempt.ticket)}
    and user_id is not null
    returning user_id, since`.execute(tx);
  const [row] = rows;
  return row && row.since.getTime() + attempt.lifeMs > attempt.now.getTime() ? String(row.userId) : undefined;
};

export const sweepCodes = async (tx: Tx, now: Date): Promise<void> => {
  await sql`delete from sys_code where since < ${oldestSince(now)}`.execute(tx);
};
