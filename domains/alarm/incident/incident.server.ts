import { sql } from 'kysely';
import { solveStat } from '#engines/alarm/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { incidentRefusals } from './incident.labels.ts';
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
    const { now, viewer } = ctx;
    const { numAffectedRows } =
      await sql`update incident set ack_time = ${now}, ack_user = ${viewer.username}, update_by = ${viewer.username}, update_time = ${now}, version = version + 1
        where incident_id = ${id} and ack_time is null`.execute(ctx.db);
    if (numAffectedRows === 0n) throwRefusal(incidentRefusals, 'incident.acknowledged');
    await sql`update exception_record set solve_stat = ${sql.lit(solveStat.acknowledged)}, ack_time = ${now}, ack_user = ${viewer.username}, update_by = ${viewer.username},
      update_time = ${now}, version = version + 1 where incident_id = ${id} and fault_end_time is null and solve_stat = ${sql.lit(solveStat.open)}`.execute(
      ctx.db,
    );
    ctx.db.wake(exceptionTopic);
    return ctx.say(kitWords.changed);
  },
});
