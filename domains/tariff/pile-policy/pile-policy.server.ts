import { refuse } from '#kit/resource/refusal.ts';
import { splitIds } from '#kit/server/crud.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/route.ts';
import { pile } from '#domains/network/resources.ts';
import { rateRule } from '../rate-rule/rate-rule.ts';
import { pilePolicyApi, pilePolicyRefusals } from './pile-policy.ts';

export const pilePolicyRoutes = implement(pilePolicyApi, {
  setRateRule: async (ctx, { cpCodes, rateRuleId }) => {
    const codes = splitIds(cpCodes);
    const piles = await ctx.rows(pile).findMany(codes);
    if (piles.length !== codes.length) refuse(kitRefusals, 'missing', {}, { status: 404 });
    if (new Set(piles.map((row) => row.stationId)).size > 1) refuse(pilePolicyRefusals, 'policy.sameStation');
    const rule = await ctx.rows(rateRule).get(rateRuleId);
    if (rule.ruleState !== 1) refuse(pilePolicyRefusals, 'policy.notEnabled', { name: rule.rateRuleName });
    for (const row of piles) await ctx.rows(pile).change(row.cpCode, { rateRuleId });
    return ctx.say(kitWords.changed);
  },
});
