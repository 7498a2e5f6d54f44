import { sql } from 'kysely';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/route.ts';
import type { Route } from '#kit/server/route.ts';
import { onlyOne } from '#kit/server/viewer.ts';
import type { Bell } from './bell.server.ts';
import { receivedApi } from './notice.ts';
import type { ReceivedPage } from './notice.ts';
import { bellColumns, isUnread, itemOf, reachedBy } from './reached.server.ts';
import type { BellRow } from './reached.server.ts';

const USUAL_SIZE = 10;

/** What a person sees of the notices that reached them. */
export const receivedRoutes = (bell: Bell): readonly Route[] =>
  implement(receivedApi, {
    getMyAnnouncementSend: async (ctx, asked) => received(ctx, asked),
    editByAnntIdAndUserId: async (ctx, { anntId }) => {
      if ((await markRead(ctx, anntId)) === 0) refuse(kitRefusals, 'missing', {}, { status: 404 });
      ctx.afterCommit(() => bell.forget(ctx.viewer.userId));
      return ctx.say(kitWords.changed);
    },
    readAll: async (ctx) => {
      await markRead(ctx, null);
      ctx.afterCommit(() => bell.forget(ctx.viewer.userId));
      return ctx.say(kitWords.changed);
    },
  });

/** Marks one notice, or all that are unread, as read; answers how many there were. The first reading keeps its time. */
const markRead = async (ctx: Context, anntId: string | null): Promise<number> => {
  const which = anntId === null ? isUnread : sql`a.id = ${anntId}`;
  const { rows } = await sql`insert into sys_announcement_send (annt_id, user_id, tenant_id, is_read, read_time)
    select a.id, ${ctx.viewer.userId}::int8, ${onlyOne(ctx.viewer.sees.tenant) ?? '0'}::int8, true, ${ctx.now}::timestamptz
    from ${reachedBy(ctx.viewer, ctx.now)} and ${which}
    on conflict (annt_id, user_id) do update set is_read = true, read_time = coalesce(sys_announcement_send.read_time, excluded.read_time)
    returning annt_id`.execute(ctx.db);
  return rows.length;
};

interface Asked {
  readonly titile?: string | null;
  readonly sender?: string | null;
  readonly readFlag?: '0' | '1' | null;
  readonly pageNo?: number | null;
  readonly pageSize?: number | null;
}

const literal = (text: string): string => `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`;

const received = async (ctx: Context, asked: Asked): Promise<ReceivedPage> => {
  const [current, size] = [asked.pageNo ?? 1, asked.pageSize ?? USUAL_SIZE];
  const filters = [
    ...(asked.titile ? [sql`and a.titile ilike ${literal(asked.titile)}`] : []),
    ...(asked.sender ? [sql`and a.sender ilike ${literal(asked.sender)}`] : []),
    ...(asked.readFlag ? [sql`and coalesce(s.is_read, false) = ${asked.readFlag === '1'}`] : []),
  ];
  const found = sql`from ${reachedBy(ctx.viewer, ctx.now)} ${sql.join(filters, sql` `)}`;
  const db = ctx.db.withoutPlugins();
  const { rows } = await sql<BellRow & { readonly is_read: boolean; readonly read_time: Date | null }>`
    select ${bellColumns}, coalesce(s.is_read, false) as is_read, s.read_time ${found}
    order by a.send_time desc, a.id desc limit ${size} offset ${(current - 1) * size}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int4 as total ${found}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const records = rows.map((row) => {
    const flag = row.is_read ? ('1' as const) : ('0' as const);
    return { ...itemOf(row), readStat: flag, readFlag: flag, readTime: row.read_time?.toISOString() ?? null };
  });
  return { records, total, size, current, pages: Math.ceil(total / size) };
};
