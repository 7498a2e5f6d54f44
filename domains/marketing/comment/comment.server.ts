import { sql } from 'kysely';
import { commentStatus, mayMove, needsReason } from '#engines/marketing/comment.ts';
import type { CommentStatus } from '#engines/marketing/comment.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { literals } from '#kit/db/literals.ts';
import { BATCH_MAX } from '#kit/resource/crud.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { eachRow } from '#kit/server/crud/bulk.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { commentStatus as statusCodes } from './comment.codes.ts';
import { commentRefusals } from './comment.labels.ts';
import { comment, commentApi } from './comment.ts';
import type { CommentCounts, JudgedComments } from './comment.ts';

const { list, queryById, exportXls } = crudHandlers(comment);
const REASON_MIN = 2;

export const commentRoutes = implement(commentApi, {
  list,
  queryById,
  exportXls,
  counts: (ctx) => countWaiting(ctx),
  updateCommentStatus: async (ctx, { id, ids, commentStatus: to, reason, version }) => {
    const judged = { to, reason: reason?.trim() ?? '' };
    if (needsReason(to) && judged.reason.length < REASON_MIN) return throwRefusal(commentRefusals, 'comment.reasonMissing');
    if (ids === null || ids === undefined) {
      if (id === null || id === undefined) return throwRefusal(commentRefusals, 'comment.none', { max: BATCH_MAX });
      await judge(ctx, id, { ...judged, version: version ?? undefined });
      return { done: [id], left: [] };
    }
    return judgeEach(ctx, [...new Set(splitIds(ids))], judged);
  },
  reply: async (ctx, { id, reply }) => {
    const said = reply?.trim() ?? '';
    const isGone = said === '';
    return ctx
      .rows(comment)
      .change(id, { reply: isGone ? null : said, replyBy: isGone ? null : ctx.viewer.username, replyTime: isGone ? null : ctx.now });
  },
  ...deleteHandlers(comment, async ({ viewer }) => {
    // A bad score is never removed by those whom it is about.
    if (viewer.sees.agent !== 'all' || viewer.sees.station !== 'all') throwRefusal(commentRefusals, 'comment.ownStation');
  }),
});

const countWaiting = async (ctx: Context): Promise<CommentCounts> => {
  const { rows } = await sql<{ pending: number; reported: number }>`select
      count(*) filter (where comment_status = ${sql.lit(commentStatus.pending)})::int4 as pending,
      count(*) filter (where report_count > 0 and comment_status <> ${sql.lit(commentStatus.pending)})::int4 as reported
    from comment where not is_delete
      and (comment_status = ${sql.lit(commentStatus.pending)} or report_count > 0 and comment_status in (${literals([commentStatus.published, commentStatus.hidden])}))`.execute(
    ctx.db,
  );
  return rows[0] ?? { pending: 0, reported: 0 };
};

interface Judgement {
  readonly to: CommentStatus;
  readonly reason: string;
  readonly version: number | undefined;
}

/** One that cannot be moved is left as it is and told with the reason. */
const judgeEach = async (ctx: Context, keys: readonly string[], judgement: Omit<Judgement, 'version'>): Promise<JudgedComments> => {
  if (keys.length === 0 || keys.length > BATCH_MAX) return throwRefusal(commentRefusals, 'comment.none', { max: BATCH_MAX });
  const titles = keys.map((key): readonly [string, string] => [key, key]);
  const rows = await eachRow(ctx, titles, { keepChanges: true, perform: (key) => judge(ctx, key, { ...judgement, version: undefined }) });
  return {
    done: rows.filter(({ outcome }) => outcome === 'done').map(({ id }) => id),
    left: rows.filter(({ outcome }) => outcome !== 'done').map(({ id, reason }) => ({ id, reason })),
  };
};

/** A second press changes nothing. Reports that were judged count no more. */
const judge = async (ctx: Context, key: string, { to, reason, version }: Judgement): Promise<void> => {
  await ctx.rows(comment).lock([key]);
  const row = await ctx.rows(comment).get(key);
  if (row.commentStatus === to) return;
  if (!mayMove(row.commentStatus, to))
    throwRefusal(commentRefusals, 'comment.transition', { status: ctx.say(itemOf(statusCodes, row.commentStatus)?.words ?? ['', '', '']) });
  await ctx.rows(comment).change(
    key,
    {
      commentStatus: to,
      auditBy: ctx.viewer.username,
      auditTime: ctx.now,
      auditReason: reason === '' ? null : reason,
      ...(to === commentStatus.published && { reportCount: 0 }),
    },
    version,
  );
  if (to === commentStatus.published) await sql`delete from comment_report where comment_id = ${key}`.execute(ctx.db);
};
