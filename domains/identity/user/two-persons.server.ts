import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { settingOf } from '#domains/system/server.ts';
import { apartDays } from '../session/session-settings.ts';
import { userRefusals } from './user.labels.ts';

const DAY_MS = 86_400_000;

/** Records that the viewer has given these users permissions or a way to sign in. Changes of the users' own rows are recorded by the database. */
export const recordControl = async (ctx: Context, userIds: readonly string[]): Promise<void> => {
  await sql`select note_user_control(${userIds}::bigint[], ${ctx.viewer.username})`.execute(ctx.db);
};

/**
 * Refuses an action that needs two people when they may be the same person: when the viewer and the requester are the same, or when one user has
 * given both of them an account, password, second factor, phone, mail address, role or permissions within the last days (setting
 * `session.apartDays`), directly or through others. That user may be one of the two or a third.
 */
export const requireTwoPersons = async (ctx: Context, requesterId: string): Promise<void> => {
  const days = await settingOf(ctx, apartDays);
  const since = new Date(ctx.now.getTime() - days * DAY_MS);
  const { rows } = await sql<{
    username: string | null;
  }>`select common_controller(${requesterId}::bigint, ${ctx.viewer.userId}::bigint, ${since}) as username`.execute(ctx.db);
  const username = rows[0]?.username ?? null;
  if (username !== null) throwRefusal(userRefusals, 'user.onePerson', { name: username, days });
};
