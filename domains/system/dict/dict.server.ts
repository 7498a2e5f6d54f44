import { refuse } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/route.ts';
import { dictRefusals, dictWords } from './dict.labels.ts';
import { allDictItems, itemsOf } from './dict.rules.ts';
import { dictApi } from './dict.ts';

export const dictRoutes = implement(dictApi, {
  getDictItems: async (ctx, { dictCode }) => {
    const table = ctx.registry.codeTables.get(dictCode) ?? refuse(dictRefusals, 'dict.unknown', { code: dictCode });
    return itemsOf(table, ctx.viewer.language);
  },
  queryAllDictItems: async (ctx) => allDictItems(ctx.registry.codeTables.values(), ctx.viewer.language),
  // Code tables are part of the program, so there is nothing to drop; the client reads them again.
  refleshCache: async (ctx) => ctx.say(dictWords.refreshed),
});
