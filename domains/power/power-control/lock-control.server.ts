import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Context } from '#kit/server/context/context.ts';
import { powerControlRefusals } from './power-control.labels.ts';
import type { PowerControlRefusal } from './power-control.labels.ts';
import type { ControlFacts } from './power-control.rules.ts';
import { powerControl } from './power-control.ts';

/** Reads a rule and the piles that follow it, and locks the rule's row until the transaction ends, so that what was read stays true. */
export const lockControl = async (ctx: Context, powerControlId: string) => {
  await ctx.rows(powerControl).lock([powerControlId]);
  const row = await ctx.rows(powerControl).get(powerControlId);
  return { row, facts: await controlFacts(ctx, row) };
};

export const controlFacts = async (
  ctx: Context,
  row: { readonly powerControlId: string; readonly ruleName: string; readonly controlState: -1 | 0 | 1; readonly pileCount: number },
): Promise<ControlFacts> => {
  const { powerControlId, ruleName, controlState, pileCount } = row;
  const { rows } = await sql<{
    seen: number;
  }>`select count(*)::int4 as seen from pile where power_control_id = ${powerControlId} and not is_delete`.execute(ctx.db);
  return { name: ruleName, state: controlState, pileCount, unseen: pileCount - (rows[0]?.seen ?? 0) };
};

export const nextOrRefuse = <T>(verdict: Verdict<T, PowerControlRefusal>): T =>
  verdict.ok ? verdict.next : throwRefusal(powerControlRefusals, verdict.refusal, verdict.args);
