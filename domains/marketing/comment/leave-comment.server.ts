import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { commentStatus, isPublishedAtOnce, judgeText, REPORTS_THAT_HIDE, stationTenths } from '#engines/marketing/comment.ts';
import type { CommentStatus, MachineVerdict, StarSum } from '#engines/marketing/comment.ts';
import { yesNo } from '#domains/system/resources.ts';
import { settingOf } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { blockedWords, publishAtOnce } from './comment-settings.ts';

const DAY_MS = 24 * 3_600_000;

/** A comment as its author has written it, and the charge that it is about. */
export interface NewComment {
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly chargingOrderId: string;
  readonly chargingOrderNo: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly chargeTime: Date;
  readonly chargeMinutes: number;
  /** 0.1 Wh. */
  readonly energyDwh: bigint;
  readonly custId: string | null;
  /** The settled orders of the author; 0 of somebody who has not signed in. */
  readonly authorOrders: number;
  readonly score: number;
  readonly tagCodes: readonly string[];
  readonly content: string;
}

/** A comment as drivers see it. */
export interface ShownComment {
  readonly commentId: string;
  readonly score: number;
  readonly tagCodes: readonly string[];
  readonly content: string;
  readonly status: CommentStatus;
  /** Why it was rejected or hidden; for its author. */
  readonly reason: string | null;
  readonly reply: string | null;
  readonly at: Date;
}

interface Reading {
  readonly now: Date;
  /** The object under which settings are cached. */
  readonly registry: object;
}

/** Stores the comment on an order. Written again it replaces the earlier one, which is then judged anew. */
export const leaveComment = async (tx: Tx, said: NewComment, reading: Reading): Promise<void> => {
  const content = said.content.trim();
  const digest = content === '' ? null : createHash('sha256').update(content.toLowerCase()).digest('hex');
  const verdict = judgeText(content, {
    words: await wordsOf(tx, said.tenantId, reading),
    isRepeated: digest !== null && (await isRepeated(tx, said, { digest, now: reading.now })),
  });
  const status = (await mayAppear(tx, said, { verdict: verdict.verdict, reading })) ? commentStatus.published : commentStatus.pending;
  await sql`insert into comment (tenant_id, agent_id, station_id, charging_order_id, charging_order_no, cp_code, gun_number, charge_time, charge_minutes, charging_elec,
      cust_id, score, tag_codes, content, content_digest, comment_status, machine_verdict, machine_found, comment_time)
    values (${said.tenantId}, ${said.agentId}, ${said.stationId}, ${said.chargingOrderId}, ${said.chargingOrderNo}, ${said.cpCode}, ${said.gunNumber}, ${said.chargeTime},
      ${said.chargeMinutes}, ${said.energyDwh}, ${said.custId}, ${said.score}, ${JSON.stringify(said.tagCodes)}, ${content}, ${digest}, ${status}, ${verdict.verdict},
      ${JSON.stringify(verdict.found)}, ${reading.now})
    on conflict (charging_order_id) do update set score = excluded.score, tag_codes = excluded.tag_codes, content = excluded.content, content_digest = excluded.content_digest,
      comment_status = excluded.comment_status, machine_verdict = excluded.machine_verdict, machine_found = excluded.machine_found, edited_time = excluded.comment_time,
      audit_by = null, audit_time = null, audit_reason = null, version = comment.version + 1
    where not comment.is_delete`.execute(tx);
};

const wordsOf = async (tx: Tx, tenantId: string, { now, registry }: Reading): Promise<readonly string[]> =>
  ((await settingOf({ db: tx, now, registry }, blockedWords, tenantId)) ?? '').split(/\r?\n/u).filter((word) => word.trim() !== '');

