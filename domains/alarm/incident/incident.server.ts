import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { incidentRefusals } from './incident.labels.ts';
import { acknowledgeIncident } from './acknowledge-incident.server.ts';
import { exceptionTopic } from './incident-topic.ts';
import { readTimeline } from './incident-timeline.server.ts';
import { incident, incidentApi } from './incident.ts';

const { list, queryById, exportXls } = crudHandlers(incident);

export const incidentRoutes = implement(incidentApi, {
  list,
  queryById,
  exportXls,
  timeline: (ctx, { id }) => readTimeline(ctx, id),
  acknowledge: async (ctx, { id }) => {
    await ctx.rows(incident).get(id);
    const isFirst = await acknowledgeIncident(ctx.db, id, { user: ctx.viewer.username, now: ctx.now });
    if (!isFirst) throwRefusal(incidentRefusals, 'incident.acknowledged');
    ctx.db.wake(exceptionTopic);
    return ctx.say(kitWords.changed);
  },
});
