import { sql } from 'kysely';
import { localDate } from '#engines/time/calendar.ts';
import type { Context } from '#kit/server/context/context.ts';
import { rateRule } from './rate-rule.ts';
import type { AffectedPiles } from './rate-rule.rules.ts';

/**
 * Reads a rule and the piles that follow it, and locks the rule's row until the transaction ends. Every change of a rule and every assignment of a
 * pile locks it first, so that what was read stays true.
 */
export const lockRule = async (ctx: Context, rateRuleId: string) => {
  await ctx.rows(rateRule).lock([rateRuleId]);
  return { row: await ctx.rows(rateRule).get(rateRuleId), followers: await affectedPiles(ctx, rateRuleId) };
};

/** Counts all piles that follow the rule, and those of them the viewer cannot see. `today` holds the local dates of all their stations. */
export const affectedPiles = async (ctx: Context, rateRuleId: string): Promise<AffectedPiles> => {
  const { rows } = await sql<{ all: number; seen: number; zones: readonly string[] }>`select rate_rule_pile_count(${rateRuleId}) as all,
    (select count(*)::int4 from pile where rate_rule_id = ${rateRuleId} and not is_delete) as seen, rate_rule_zones(${rateRuleId}) as zones`.execute(
    ctx.db,
  );
  const { all: pileCount, seen: visibleCount, zones } = rows[0] ?? { all: 0, seen: 0, zones: [] };
  return { pileCount, unseen: pileCount - visibleCount, today: zones.map((zone) => localDate(ctx.now.getTime(), zone)) };
};
