import { refuse } from '#kit/resource/refusal.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import { implement } from '#kit/server/route.ts';
import { pileRefusals } from '../pile/pile.labels.ts';
import { checkOfflinePower } from '../pile/pile.rules.ts';
import { pile } from '../pile/pile.ts';
import { pileProfile, pileProfileApi } from './pile-profile.ts';

const { queryById, edit } = crudHandlers(pileProfile);

export const pileProfileRoutes = implement(pileProfileApi, {
  queryById,
  edit: async (ctx, input, extras) => {
    const asked = input.offlineMaxPower;
    if (typeof asked === 'bigint') {
      const { cpPower } = await ctx.rows(pile).get(input.cpCode ?? '');
      const verdict = checkOfflinePower(asked, cpPower);
      if (!verdict.ok) refuse(pileRefusals, verdict.refusal, verdict.args);
    }
    return edit(ctx, input, extras);
  },
});
