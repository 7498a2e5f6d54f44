import { sql } from 'kysely';
import { dayStartMs, dayText, localDate } from '#engines/time/calendar.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { powerSite, powerSiteApi } from './power-site.ts';
import type { SiteDay } from './power-site.ts';
import { dayCurve } from './site-curve.rules.ts';
import { readJournal, type SampleValues, type StoredJournal } from './site-journal.rules.ts';
import { liveSiteOf } from './site-view.rules.ts';

const { list, queryById, exportXls } = crudHandlers(powerSite);

/** What a browser shows of a site before the first live message, and its days. */
export const powerSiteRoutes = implement(powerSiteApi, {
  list,
  queryById,
  exportXls,
  live: async (ctx, { id }) => {
    await ctx.rows(powerSite).get(id);
    const { rows } = await sql<{ journal: StoredJournal | null }>`select journal from power_site where power_site_id = ${id}`.execute(ctx.db);
    const journal = rows[0]?.journal ?? null;
    return journal === null ? null : liveSiteOf(readJournal(journal));
  },
  day: async (ctx, { id, day }) => readDay(ctx, await ctx.rows(powerSite).get(id), day),
});

interface SampleRow {
  at: Date;
  limitPower: bigint | null;
  worstPower: bigint;
  drawnPower: bigint;
  guns: SampleValues['guns'];
}

const readDay = async (
  ctx: Context,
  { powerControlId, stationId }: { readonly powerControlId: string; readonly stationId: string },
  wanted: string | null | undefined,
): Promise<SiteDay> => {
  const { rows: stations } = await sql<{ timezone: string }>`select timezone from station where station_id = ${stationId}`.execute(ctx.db);
  const zone = stations[0]?.timezone ?? 'UTC';
  const day = wanted ?? dayText(localDate(ctx.now.getTime(), zone));
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const beginsMs = dayStartMs({ year, month, day: date }, zone);
  const endsMs = dayStartMs({ year, month, day: date + 1 }, zone);
  const { rows } = await sql<SampleRow>`select at, limit_power, worst_power, drawn_power, guns from power_site_sample
    where power_control_id = ${powerControlId} and station_id = ${stationId} and at >= ${new Date(beginsMs)} and at < ${new Date(endsMs)} order by at`.execute(
    ctx.db,
  );
  const samples = rows.map(({ at, limitPower, worstPower, drawnPower, guns }) => ({
    atMs: at.getTime(),
    limitHw: limitPower === null ? null : Number(limitPower),
    worstHw: Number(worstPower),
    drawnHw: Number(drawnPower),
    guns,
  }));
  return { zone, day, beginsMs, endsMs, ...dayCurve(samples) };
};
