import { readBmsCourse } from '#domains/device/server.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import type { OrderActionDeps } from '../actions/order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { chargingOrder } from '../order.ts';

/** The battery's reports of a visible order. */
export const bmsReportHandlers = ({ clock }: Pick<OrderActionDeps, 'clock'>): Pick<Handlers<typeof chargingOrderApi>, 'bmsReports'> => ({
  bmsReports: async (ctx, { id }) => {
    const { cpCode, chargingOrderNo, createTime, startTime, stopTime } = await ctx.rows(chargingOrder).get(id);
    const fromMs = (startTime ?? createTime).getTime();
    return readBmsCourse(ctx.db, { cpCode, chargingOrderNo, fromMs, toMs: (stopTime ?? clock()).getTime() });
  },
});
