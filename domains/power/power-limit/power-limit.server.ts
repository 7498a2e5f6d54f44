import { sql } from 'kysely';
import { station } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { lockControl } from '../power-control/lock-control.server.ts';
import { powerTopic } from '../power-topic.server.ts';
import { limitSource, limitState } from './power-limit.codes.ts';
import { powerLimitRefusals } from './power-limit.labels.ts';
import { checkTimes } from './power-limit.rules.ts';
import { powerLimit, powerLimitApi } from './power-limit.ts';

const { list, queryById, exportXls } = crudHandlers(powerLimit);
const { planned, inForce, ended, replaced } = limitState.items;
const isOpen = sql`limit_state in (${sql.lit(planned.value)}, ${sql.lit(inForce.value)})`;

export const powerLimitRoutes = implement(powerLimitApi, {
  list,
  queryById,
  exportXls,
  set: async (ctx, { powerControlId, stationId, limitPower, endTime, reason }) => {
    const { now, viewer } = ctx;
    const { agentId, tenantId } = await ctx.rows(station).get(stationId);
    // Locked, so that its own limit stays as it was read. One of another tenant is answered like one that does not exist.
    const { ruleName: name, maxControlPower: cap, ...control } = (await lockControl(ctx, powerControlId)).row;
    if (control.tenantId !== tenantId) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    const verdict = checkTimes({ beginMs: now.getTime(), endMs: endTime.getTime() }, now.getTime());
    if (!verdict.ok) throwRefusal(powerLimitRefusals, verdict.refusal, verdict.args);
    if (cap !== null && limitPower > cap)
      throwRefusal(powerLimitRefusals, 'powerLimit.aboveCap', { power: kilowatts(limitPower), name, cap: kilowatts(cap) });
    await sql`update power_limit set limit_state = ${sql.lit(replaced.value)}, closed_time = ${now}, close_user = ${viewer.username}, update_by = ${viewer.username}, update_time = ${now}, version = version + 1
      where power_control_id = ${powerControlId} and station_id = ${stationId} and limit_source = ${sql.lit(limitSource.items.operator.value)} and ${isOpen}`.execute(
      ctx.db,
    );
    const place = { tenantId, agentId, stationId, powerControlId };
    const own = { limitSource: limitSource.items.operator.value, limitState: inForce.value, beginTime: now, receivedTime: now };
    await ctx.rows(powerLimit).insert({ ...place, ...own, limitPower, endTime, reason });
    ctx.db.wake(powerTopic);
    return ctx.say(kitWords.changed);
  },
  end: async (ctx, { id }) => {
    await ctx.rows(powerLimit).lock([id]);
    const { limitState: state, limitSource: source } = await ctx.rows(powerLimit).get(id);
    if (source !== limitSource.items.operator.value) throwRefusal(powerLimitRefusals, 'powerLimit.ofGrid');
    if (state !== inForce.value && state !== planned.value) throwRefusal(powerLimitRefusals, 'powerLimit.over');
    await ctx.rows(powerLimit).change(id, { limitState: ended.value, closedTime: ctx.now, closeUser: ctx.viewer.username });
    ctx.db.wake(powerTopic);
    return ctx.say(kitWords.changed);
  },
});

const kilowatts = (hectowatts: bigint): string => (Number(hectowatts) / 10).toFixed(1);
