import { BATCH_MAX } from '#kit/resource/crud.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { countRows, crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { possibleKeys } from '#kit/server/lists/list-sql.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { splitKeys } from '../lookup/keys.rules.ts';
import { readCondition } from '../lookup/condition.server.ts';
import { categoryRefusals } from './category.labels.ts';
import { fitsUnder, treeOf } from './category.rules.ts';
import { CATEGORY_ROOT, category, categoryApi } from './category.ts';
import type { CategoryNode } from './category.ts';
import { checkMayChange, freeCode, rowsWhere, hasParent } from './category-rows.server.ts';
import type { CategoryRow } from './category-rows.server.ts';
import { moveCategory } from './move.server.ts';

const { importExcel: _i, exportXls: _x, exportTemplate: _t, queryList: _q, ...standardHandlers } = crudHandlers(category);

export const categoryRoutes = implement(categoryApi, {
  ...standardHandlers,
  add: async (ctx, draft) => {
    const parent = draft.pid === CATEGORY_ROOT ? undefined : await ctx.rows(category).get(draft.pid);
    const tenantId = parent?.tenantId ?? singleId(ctx.viewer.sees.tenant) ?? null;
    if (tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(categoryRefusals, 'category.platformOwn');
    const code = draft.code ?? (await freeCode(ctx, draft.pid, parent?.code ?? ''));
    checkCodeBelow(parent?.code ?? '', code);
    return ctx.rows(category).insert({ ...draft, code, tenantId });
  },
  edit: async (ctx, input, extras) => {
    checkMayChange(ctx, await ctx.rows(category).get(String(input.id)));
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(category, async (ctx, row) => {
    checkMayChange(ctx, row);
    if ((await countRows(ctx, category, { field: 'pid', value: row.id })) > 0)
      throwRefusal(categoryRefusals, 'category.hasChildren', { name: row.name });
  }),
  rootList: async (ctx, input, extras) =>
    standardHandlers.list(ctx, input, { ...extras, list: { ...extras.list, conditions: [...extras.list.conditions, hasParent(CATEGORY_ROOT)] } }),
  childList: (ctx, { pid }) => rowsWhere(ctx, [hasParent(pid)]),
  loadTreeRoot: async (ctx, { async: isAsync, pcode }) => {
    const rootId = await idOfCode(ctx, pcode ?? CATEGORY_ROOT);
    if (isAsync === 'false') return treeOf((await rowsWhere(ctx, [])).map(nodeOf), rootId);
    return nodesUnder(ctx, rootId);
  },
  loadTreeChildren: (ctx, { pid }) => nodesUnder(ctx, pid),
  loadTreeData: async (ctx, { pid, pcode, condition }) => {
    if (pid === undefined && pcode === undefined) throwRefusal(categoryRefusals, 'category.noParent');
    if (pid === null && pcode === null) throwRefusal(categoryRefusals, 'category.noParent');
    return nodesUnder(ctx, pid ?? (await idOfCode(ctx, pcode ?? '')), readCondition(category, condition ?? undefined));
  },
  loadOne: async (ctx, { field, val }) => {
    const rows = await rowsWhere(ctx, [conditionOf(field, val)]);
    if (rows.length > 1) throwRefusal(categoryRefusals, 'category.several');
    return rows[0] ?? throwRefusal(categoryRefusals, 'category.unknown', { code: val });
  },
  loadDictItem: async (ctx, { ids }) => {
    const keys = splitKeys(ids);
    if (keys.length > BATCH_MAX) throwRefusal(kitRefusals, 'tooManyIds', { max: BATCH_MAX });
    const names = new Map((await ctx.rows(category).findMany(keys)).map(({ id, name }) => [id, name]));
    return keys.map((id) => names.get(id) ?? id);
  },
  move: (ctx, input) => moveCategory(ctx, input),
  checkCode: async (ctx, { pid, code }) => {
    const parent = (pid ?? CATEGORY_ROOT) === CATEGORY_ROOT ? undefined : await ctx.rows(category).get(pid ?? '');
    checkCodeBelow(parent?.code ?? '', code);
    return true;
  },
});

const nodeOf = ({ id, name, code, pid, hasChild }: CategoryRow): CategoryNode => ({
  key: id,
  title: name,
  code: code ?? '',
  parentId: pid,
  leaf: hasChild !== '1',
  value: id,
});

const nodesUnder = async (ctx: Context, pid: string, conditions: readonly Condition[] = []): Promise<readonly CategoryNode[]> =>
  (await rowsWhere(ctx, [hasParent(pid), ...conditions])).map(nodeOf);

/** The id of the category with a code; "0" is the root. */
const idOfCode = async (ctx: Context, code: string): Promise<string> => {
  if (code === CATEGORY_ROOT) return CATEGORY_ROOT;
  const [row] = await rowsWhere(ctx, [{ field: 'code', is: 'in', values: [code] }]);
  return row?.id ?? throwRefusal(categoryRefusals, 'category.unknown', { code });
};

const conditionOf = (field: string, val: string): Condition => {
  if (field === 'id') return { field, is: 'in', values: possibleKeys(category, [val]) };
  if (field === 'code' || field === 'name') return { field, is: 'in', values: [val] };
  return throwRefusal(categoryRefusals, 'category.badField', { field }, { status: 400 });
};

const checkCodeBelow = (parentCode: string, code: string): void => {
  if (!fitsUnder(parentCode, code)) throwRefusal(categoryRefusals, 'category.badCode', { code: parentCode });
};
