import { sql } from 'kysely';
import { station } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { busyOfHour } from '../figures/figures.server.ts';
import type { FigurePlace } from '../figures/figures.server.ts';
import { gunsInService } from '../figures/pile-figures.server.ts';
import { isOfTenants } from '../tenant-day/tenant-day.server.ts';
import { busyByClock } from './busy-hour.rules.ts';
import type { UnitClock } from './busy-hour.rules.ts';
import { gunsByDay, weekdayOf } from './operation.rules.ts';
import { HEAT_DAYS } from './operation.ts';
import type { HourAnalysis } from './operation.ts';

interface HeatCell {
  /** The last day of the heatmap. */
  readonly to: string;
  readonly weekday: number;
  readonly hour: number;
}

/** The days of which a cell of the heatmap is the mean. */
export const busyHourOf = async (ctx: Context, place: FigurePlace, { to, weekday, hour }: HeatCell): Promise<HourAnalysis> => {
  const filter = { ...place, from: plusDays(to, 1 - HEAT_DAYS), to };
  const days = gunsByDay(await gunsInService(ctx, filter), filter).filter(({ day }) => weekdayOf(day) === weekday);
  const busy = await busyOfHour(ctx, filter, { days: days.map(({ day }) => day), hour });
  const clocks = await clocksOf(ctx, place);
  return {
    days: days.map(({ day, guns }) => {
      const parts = busyByClock(
        busy.filter((row) => row.day === day),
        clocks,
        isOfTenants(ctx, place) ? 'tenantId' : 'stationId',
      );
      return { day, guns, busyMs: parts.reduce((sum, part) => sum + part.busyMs, 0), parts };
    }),
  };
};

/** The clocks of tenants or of stations, as `busyOfHour` has its rows. Deleted stations have orders too. */
const clocksOf = async (ctx: Context, place: FigurePlace): Promise<readonly UnitClock[]> => {
  const scope = scopeClauses(station, ctx.viewer, 't').map((clause) => sql`and ${clause}`);
  const { rows } = await sql<UnitClock>`select distinct ${isOfTenants(ctx, place) ? sql`t.tenant_id` : sql`t.station_id`} as unit_id, t.timezone
    from station as t where (${place.stationId}::int8 is null or t.station_id = ${place.stationId}) ${sql.join(scope, sql` `)}`.execute(ctx.db);
  return rows;
};
