import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { countRows, crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { implement } from '#kit/server/context/route.ts';
import { station } from '../station/station.ts';
import { agentRefusals } from './agent.labels.ts';
import { agent, agentApi } from './agent.ts';

const standardHandlers = crudHandlers(agent);

export const agentRoutes = implement(agentApi, {
  ...standardHandlers,
  ...revealHandlers(agent),
  edit: async (ctx, input, extras) => {
    const { agentStat } = await ctx.rows(agent).get(input.agentId ?? '');
    if (agentStat === entityState.disused) throwRefusal(agentRefusals, 'agent.disused');
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(agent, async (ctx, row) => {
    const count = await countRows(ctx, station, { field: 'agentId', value: row.agentId });
    if (count > 0) throwRefusal(agentRefusals, 'agent.hasStations', { name: row.agentName, count });
  }),
  ...stateHandlers(agent, (ctx, row, wantedState: -1 | 0 | 1) =>
    row.agentStat === entityState.disused
      ? throwRefusal(agentRefusals, 'agent.disused')
      : ctx.rows(agent).change(row.agentId, { agentStat: wantedState }),
  ),
});
