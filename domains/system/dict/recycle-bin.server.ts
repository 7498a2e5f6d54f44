import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { decode, refuseDuplicate } from '#kit/server/rows.ts';
import { dict } from './dict.ts';

type DictRow = Row<typeof dict.fields>;

/** Most rows the bin shows; it is not paged. */
const BIN_MAX = 500;

/** What was deleted and can come back, the last first. Row security leaves the viewer's own; the platform's is the platform's. */
export const binned = async (ctx: Context): Promise<readonly DictRow[]> => {
  const own = ctx.viewer.sees.tenant === 'all' ? sql`` : sql`and d.tenant_id is not null`;
  const { rows } = await sql`select d.id, d.tenant_id as "tenantId", t.name as "tenantId_dictText", d.dict_name as "dictName",
      d.dict_name_tw as "dictNameTw", d.dict_name_en as "dictNameEn", d.dict_code as "dictCode", d.dict_attr as "dictAttr", d.type, d.protected,
      d.built_in as "builtIn", d.description, d.create_by as "createBy", d.create_time as "createTime", d.update_by as "updateBy",
      d.update_time as "updateTime", d.version
    from sys_dict d left join tenant t on t.tenant_id = d.tenant_id where d.is_delete ${own} order by d.update_time desc, d.id desc limit ${BIN_MAX}`.execute(
    ctx.db.withoutPlugins(),
  );
  return rows.map((row) => decode(dict, row)) as unknown as readonly DictRow[];
};

/** Brings a deleted dictionary back with the items it had. */
export const restore = async (ctx: Context, id: string): Promise<void> => {
  await refuseDuplicate(ctx, dict, async () => {
    const { numAffectedRows } = await sql`update sys_dict set is_delete = false, version = version + 1, update_by = ${ctx.viewer.username},
      update_time = ${ctx.now} where id = ${id} and is_delete`.execute(ctx.db);
    if (numAffectedRows !== 1n) refuse(kitRefusals, 'missing', {}, { status: 404 });
  });
};

/** Removes a deleted dictionary and its items for good. */
export const destroy = async (ctx: Context, id: string): Promise<void> => {
  const { numAffectedRows } = await sql`delete from sys_dict where id = ${id} and is_delete and protected = 0 and built_in = 0`.execute(ctx.db);
  if (numAffectedRows !== 1n) refuse(kitRefusals, 'missing', {}, { status: 404 });
};
