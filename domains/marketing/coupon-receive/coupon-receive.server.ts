import { sql } from 'kysely';
import { receiptState } from '#engines/marketing/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { couponRefusals } from '../coupon/coupon.labels.ts';
import { refusalOfReceipt } from '../coupon/receipt-row.server.ts';
import { couponReceiveWords } from './coupon-receive.labels.ts';
import { couponReceive, couponReceiveApi } from './coupon-receive.ts';

const { list, queryById, exportXls } = crudHandlers(couponReceive);

export const couponReceiveRoutes = implement(couponReceiveApi, {
  list,
  queryById,
  ...revealHandlers(couponReceive),
  exportXls,
  selectByReceiveId: async (ctx, { id }) => ctx.rows(couponReceive).get(id),
  takeBack: async (ctx, { couponReceiveId, reason }) => {
    const because = reason?.trim() ?? '';
    if (because.length < 2) throwRefusal(couponRefusals, 'coupon.reasonMissing');
    await ctx.rows(couponReceive).get(couponReceiveId);
    const { numAffectedRows } = await sql`update coupon_receive set state = ${sql.lit(receiptState.void)}, void_reason = ${because},
      update_by = ${ctx.viewer.username}, update_time = ${ctx.now}, version = version + 1
      where coupon_receive_id = ${couponReceiveId} and state = ${sql.lit(receiptState.usable)} and expires_at > ${ctx.now}`.execute(ctx.db);
    if (numAffectedRows !== 1n)
      throwRefusal(
        couponRefusals,
        (await refusalOfReceipt(ctx.db, couponReceiveId, ctx.now)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 }),
      );
    return ctx.say(couponReceiveWords.takenBack);
  },
});
