import { sql } from 'kysely';
import type { Context } from '#kit/server/context.ts';
import { refuse } from '#kit/resource/refusal.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { depart } from '../depart/depart.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { mayGive } from '../role/role.rules.ts';
import { knownCodes, readRecords } from './read-records.server.ts';
import { afterSaving, idsOf } from './role-permission.server.ts';

const codesOf = async (ctx: Context, departId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ codes: readonly string[] }>`select codes from sys_depart_permission where depart_id = ${departId}`.execute(ctx.db);
  return rows[0]?.codes ?? [];
};

/** The records that the people of a department hold through it. */
export const departPermissionIds = async (ctx: Context, departId: string): Promise<readonly string[]> => {
  await ctx.rows(depart).get(departId);
  return idsOf(await readRecords(ctx), new Set(await codesOf(ctx, departId)));
};

interface Saving {
  readonly departId: string;
  readonly permissionIds?: string | null;
  readonly lastpermissionIds?: string | null;
}

/** As for a role: what was ticked is given, what was unticked is taken; nobody gives or takes what they do not hold. */
export const saveDepartPermission = async (ctx: Context, { departId, permissionIds, lastpermissionIds }: Saving): Promise<string> => {
  const { id, tenantId } = await ctx.rows(depart).get(departId);
  const before = await codesOf(ctx, id);
  const after = await afterSaving(ctx, { before, permissionIds, lastpermissionIds });
  const known = await knownCodes(ctx);
  const unknown = after.find((code) => !known.includes(code));
  if (unknown !== undefined) refuse(roleRefusals, 'role.unknownPermission', { permission: unknown });
  const verdict = mayGive(ctx.viewer, { roleLevel: 0, permissions: [...new Set([...before, ...after])] });
  if (!verdict.ok) refuse(roleRefusals, verdict.refusal, verdict.args);
  if (after.join() === before.join()) return ctx.say(kitWords.changed);
  await sql`insert into sys_depart_permission (depart_id, tenant_id, codes) values (${id}, ${tenantId}, ${JSON.stringify(after)}::jsonb)
    on conflict (depart_id) do update set codes = excluded.codes`.execute(ctx.db);
  return ctx.say(kitWords.changed);
};
