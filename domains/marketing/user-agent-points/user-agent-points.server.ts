import { sql } from 'kysely';
import { pointEntryKind } from '#engines/marketing/codes.ts';
import { customer } from '#domains/customer/resources.ts';
import { requireTwoPersons } from '#domains/identity/server.ts';
import { settingOf } from '#domains/system/server.ts';
import { yesNo } from '#domains/system/resources.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { pointProgram } from '../point-program/point-program.ts';
import { expiryOf, programById } from '../point-program/programs.server.ts';
import { addPoints, lockAccount, openAccountOf, removePoints } from './account.server.ts';
import type { PointAccount, PointActor } from './account.server.ts';
import { pointsAloneMax } from './point-settings.ts';
import { pointRefusals, userAgentPointsWords } from './user-agent-points.labels.ts';
import { userAgentPoints, userAgentPointsApi } from './user-agent-points.ts';

const { list, queryById, exportXls, queryList } = crudHandlers(userAgentPoints);
const DAY_MS = 86_400_000;

export const userAgentPointsRoutes = implement(userAgentPointsApi, {
  list,
  queryById,
  ...revealHandlers(userAgentPoints),
  exportXls,
  queryList,
  give: async (ctx, { custId, pointProgramId, points, reason }) => {
    const { tenantId } = await ctx.rows(pointProgram).get(pointProgramId);
    if ((await ctx.rows(customer).get(custId)).tenantId !== tenantId) throwRefusal(pointRefusals, 'points.foreignProgram');
    const program = await programById(ctx.db, pointProgramId);
    if (!program) throw new Error(`point programme ${pointProgramId} has gone`);
    const account = await openAccountOf(ctx.db, program, { custId, by: ctx.viewer.username, now: ctx.now });
    return moveOrAsk(ctx, account, { points: BigInt(points), reason });
  },
  take: async (ctx, { userAgentPointsId, points, reason }) => {
    await ctx.rows(userAgentPoints).get(userAgentPointsId);
    const account = await lockAccount(ctx.db, userAgentPointsId);
    const free = account.balance - account.locked;
    // Nobody is asked for what could not be done.
    if (BigInt(points) > free) throwRefusal(pointRefusals, 'points.tooFew', { points: Number(free) });
    return moveOrAsk(ctx, account, { points: -BigInt(points), reason });
  },
  confirm: async (ctx, { userAgentPointsId, agree }) => {
    await ctx.rows(userAgentPoints).get(userAgentPointsId);
    const account = await lockAccount(ctx.db, userAgentPointsId);
    const question = (await openQuestion(ctx, userAgentPointsId)) ?? throwRefusal(pointRefusals, 'points.secondNone');
    const isAgreed = agree === valuesOf(yesNo).yes;
    if (isAgreed) {
      if (question.askedBy === ctx.viewer.username) throwRefusal(pointRefusals, 'points.secondSame');
      await requireTwoPersons(ctx, String(question.askedById));
    }
    await sql`update point_second set agreed = ${isAgreed}, answered_by = ${ctx.viewer.username}, answered_at = ${ctx.now} where point_second_id = ${question.id}`.execute(
      ctx.db,
    );
    if (!isAgreed) return ctx.say(userAgentPointsWords.declined);
    await move(ctx, account, { points: question.points, reason: question.reason, by: question.askedBy, secondBy: ctx.viewer.username });
    return ctx.say(userAgentPointsWords.confirmed);
  },
});

interface Wish {
  /** Below zero they are taken. */
  readonly points: bigint;
  readonly reason: string;
}

/** What one person may do alone within a day, several small gifts together; above it somebody else is asked. */
const moveOrAsk = async (ctx: Context, account: PointAccount, wish: Wish): Promise<string> => {
  const question = await openQuestion(ctx, account.accountId);
  if (question) throwRefusal(pointRefusals, 'points.secondOpen', { name: question.askedBy });
  const size = wish.points < 0n ? -wish.points : wish.points;
  const most = BigInt(await settingOf(ctx, pointsAloneMax, account.program.tenantId));
  if (size + (await movedToday(ctx, account)) > most) {
    await sql`insert into point_second (tenant_id, user_agent_points_id, points, reason, asked_by, asked_by_id, asked_at)
      values (${account.program.tenantId}, ${account.accountId}, ${wish.points}, ${wish.reason}, ${ctx.viewer.username}, ${ctx.viewer.userId}, ${ctx.now})`.execute(
      ctx.db,
    );
    return ctx.say(userAgentPointsWords.asked);
  }
  await move(ctx, account, { ...wish, by: ctx.viewer.username });
  return ctx.say(wish.points > 0n ? userAgentPointsWords.given : userAgentPointsWords.taken);
};

/** What operators have given to an account and taken from it within a day, without a second person. */
const movedToday = async (ctx: Context, { accountId }: PointAccount): Promise<bigint> => {
  const { rows } = await sql<{
    moved: bigint;
  }>`select coalesce(sum(abs(points)), 0)::int8 as moved from point_entry where user_agent_points_id = ${accountId}
    and entry_kind in (${sql.lit(pointEntryKind.given)}, ${sql.lit(pointEntryKind.taken)}) and second_by is null and create_time > ${new Date(ctx.now.getTime() - DAY_MS)}`.execute(
    ctx.db,
  );
  return rows[0]?.moved ?? 0n;
};

const move = async (ctx: Context, account: PointAccount, { points, ...who }: Wish & Pick<PointActor, 'by' | 'secondBy'>): Promise<void> => {
  const actor = { ...who, now: ctx.now };
  if (points < 0n) await removePoints(ctx.db, account, { ...actor, kind: pointEntryKind.taken, points: -points });
  else await addPoints(ctx.db, account, { ...actor, kind: pointEntryKind.given, points, expiresAt: expiryOf(account.program, ctx.now) });
};

interface Question extends Wish {
  readonly id: bigint;
  readonly askedBy: string;
  readonly askedById: bigint;
}

/** What waits for a second person; the account is locked. */
const openQuestion = async (ctx: Context, accountId: string): Promise<Question | undefined> => {
  const { rows } = await sql<Question>`select point_second_id as id, points, reason, asked_by, asked_by_id from point_second
    where user_agent_points_id = ${accountId} and agreed is null`.execute(ctx.db);
  return rows[0];
};
