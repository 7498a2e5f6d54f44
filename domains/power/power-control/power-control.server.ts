import { sql } from 'kysely';
import { planProblems } from '#engines/dispatch/schedule/plan.ts';
import { addHandlers, crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { entityState } from '#engines/entity/codes.ts';
import { checkSites } from '../pile-power/site-piles.server.ts';
import { loadPowerMonths } from '../power-month/power-month.store.server.ts';
import { controlFacts, lockControl, nextOrRefuse } from './lock-control.server.ts';
import { powerControlRefusals } from './power-control.labels.ts';
import { changeControlState, checkChange, checkDates } from './power-control.rules.ts';
import { powerControl, powerControlApi } from './power-control.ts';

const standardHandlers = crudHandlers(powerControl);

export const powerControlRoutes = implement(powerControlApi, {
  ...standardHandlers,
  ...addHandlers(powerControl, (ctx, draft) => {
    nextOrRefuse(checkDates(draft.startTime, draft.endTime));
    return ctx.rows(powerControl).insert(draft);
  }),
  edit: async (ctx, input, extras) => {
    const { row, facts } = await lockControl(ctx, input.powerControlId ?? '');
    nextOrRefuse(checkDates('startTime' in input ? input.startTime : row.startTime, 'endTime' in input ? input.endTime : row.endTime));
    nextOrRefuse(checkChange(facts));
    const answer = await standardHandlers.edit(ctx, input, extras);
    await checkSites(ctx.db, await ctx.rows(powerControl).get(row.powerControlId));
    return answer;
  },
  ...deleteHandlers(powerControl, (_ctx, { ruleName, pileCount }) =>
    Promise.resolve(pileCount > 0 ? throwRefusal(powerControlRefusals, 'powerControl.inUse', { name: ruleName, count: pileCount }) : undefined),
  ),
  ...stateHandlers(powerControl, async (ctx, row, wanted: -1 | 0 | 1) => {
    const { powerControlId } = row;
    const missing = planProblems(await loadPowerMonths(ctx.db, powerControlId)).find(({ problem }) => problem === 'monthMissing');
    const facts = { ...(await controlFacts(ctx, row)), missingMonth: missing?.month };
    const { state, releasesPiles } = nextOrRefuse(changeControlState(facts, wanted));
    if (releasesPiles) await sql`update pile set power_control_id = null where power_control_id = ${powerControlId}`.execute(ctx.db);
    await ctx.rows(powerControl).change(powerControlId, { controlState: state });
    if (state === entityState.enabled) await checkSites(ctx.db, row);
  }),
});
