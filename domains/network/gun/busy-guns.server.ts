import { sql } from 'kysely';
import { busyGunStates } from '#engines/pile/codes.ts';
import { literals } from '#kit/db/literals.ts';
import type { Context } from '#kit/server/context/context.ts';

/** Counts the guns that prevent a pile or a station from becoming disused; both use the same rule. */
export const countBusyGuns = async (ctx: Context, filter: { readonly cpCode: string } | { readonly stationId: string }): Promise<number> => {
  const condition = 'cpCode' in filter ? sql`cp_code = ${filter.cpCode}` : sql`station_id = ${filter.stationId}`;
  const { rows } = await sql<{
    busy: number;
  }>`select count(*)::int4 as busy from gun where ${condition} and gun_work_stat in (${literals(busyGunStates)})`.execute(ctx.db);
  return rows[0]?.busy ?? 0;
};