const isRepeated = async (
  tx: Tx,
  { tenantId, chargingOrderId }: NewComment,
  { digest, now }: { readonly digest: string; readonly now: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select true as found from comment where tenant_id = ${tenantId} and content_digest = ${digest}
    and comment_time > ${new Date(now.getTime() - DAY_MS)} and charging_order_id <> ${chargingOrderId} limit 1`.execute(tx);
  return rows.length > 0;
};

const mayAppear = async (
  tx: Tx,
  { tenantId, authorOrders, score }: NewComment,
  { verdict, reading }: { readonly verdict: MachineVerdict; readonly reading: Reading },
): Promise<boolean> =>
  isPublishedAtOnce({ verdict, score, orders: authorOrders }) &&
  (await settingOf({ db: tx, ...reading }, publishAtOnce, tenantId)) === valuesOf(yesNo).yes;

interface CommentRow {
  readonly commentId: bigint;
  readonly score: number;
  readonly tagCodes: unknown;
  readonly content: string;
  readonly commentStatus: number;
  readonly auditReason: string | null;
  readonly reply: string | null;
  readonly commentTime: Date;
}

const shownOf = ({ commentId, tagCodes, commentStatus: status, auditReason, commentTime, ...rest }: CommentRow): ShownComment => ({
  ...rest,
  commentId: String(commentId),
  tagCodes: Array.isArray(tagCodes) ? tagCodes.map(String) : [],
  status: Object.values(commentStatus).find((value) => value === status) ?? commentStatus.pending,
  reason: auditReason,
  at: commentTime,
});

/** The comment on an order; null when there is none. */
export const commentOfOrder = async (tx: Tx, chargingOrderId: string): Promise<ShownComment | null> => {
  const { rows } = await sql<CommentRow>`select comment_id, score, tag_codes, content, comment_status, audit_reason, reply, comment_time
    from comment where charging_order_id = ${chargingOrderId} and not is_delete`.execute(tx);
  return rows[0] ? shownOf(rows[0]) : null;
};

/** What drivers see of the comments on a station. */
export interface StationComments {
  /** Tenths of a star; null while there are too few. */
  readonly tenths: number | null;
  readonly count: number;
  readonly comments: readonly ShownComment[];
}

/** The newest published comments on a station. */
export const commentsOfStation = async (
  tx: Tx,
  { tenantId, stationId, limit }: { readonly tenantId: string; readonly stationId: string; readonly limit: number },
): Promise<StationComments> => {
  const { rows } = await sql<CommentRow>`select comment_id, score, tag_codes, content, comment_status, audit_reason, reply, comment_time
    from comment where station_id = ${stationId} and comment_status = ${sql.lit(commentStatus.published)} and not is_delete
    order by comment_time desc, comment_id desc limit ${limit}`.execute(tx);
  const { rows: sums } = await sql<{ own: StarSum; network: StarSum }>`select
      json_build_object('count', coalesce(sum(comment_count) filter (where station_id = ${stationId}), 0), 'stars', coalesce(sum(star_sum) filter (where station_id = ${stationId}), 0)) as own,
      json_build_object('count', coalesce(sum(comment_count), 0), 'stars', coalesce(sum(star_sum), 0)) as network
    from station_stars where tenant_id = ${tenantId}`.execute(tx);
  const { own = { count: 0, stars: 0 }, network = { count: 0, stars: 0 } } = sums[0] ?? {};
  return { tenths: stationTenths(own, network), count: own.count, comments: rows.map(shownOf) };
};

/**
 * Reports a published comment on a station; a reporter counts once. Enough of them hide it until a person has judged it. False: there is no such comment.
 *
 * @param reporterDigest a digest of what the reporter is known by
 */
export const reportComment = async (
  tx: Tx,
  {
    commentId,
    stationId,
    reporterDigest,
    now,
  }: { readonly commentId: string; readonly stationId: string; readonly reporterDigest: string; readonly now: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ tenantId: bigint }>`select tenant_id from comment where comment_id = ${commentId} and station_id = ${stationId}
    and comment_status = ${sql.lit(commentStatus.published)} and not is_delete for update`.execute(tx);
  const [row] = rows;
  if (!row) return false;
  const { numAffectedRows } = await sql`insert into comment_report (tenant_id, comment_id, reporter_digest, report_time)
    values (${row.tenantId}, ${commentId}, ${reporterDigest}, ${now}) on conflict do nothing`.execute(tx);
  if (numAffectedRows === 0n) return true;
  await sql`update comment set report_count = report_count + 1, version = version + 1,
      comment_status = case when report_count + 1 >= ${sql.lit(REPORTS_THAT_HIDE)} then ${sql.lit(commentStatus.hidden)} else comment_status end
    where comment_id = ${commentId}`.execute(tx);
  return true;
};
