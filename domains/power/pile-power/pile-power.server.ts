import { entityState } from '#engines/entity/codes.ts';
import { pile } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { lockControl } from '../power-control/lock-control.server.ts';
import { pilePowerApi, pilePowerRefusals } from './pile-power.ts';
import { powerTopic } from '../power-topic.server.ts';
import { checkSites } from './site-piles.server.ts';

export const pilePowerRoutes = implement(pilePowerApi, {
  setPowerControl: async (ctx, { cpCode, powerControlId }) => {
    await ctx.rows(pile).lock([cpCode]);
    const { cpName, cpStat, tenantId, powerControlId: before } = await ctx.rows(pile).get(cpCode);
    if (cpStat === entityState.disused) throwRefusal(pilePowerRefusals, 'pilePower.disused', { name: cpName });
    const after = powerControlId ?? null;
    if (after === before) return ctx.say(kitWords.changed);
    const control = after === null ? null : await usableControl(ctx, after, tenantId);
    await ctx.rows(pile).change(cpCode, { powerControlId: after });
    if (control) await checkSites(ctx.db, control);
    ctx.db.wake(powerTopic);
    return ctx.say(kitWords.changed);
  },
});

/** A power control of another tenant is answered like one that does not exist. */
const usableControl = async (ctx: Context, powerControlId: string, tenantId: string) => {
  const { row } = await lockControl(ctx, powerControlId);
  if (row.tenantId !== tenantId) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  if (row.controlState !== entityState.enabled) throwRefusal(pilePowerRefusals, 'pilePower.notEnabled', { name: row.ruleName });
  return row;
};
