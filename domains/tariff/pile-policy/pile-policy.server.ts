import { dayText, localDate } from '#engines/time/calendar.ts';
import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { pile } from '#domains/network/resources.ts';
import { lockRule } from '../rate-rule/lock-rule.server.ts';
import { covers } from '../rate-rule/rate-rule.rules.ts';
import type { SendRatesToPiles } from './send-rates.server.ts';
import { pilePolicyApi, pilePolicyRefusals } from './pile-policy.ts';

export const pilePolicyRoutes = ({ sendRatesToPiles }: { readonly sendRatesToPiles: SendRatesToPiles }) =>
  implement(pilePolicyApi, {
    setRateRule: async (ctx, { cpCodes, rateRuleId }) => {
      const codes = splitIds(cpCodes);
      const piles = await ctx.rows(pile).findMany(codes);
      if (piles.length !== codes.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      if (new Set(piles.map((row) => row.stationId)).size > 1) throwRefusal(pilePolicyRefusals, 'policy.sameStation');
      const disused = piles.find((row) => row.cpStat === entityState.disused);
      if (disused) throwRefusal(pilePolicyRefusals, 'policy.pileDisused', { name: disused.cpName });
      const { row: rule } = await lockRule(ctx, rateRuleId);
      if (rule.ruleState !== entityState.enabled) throwRefusal(pilePolicyRefusals, 'policy.notEnabled', { name: rule.rateRuleName });
      const today = localDate(ctx.now.getTime(), piles[0]?.timezone ?? 'UTC');
      if (!covers(rule, today)) throwRefusal(pilePolicyRefusals, 'policy.notValid', { name: rule.rateRuleName, day: dayText(today) });
      for (const row of piles) await ctx.rows(pile).change(row.cpCode, { rateRuleId });
      await sendRatesToPiles(ctx, { cpCodes: codes });
      return ctx.say(kitWords.changed);
    },
  });
