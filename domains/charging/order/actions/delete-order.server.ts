import { valuesOf } from '#kit/fields/codes.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { applyEvent, lockForOperator } from './order-action.server.ts';
import type { OrderActionDeps } from './order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { invoicingStatus } from '../order.codes.ts';
import { chargingOrder } from '../order.ts';

const invoice = valuesOf(invoicingStatus);

/** Deletes an order: it disappears from lists, while its facts and bookings stay. */
export const deleteHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, 'delete'> => ({
  delete: async (ctx, { id }) => {
    const row = await ctx.rows(chargingOrder).get(id);
    const locked = await lockForOperator(ctx, deps, row.chargingOrderNo);
    await applyEvent(locked, { kind: 'delete', by: ctx.viewer.username, hasOpenInvoice: row.invoicingStatus === invoice.requested });
    return ctx.say(kitWords.deleted);
  },
});
