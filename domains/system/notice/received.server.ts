import { sql } from 'kysely';
import type { Page } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context, ListQuery } from '#kit/server/context/context.ts';
import { COUNT_CAP } from '#kit/server/lists/list-query.ts';
import { conditionClauses } from '#kit/server/lists/list-sql.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import type { Bell } from './bell/bell.server.ts';
import { received, receivedApi } from './notice.ts';
import type { ReceivedNotice } from './notice.ts';
import { isUnread, noticesAddressedTo } from './bell/addressed-notices.server.ts';

/** The routes for receivers of notices. */
export const receivedRoutes = (bell: Bell): readonly Route[] =>
  implement(receivedApi, {
    getMyAnnouncementSend: (ctx, _asked, { list }) => receivedPage(ctx, list),
    editByAnntIdAndUserId: async (ctx, { anntId }) => {
      if ((await markRead(ctx, anntId)) === 0) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      ctx.afterCommit(() => bell.forget(ctx.viewer.userId));
      return ctx.say(kitWords.changed);
    },
    readAll: async (ctx) => {
      await markRead(ctx, null);
      ctx.afterCommit(() => bell.forget(ctx.viewer.userId));
      return ctx.say(kitWords.changed);
    },
  });

/** Marks one notice, or all unread ones, as read; returns their number. The time of the first reading is kept. */
const markRead = async (ctx: Context, anntId: string | null): Promise<number> => {
  const noticeClause = anntId === null ? isUnread : sql`a.id = ${anntId}`;
  const { rows } = await sql`insert into sys_announcement_send (annt_id, user_id, tenant_id, is_read, read_time)
    select a.id, ${ctx.viewer.userId}::int8, ${singleId(ctx.viewer.sees.tenant) ?? '0'}::int8, true, ${ctx.now}::timestamptz
    from ${noticesAddressedTo(ctx.viewer, ctx.now)} and ${noticeClause}
    on conflict (annt_id, user_id) do update set is_read = true, read_time = coalesce(sys_announcement_send.read_time, excluded.read_time)
    returning annt_id`.execute(ctx.db);
  return rows.length;
};

/** The condition on the receiver is inside the query, so that no filter can reveal notices of others. */
const receivedPage = async (ctx: Context, { conditions, sort, pageNo, pageSize }: ListQuery): Promise<Page<ReceivedNotice>> => {
  const flag = sql`case when coalesce(s.is_read, false) then '1' else '0' end`;
  const fromClause = sql`from (select a.id, a.titile, a.msg_abstract, a.msg_category, a.priority, a.sender, a.create_time, a.send_time, a.open_type, a.open_page,
      a.bus_id, ${flag} as read_flag, s.read_time from ${noticesAddressedTo(ctx.viewer, ctx.now)}) as t
    where ${sql.join([sql`true`, ...conditionClauses(received, conditions)], sql` and `)}`;
  const { rows } = await sql<ReceivedRow>`select t.* ${fromClause} order by t.send_time ${sql.raw(sort.order)}, t.id ${sql.raw(sort.order)}
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db);
  const totals = await sql<{ total: number }>`select count(*)::int4 as total from (select ${fromClause} limit ${COUNT_CAP + 1}) as found`.execute(
    ctx.db,
  );
  const total = Math.min(totals.rows[0]?.total ?? 0, COUNT_CAP);
  const totalCapped = (totals.rows[0]?.total ?? 0) > COUNT_CAP;
  return { records: rows.map(noticeOf), total, totalCapped, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) };
};

type TimeField = 'createTime' | 'sendTime' | 'readTime';
interface ReceivedRow extends Omit<ReceivedNotice, TimeField | 'id' | 'anntId' | 'readStat'> {
  readonly id: bigint;
  readonly createTime: Date;
  readonly sendTime: Date | null;
  readonly readTime: Date | null;
}

const noticeOf = (row: ReceivedRow): ReceivedNotice => ({
  ...row,
  id: String(row.id),
  anntId: String(row.id),
  readStat: row.readFlag,
  createTime: row.createTime.toISOString(),
  sendTime: row.sendTime?.toISOString() ?? null,
  readTime: row.readTime?.toISOString() ?? null,
});
