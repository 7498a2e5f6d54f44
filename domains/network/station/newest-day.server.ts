import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';

/** The latest local date among the viewer's stations; undefined when there is no station. */
export const newestDay = async (ctx: Context): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`select max((${ctx.now}::timestamptz at time zone c.timezone)::date)::text as day
    from (select distinct s.timezone from station s where not s.is_delete) c`.execute(ctx.db);
  return rows[0]?.day ?? undefined;
};
