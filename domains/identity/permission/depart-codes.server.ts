import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';

/** The permissions that a department has for its roles. */
export const departCodes = async (ctx: Context, departId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ codes: readonly string[] }>`select codes from sys_depart_permission where depart_id = ${departId}`.execute(ctx.db);
  return rows[0]?.codes ?? [];
};
