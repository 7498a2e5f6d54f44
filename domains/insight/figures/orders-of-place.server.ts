import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { chargingOrder } from '#domains/charging/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import type { FigurePlace } from './figures.server.ts';

/** Orders `t` in the viewer's scope, of the station and the type of pile. */
export const ordersOfPlace = (ctx: Context, { stationId, cpType }: FigurePlace): RawBuilder<SqlBool> =>
  sql<SqlBool>`${inScope(ctx, chargingOrder)} and (${stationId}::int8 is null or t.station_id = ${stationId}) and (${cpType}::int2 is null or t.cp_type = ${cpType})`;
