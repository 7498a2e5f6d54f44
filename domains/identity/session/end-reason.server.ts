import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { endReasonRefusals } from './end-reason.labels.ts';
import type { EndReason } from './end-reason.ts';
import { userStatus } from '../user/user.ts';

interface EndReasonQuery {
  readonly tokenHash: Buffer;
  readonly now: Date;
  readonly idleMs: number;
}

/** Why a token is no longer valid, if it is known. If its session still exists, the session has expired or its user was blocked. */
export const findEndReason = async (database: Database, { tokenHash, now, idleMs }: EndReasonQuery): Promise<string | undefined> => {
  const { rows } = await sql<{ because: string }>`
    select because from sys_session_end where token_hash = ${tokenHash}
    union all
    select case when s.expires_at <= ${now} then 'expired' when s.last_seen_at <= ${new Date(now.getTime() - idleMs)} then 'idle'
      when u.is_delete then 'deleted' when u.status <> ${sql.lit(userStatus.items.normal.value)} then 'frozen' else 'closed' end
    from sys_session s join sys_user u on u.id = s.user_id where s.token_hash = ${tokenHash}`.execute(database.system);
  return rows[0]?.because;
};

/** Ends expired sessions, and deletes the reasons of others once no browser can still hold their tokens. */
export const sweepSessions = async (
  database: Database,
  { now, idleMs, keepMs }: { readonly now: Date; readonly idleMs: number; readonly keepMs: number },
): Promise<void> => {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const [expired, idle]: readonly EndReason[] = ['expired', 'idle'];
  await sql`with gone as (delete from sys_session where expires_at < ${now} or last_seen_at < ${ago(idleMs)} returning token_hash, expires_at)
    insert into sys_session_end (token_hash, because, ended_at)
    select token_hash, case when expires_at < ${now} then ${expired} else ${idle} end, ${now} from gone on conflict do nothing`.execute(
    database.system,
  );
  await sql`delete from sys_session_end where ended_at < ${ago(keepMs)}`.execute(database.system);
};

/** The refusal of an ended session; an unknown reason is answered like an unknown token. */
export const endReasonRefusal = (reason: string | undefined): Refusal | undefined => {
  const code = [`ended.${reason ?? ''}`, `session.${reason ?? ''}`].find(isEndReason);
  return code && new Refusal({ code, words: endReasonRefusals[code], args: {}, status: 401 });
};
const isEndReason = (code: string): code is keyof typeof endReasonRefusals => Object.hasOwn(endReasonRefusals, code);
