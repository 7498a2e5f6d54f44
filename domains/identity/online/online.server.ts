import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import { settingOf } from '#domains/system/server.ts';
import type { EndReason } from '../session/end-reason.ts';
import { idleMin } from '../session/session-settings.ts';
import { hashOf } from '../session/session-store.server.ts';
import type { Sessions } from '../session/session-store.server.ts';
import { changeableUser } from '../user/guards.server.ts';
import { onlineRefusals, onlineWords } from './online.labels.ts';
import { online, onlineApi } from './online.ts';

const standardHandlers = crudHandlers(online);
const MINUTE_MS = 60_000;

interface OnlineDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly clock: () => Date;
}

export const onlineRoutes = ({ database, sessions, clock }: OnlineDeps): readonly Route[] => {
  /** Requires the same permissions as setting a new password for that user. */
  const end = async (ctx: Context, { id, client }: { readonly id: string; readonly client: Extras['client'] }): Promise<string> => {
    const row = await ctx.rows(online).get(id);
    await changeableUser(ctx, row.userId);
    const reason: EndReason = 'forced';
    const { rows } = await sql<{ ended: boolean }>`select end_session(${id}, ${reason}, ${hashOf(client.token ?? '')}) as ended`.execute(ctx.db);
    if (!rows[0]?.ended) throwRefusal(onlineRefusals, 'online.own');
    ctx.trail.note({ noun: online, key: id, before: row });
    ctx.afterCommit(sessions.notifyChanged);
    return ctx.say(onlineWords.done);
  };
  return implement(onlineApi, {
    list: async (ctx, input, extras) =>
      standardHandlers.list(ctx, input, {
        ...extras,
        list: { ...extras.list, conditions: [...extras.list.conditions, ...(await aliveConditions(ctx))] },
      }),
    forceLogout: (ctx, { token }, { client }) => end(ctx, { id: token, client }),
    end: (ctx, { id }, { client }) => end(ctx, { id, client }),
    mine: async ({ viewer }, _input, { client }) => {
      const settingContext = { db: database.system, registry: database, now: clock() };
      const seenSince = new Date(settingContext.now.getTime() - (await settingOf(settingContext, idleMin)) * MINUTE_MS);
      const { rows } = await sql<OwnSessionRow>`select id, device, ip, create_time, last_seen_at, token_hash = ${hashOf(client.token ?? '')} as here
        from sys_session where user_id = ${viewer.userId} and last_seen_at > ${seenSince} and expires_at > ${settingContext.now} order by last_seen_at desc`.execute(
        database.system,
      );
      return rows.map(({ id, device, ip, createTime, lastSeenAt, here }) => ({
        id: String(id),
        device,
        ip,
        since: createTime.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        here,
      }));
    },
    endMine: async (ctx, { id }, { client }) => {
      const reason: EndReason = 'own';
      const endedCount = await inSystem(database, async (tx) => {
        const { rows } = await sql<{ ended: boolean }>`select end_session(id, ${reason}, ${hashOf(client.token ?? '')}) as ended
          from sys_session where id = ${id} and user_id = ${ctx.viewer.userId}`.execute(tx);
        return rows[0]?.ended;
      });
      if (endedCount === undefined) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      if (!endedCount) throwRefusal(onlineRefusals, 'online.own');
      sessions.notifyChanged();
      return ctx.say(onlineWords.done);
    },
  });
};

interface OwnSessionRow {
  readonly id: bigint;
  readonly device: string;
  readonly ip: string;
  readonly createTime: Date;
  readonly lastSeenAt: Date;
  readonly here: boolean;
}

/** Expired sessions stay in the table until they are deleted. */
const aliveConditions = async (ctx: Context): Promise<readonly Condition[]> => [
  { field: 'lastSeenAt', is: 'above', value: new Date(ctx.now.getTime() - (await settingOf(ctx, idleMin)) * MINUTE_MS) },
  { field: 'expiresAt', is: 'above', value: ctx.now },
];
