import { sql } from 'kysely';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import type { OrderActionDeps } from '../order/actions/order-action.server.ts';
import { billTopic } from './bill-days.server.ts';
import { payBillDayWords } from './pay-bill-day.labels.ts';
import { payBillDay, payBillDayApi } from './pay-bill-day.ts';

const { list, queryById, exportXls } = crudHandlers(payBillDay);

export const payBillDayRoutes = ({ clock }: OrderActionDeps): readonly Route[] =>
  implement(payBillDayApi, {
    list,
    queryById,
    exportXls,
    fetch: async (ctx, { id }) => {
      await ctx.rows(payBillDay).get(id);
      await sql`update pay_bill_day set next_step_at = ${clock()}, wants_bill = true, update_by = ${ctx.viewer.username} where pay_bill_day_id = ${id}`.execute(
        ctx.db,
      );
      ctx.db.wake(billTopic);
      return ctx.say(payBillDayWords.asked);
    },
  });
