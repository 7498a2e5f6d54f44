import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { mayGrant } from '../role/role.rules.ts';

/** Adding a user to a department grants the roles that all its members hold, so the viewer has to hold their permissions. */
export const requireMayAssign = async (ctx: Context, departIds: readonly string[]): Promise<void> => {
  const { rows } = await sql<{
    codes: readonly string[];
  }>`select permissions as codes from sys_depart_role where for_all = 1 and not is_delete and depart_id = any(${departIds}::bigint[])`.execute(
    ctx.db,
  );
  const verdict = mayGrant(ctx.viewer, { roleLevel: 0, permissions: rows.flatMap(({ codes }) => codes) });
  if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
};
