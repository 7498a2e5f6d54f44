import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { mapRows } from '#kit/server/values/row-stream.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { choicesOf } from '../lookup/choices.server.ts';
import { dictRefusals, dictWords } from './dict.labels.ts';
import { allDictItems, itemsOf, mayChange } from './dict.rules.ts';
import type { DictOwnership } from './dict.rules.ts';
import { dict, dictApi } from './dict.ts';
import { hasStored, storedItems, versionOf } from './read-dict.server.ts';
import { deletedDicts, destroy, restore } from './recycle-bin.server.ts';

const { importExcel: _importExcel, exportXls: _exportXls, exportTemplate: _exportTemplate, ...standardHandlers } = crudHandlers(dict);

export const dictRoutes = implement(dictApi, {
  ...standardHandlers,
  add: async (ctx, draft) => {
    const tenantId = draft.tenantId ?? singleId(ctx.viewer.sees.tenant) ?? null;
    if (tenantId === null && !isPlatform(ctx)) throwRefusal(dictRefusals, 'dict.platformOwn');
    if (draft.protected === 1 && tenantId !== null) throwRefusal(dictRefusals, 'dict.platformOwn');
    await checkCode(ctx, draft.dictCode);
    return ctx.rows(dict).insert({ ...draft, tenantId });
  },
  edit: async (ctx, input, extras) => {
    checkChange(ctx, await ctx.rows(dict).get(String(input.id)), 'edit');
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(dict, async (ctx, row) => checkChange(ctx, row, 'delete')),
  getDictItems: async (ctx, { dictCode }) => {
    if (dictCode.includes(',')) return mapRows(await choicesOf(ctx, dictCode, {}), (item) => ({ ...item, color: null }));
    const table = ctx.registry.codeTables.get(dictCode);
    if (table) return itemsOf(table, ctx.viewer.language);
    const items = (await storedItems(ctx, dictCode)).get(dictCode) ?? throwRefusal(dictRefusals, 'dict.unknown', { code: dictCode });
    return items.filter(({ disabled }) => !disabled);
  },
  // The program's tables come last and override others, so that nobody can replace codes that the program uses.
  queryAllDictItems: async (ctx) => ({
    ...Object.fromEntries(await storedItems(ctx)),
    ...allDictItems(ctx.registry.codeTables.values(), ctx.viewer.language),
  }),
  version: versionOf,
  // The server caches nothing; the client reloads the dictionaries after this call.
  refleshCache: async (ctx) => ctx.say(dictWords.refreshed),
  deleteList: (ctx, _input, { list: { conditions } }) => deletedDicts(ctx, conditions),
  back: async (ctx, { id }) => {
    await restore(ctx, id);
    return ctx.say(dictWords.restored);
  },
  deletePhysic: async (ctx, { id }) => {
    await destroy(ctx, id);
    return ctx.say(kitWords.deleted);
  },
});

export const isPlatform = (ctx: Context): boolean => ctx.viewer.sees.tenant === 'all';

export const checkChange = (ctx: Context, row: DictOwnership, verb: 'edit' | 'delete'): void => {
  const verdict = mayChange(row, { isPlatform: isPlatform(ctx), verb });
  if (!verdict.ok) throwRefusal(dictRefusals, verdict.refusal);
};

/** A code that the program or the platform uses cannot be used by a tenant, so that it has one meaning for every reader. */
const checkCode = async (ctx: Context, code: string): Promise<void> => {
  if (ctx.registry.codeTables.has(code) || (await hasStored(ctx, code))) throwRefusal(dictRefusals, 'dict.codeTaken', { code });
};
