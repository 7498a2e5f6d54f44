import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { refuseDuplicate } from '#kit/server/rows/rows.ts';
import { categoryRefusals } from './category.labels.ts';
import { checkMayChange, CODE_MAX, freeCode } from './category-rows.server.ts';
import type { CategoryRow } from './category-rows.server.ts';
import { CATEGORY_ROOT, category } from './category.ts';

/**
 * Moves a category below a new parent, with the next free code there; its descendants keep the rest of their codes. Refuses a parent among its own
 * descendants, a category of the platform, and codes that would be too long.
 */
export const moveCategory = async (ctx: Context, input: { readonly id: string; readonly pid: string }): Promise<CategoryRow> => {
  // Moves run one after another: two categories that are moved below each other would lose their connection to the root.
  await sql`select pg_advisory_xact_lock(hashtextextended('sys_category move', 0))`.execute(ctx.db);
  const row = await ctx.rows(category).get(input.id);
  checkMayChange(ctx, row);
  const parent = input.pid === CATEGORY_ROOT ? undefined : await ctx.rows(category).get(input.pid);
  const family = await familyOf(ctx, row.id);
  if (parent && family.some(({ id }) => id === parent.id)) throwRefusal(categoryRefusals, 'category.intoItself');
  if (parent && parent.tenantId !== null && parent.tenantId !== row.tenantId) throwRefusal(categoryRefusals, 'category.foreignParent');
  if (row.pid === input.pid) return row;
  const [oldCode, code] = [row.code ?? '', await freeCode(ctx, input.pid, parent?.code ?? '')];
  if (family.some((member) => member.code.length - oldCode.length + code.length > CODE_MAX)) throwRefusal(categoryRefusals, 'category.tooDeep');
  const descendantIds = family.flatMap(({ id }) => (id === row.id ? [] : [id]));
  await refuseDuplicate(ctx, category, () =>
    sql`update sys_category set code = ${code} || substr(code, ${oldCode.length + 1}::int4), version = version + 1,
        update_by = ${ctx.viewer.username}, update_time = ${ctx.now} where id = any(${descendantIds}::int8[])`.execute(ctx.db),
  );
  return ctx.rows(category).change(row.id, { pid: input.pid, code });
};

/** A category and its descendants. */
const familyOf = async (ctx: Context, id: string): Promise<readonly { readonly id: string; readonly code: string }[]> => {
  const { rows } = await sql<{ id: string; code: string }>`with recursive family as (
      select id, code from sys_category where id = ${id}::int8
      union select c.id, c.code from sys_category c join family f on c.pid = f.id where not c.is_delete
    ) select id::text, code from family`.execute(ctx.db);
  return rows;
};
