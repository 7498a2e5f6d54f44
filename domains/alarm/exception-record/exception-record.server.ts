import { sql } from 'kysely';
import { solveStat } from '#engines/alarm/codes.ts';
import { isDangerous } from '#engines/alarm/danger.ts';
import { conditionTopic } from '#domains/system/server.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { exceptionTopic } from '../incident/incident-topic.ts';
import { acknowledgeRecord } from './acknowledge.server.ts';
import { exceptionRecordRefusals } from './exception-record.labels.ts';
import { exceptionRecord, exceptionRecordApi } from './exception-record.ts';

const { list, queryById, exportXls } = crudHandlers(exceptionRecord);

/** A solved exception whose fault lasts is open again after this time. */
const SHELVED_MAX_MS = 24 * 3_600_000;
const SHELVED_BY_HAND_MAX_MS = 30 * SHELVED_MAX_MS;

export const exceptionRecordRoutes = implement(exceptionRecordApi, {
  list,
  queryById,
  exportXls,
  acknowledge: async (ctx, { id }) => {
    await lockUnsolved(ctx, id);
    await acknowledgeRecord(ctx.db, id, { user: ctx.viewer.username, now: ctx.now });
    ctx.db.wake(exceptionTopic);
    return ctx.say(kitWords.changed);
  },
  solve: async (ctx, { exceptionRecordId, solveRemark }) => {
    await lockUnsolved(ctx, exceptionRecordId);
    await sql`update exception_record set solve_stat = ${sql.lit(solveStat.solved)}, solve_remark = ${solveRemark}, solve_time = ${ctx.now}, solve_user = ${ctx.viewer.username},
      shelved_until = case when fault_end_time is null then ${new Date(ctx.now.getTime() + SHELVED_MAX_MS)}::timestamptz end,
      update_by = ${ctx.viewer.username}, update_time = ${ctx.now}, version = version + 1 where exception_record_id = ${exceptionRecordId}`.execute(
      ctx.db,
    );
    ctx.db.wake(exceptionTopic);
    return ctx.say(kitWords.changed);
  },
  shelve: async (ctx, { exceptionRecordId, shelvedUntil, shelveReason }) => {
    const { exceptionType, exceptionCode, faultEndTime } = await lockUnsolved(ctx, exceptionRecordId);
    if (faultEndTime !== null) throwRefusal(exceptionRecordRefusals, 'exceptionRecord.over');
    const aheadMs = shelvedUntil.getTime() - ctx.now.getTime();
    if (aheadMs <= 0 || aheadMs > (isDangerous(exceptionType, exceptionCode) ? SHELVED_MAX_MS : SHELVED_BY_HAND_MAX_MS))
      throwRefusal(exceptionRecordRefusals, 'exceptionRecord.shelfTime');
    const { username } = ctx.viewer;
    await sql`update exception_record set shelved_until = ${shelvedUntil}, shelve_user = ${username}, shelve_reason = ${shelveReason},
      update_by = ${username}, update_time = ${ctx.now}, version = version + 1 where exception_record_id = ${exceptionRecordId}`.execute(ctx.db);
    ctx.db.wake(exceptionTopic);
    return ctx.say(kitWords.changed);
  },
  unshelve: async (ctx, { id }) => {
    await ctx.rows(exceptionRecord).get(id);
    // Due now: the worker takes it from the shelf and tells it, as it does when the time is over.
    const { numAffectedRows } =
      await sql`update exception_record set shelved_until = ${ctx.now}, update_by = ${ctx.viewer.username}, update_time = ${ctx.now}, version = version + 1
        where exception_record_id = ${id} and shelved_until is not null and fault_end_time is null`.execute(ctx.db);
    if (numAffectedRows === 0n) throwRefusal(exceptionRecordRefusals, 'exceptionRecord.notShelved');
    ctx.db.wake(conditionTopic);
    ctx.db.wake(exceptionTopic);
    return ctx.say(kitWords.changed);
  },
});

/** A record that ended by itself may still be acknowledged and solved, because somebody has to find out why. */
const lockUnsolved = async (ctx: Context, id: string) => {
  const row = await ctx.rows(exceptionRecord).get(id);
  const { rows } = await sql<{ solveStat: number }>`select solve_stat from exception_record where exception_record_id = ${id} for update`.execute(
    ctx.db,
  );
  if (rows[0]?.solveStat === solveStat.solved) throwRefusal(exceptionRecordRefusals, 'exceptionRecord.solved');
  return row;
};
