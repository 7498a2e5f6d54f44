import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';
import { builtInRoles } from './grants.rules.ts';

const isBuiltIn = (code: string): code is keyof typeof builtInRoles => code in builtInRoles;

/** The name of a built-in role in the viewer's language; of another role, its own name. */
export const roleNameIn = (
  ctx: Pick<Context, 'say'>,
  role: { readonly roleCode: string; readonly roleName: string; readonly builtIn: boolean },
): string => (role.builtIn && isBuiltIn(role.roleCode) ? ctx.say(builtInRoles[role.roleCode].words) : role.roleName);

/** The same by the id of the role, for rows that refer to it. */
export const builtInNames = async (ctx: Context): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{
    id: bigint;
    roleCode: string;
    roleName: string;
  }>`select id, role_code, role_name from sys_role where built_in = 1 and not is_delete`.execute(ctx.db);
  return new Map(rows.map((row) => [String(row.id), roleNameIn(ctx, { ...row, builtIn: true })]));
};
