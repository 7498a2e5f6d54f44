import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';
import type { FigureFilter } from '../figures/figures.server.ts';

/** When the first of the days began at the first of the stations. */
export const beginOf = async (ctx: Context, { from, stationId }: FigureFilter): Promise<Date> => {
  const { rows } = await sql<{ at: Date | null }>`select min(${from}::date::timestamp at time zone c.timezone) as at
    from (select distinct s.timezone from station s where not s.is_delete and (${stationId}::int8 is null or s.station_id = ${stationId})) c`.execute(
    ctx.db,
  );
  return rows[0]?.at ?? new Date(from);
};
