import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Tx } from '#kit/db/index.ts';
import type { EndReason } from './end-reason.ts';
import { hashOf } from './session-store.server.ts';

interface Rotation {
  readonly token: string;
  readonly now: Date;
  /** Only for a session of at least this age. */
  readonly olderThanMs?: number;
}

/** Replaces the token of a session; the previous one is refused from the commit on. Undefined when there is no such session. */
export const rotateToken = async (tx: Tx, { token, now, olderThanMs = 0 }: Rotation): Promise<string | undefined> => {
  const nextToken = randomBytes(32).toString('base64url');
  const reason: EndReason = 'rotated';
  const { rows } = await sql`update sys_session set token_hash = ${hashOf(nextToken)}
    where token_hash = ${hashOf(token)} and create_time <= ${new Date(now.getTime() - olderThanMs)} returning 1 as moved`.execute(tx);
  if (rows.length === 0) return undefined;
  await sql`insert into sys_session_end (token_hash, because, ended_at) values (${hashOf(token)}, ${reason}, ${now}) on conflict do nothing`.execute(
    tx,
  );
  return nextToken;
};
