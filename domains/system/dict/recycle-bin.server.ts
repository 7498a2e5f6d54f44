import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Condition } from '#kit/server/context/condition.ts';
import type { Context } from '#kit/server/context/context.ts';
import { conditionClauses } from '#kit/server/lists/list-sql.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { refuseDuplicate } from '#kit/server/rows/rows.ts';
import { dict } from './dict.ts';
import type { BinnedDict } from './dict.ts';

/** The largest number of rows in the bin, which has no pages. */
const BIN_MAX = 500;

/**
 * The deleted dictionaries that the viewer can restore, the latest first. Row-level security restricts them to the viewer's tenant; those of the
 * platform are only for the platform.
 */
export const deletedDicts = async (ctx: Context, conditions: readonly Condition[]): Promise<readonly BinnedDict[]> => {
  const tenantClauses = ctx.viewer.sees.tenant === 'all' ? [] : [sql`t.tenant_id is not null`];
  const clauses = [sql`t.is_delete`, ...tenantClauses, ...conditionClauses(dict, conditions)];
  const { rows } = await sql<BinnedDict>`select id::text, tenant_id::text, dict_code, dict_name, dict_name_tw, dict_name_en, update_by, update_time
    from sys_dict t where ${sql.join(clauses, sql` and `)} order by update_time desc, t.id desc limit ${BIN_MAX}`.execute(ctx.db);
  return rows;
};

/** Restores a deleted dictionary with its items. */
export const restore = async (ctx: Context, id: string): Promise<void> => {
  await refuseDuplicate(ctx, dict, async () => {
    const { numAffectedRows } = await sql`update sys_dict set is_delete = false, version = version + 1, update_by = ${ctx.viewer.username},
      update_time = ${ctx.now} where id = ${id} and is_delete`.execute(ctx.db);
    if (numAffectedRows !== 1n) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  });
};

/** Permanently deletes a deleted dictionary and its items. */
export const destroy = async (ctx: Context, id: string): Promise<void> => {
  const { numAffectedRows } = await sql`delete from sys_dict where id = ${id} and is_delete and protected = 0 and built_in = 0`.execute(ctx.db);
  if (numAffectedRows !== 1n) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};
