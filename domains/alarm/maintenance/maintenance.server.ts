import { pile, station } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { exceptionTopic } from '../incident/incident-topic.ts';
import { maintenanceRefusals } from './maintenance.labels.ts';
import { maintenance, maintenanceApi } from './maintenance.ts';

const { importExcel: _import, exportTemplate: _template, ...standardHandlers } = crudHandlers(maintenance);

const LENGTH_MAX_MS = 30 * 86_400_000;

export const maintenanceRoutes = implement(maintenanceApi, {
  ...standardHandlers,
  add: async (ctx, draft) => {
    checkTimes(draft, ctx.now);
    const { tenantId, agentId } = await ctx.rows(station).get(draft.stationId);
    if (draft.cpCode && (await ctx.rows(pile).get(draft.cpCode)).stationId !== draft.stationId) throwRefusal(maintenanceRefusals, 'maintenance.pile');
    ctx.db.wake(exceptionTopic);
    return ctx.rows(maintenance).insert({ ...draft, tenantId, agentId });
  },
  edit: async (ctx, input, extras) => {
    const before = await ctx.rows(maintenance).get(String(input.maintenanceId));
    checkTimes({ beginTime: input.beginTime ?? before.beginTime, endTime: input.endTime ?? before.endTime }, ctx.now);
    ctx.db.wake(exceptionTopic);
    return standardHandlers.edit(ctx, input, extras);
  },
});

const checkTimes = ({ beginTime, endTime }: { readonly beginTime: Date; readonly endTime: Date }, now: Date): void => {
  const lengthMs = endTime.getTime() - beginTime.getTime();
  if (lengthMs <= 0 || lengthMs > LENGTH_MAX_MS) throwRefusal(maintenanceRefusals, 'maintenance.times');
  if (endTime.getTime() <= now.getTime()) throwRefusal(maintenanceRefusals, 'maintenance.past');
};
