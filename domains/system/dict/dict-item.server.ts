import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { dictItem, dictItemApi } from './dict-item.ts';
import { dictRefusals } from './dict.labels.ts';
import { canHoldValue } from './dict.rules.ts';
import { checkChange, isPlatform } from './dict.server.ts';
import { dict } from './dict.ts';

const { importExcel: _i, exportXls: _x, exportTemplate: _t, queryList: _q, ...standardHandlers } = crudHandlers(dictItem);

export const dictItemRoutes = implement(dictItemApi, {
  ...standardHandlers,
  add: async (ctx, draft) => {
    const owner = await ctx.rows(dict).find(draft.dictId);
    const tenantId = owner?.tenantId ?? singleId(ctx.viewer.sees.tenant) ?? null;
    if (owner) {
      const verdict = canHoldValue(owner, draft.itemValue);
      if (!verdict.ok) throwRefusal(dictRefusals, verdict.refusal);
      if (draft.protected === 1 && tenantId !== null) throwRefusal(dictRefusals, 'dict.platformOwn');
      if (tenantId === null && !isPlatform(ctx)) throwRefusal(dictRefusals, 'dict.platformOwn');
      await checkValue(ctx, draft.dictId, draft.itemValue);
    }
    return ctx.rows(dictItem).insert({ ...draft, tenantId });
  },
  edit: async (ctx, input, extras) => {
    checkChange(ctx, await ctx.rows(dictItem).get(String(input.id)), 'edit');
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(dictItem, async (ctx, row) => checkChange(ctx, row, 'delete')),
});

/** A tenant's item must not have the value of a public one. */
const checkValue = async (ctx: Context, dictId: string, value: string): Promise<void> => {
  const { rows } = await sql`select 1 from sys_dict_item where dict_id = ${dictId} and item_value = ${value} and tenant_id is null and not is_delete
    limit 1`.execute(ctx.db);
  if (rows.length > 0) throwRefusal(dictRefusals, 'dict.valueTaken', { value });
};
