import { throwRefusal } from '#kit/resource/refusal.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import type { PileCommandSender } from '../pile/pile-command-sender.server.ts';
import type { PilePowerCheck } from '../pile/pile-power-check.server.ts';
import { pileRefusals } from '../pile/pile.labels.ts';
import { checkOfflinePower } from '../pile/pile.rules.ts';
import { pile } from '../pile/pile.ts';
import { intervalParameters, pileProfile, pileProfileApi } from './pile-profile.ts';

const { queryById, edit } = crudHandlers(pileProfile);

/** What a pile may do when it hears nothing. */
const offlineFields = ['offlineMaxPower', 'isVinOfflineCharging', 'isIccardOfflineCharging'] as const;

export const pileProfileRoutes = ({ piles, checkPower }: { readonly piles: PileCommandSender; readonly checkPower: PilePowerCheck }) =>
  implement(pileProfileApi, {
    queryById,
    edit: async (ctx, input, extras) => {
      const cpCode = input.cpCode ?? '';
      const offlineMaxPower = input.offlineMaxPower;
      const { cpPower, powerControlId } = await ctx.rows(pile).get(cpCode);
      if (typeof offlineMaxPower === 'bigint') {
        const verdict = checkOfflinePower(offlineMaxPower, cpPower);
        if (!verdict.ok) throwRefusal(pileRefusals, verdict.refusal, verdict.args);
      }
      const before = await ctx.rows(pileProfile).get(cpCode);
      const after = await edit(ctx, input, extras);
      if (powerControlId !== null && offlineFields.some((field) => after[field] !== before[field])) await checkPower(ctx.db, powerControlId);
      const changed = intervalParameters.filter(([, field]) => typeof input[field] === 'number' && input[field] !== before[field]);
      const values = Object.fromEntries(changed.map(([paramNo, field]) => [paramNo, String(input[field])]));
      await piles.setParameters(ctx.db, { cpCode, values, requestedBy: ctx.viewer.username, reason: 'profile', nowMs: ctx.now.getTime() });
      return after;
    },
  });
