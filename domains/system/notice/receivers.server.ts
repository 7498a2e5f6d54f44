import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { noticeRefusals } from './notice.labels.ts';
import { receiversOf } from './notice.rules.ts';

export interface Receiver {
  readonly userId: string;
  /** 0: the platform's own staff. */
  readonly tenantId: string;
}

/** The users in a comma-separated list. A user outside the scope is refused like one that does not exist. Users belong to a later domain. */
export const findReceivers = async (ctx: Context, userIds: string | null | undefined): Promise<readonly Receiver[]> => {
  const ids = receiversOf(userIds);
  if (ids.length === 0) return [];
  const user = ctx.registry.feature('user')?.resource ?? throwRefusal(noticeRefusals, 'notice.foreignUser');
  const rows = await ctx.anyRows(user).findMany(ids);
  if (rows.length !== ids.length) throwRefusal(noticeRefusals, 'notice.foreignUser');
  return rows.map((row) => ({ userId: String(row[user.key]), tenantId: typeof row['tenantId'] === 'string' ? row['tenantId'] : '0' }));
};

/** Every receiver starts unread again; selected receivers get a row each. */
export const writeReceivers = async (ctx: Context, anntId: string, receivers: readonly Receiver[]): Promise<void> => {
  await sql`delete from sys_announcement_send where annt_id = ${anntId}`.execute(ctx.db);
  if (receivers.length === 0) return;
  await sql`insert into sys_announcement_send (annt_id, user_id, tenant_id)
    select ${anntId}, * from unnest(${receivers.map(({ userId }) => userId)}::int8[], ${receivers.map(({ tenantId }) => tenantId)}::int8[])`.execute(
    ctx.db,
  );
};
