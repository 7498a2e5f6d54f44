import { orderState } from '#engines/order/codes.ts';
import { project } from '#engines/order/view.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { act, takeInHand } from './order-action.server.ts';
import type { OrderDesk } from './order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { orderWords } from '../order.labels.ts';

/** Row 4 of the transitions: the operator takes back a reservation whose party has not come. */
export const cancelReservationHandlers = (desk: OrderDesk): Pick<Handlers<typeof chargingOrderApi>, 'cancelReservation'> => ({
  cancelReservation: (ctx, { chargingOrderNo }) => takeBack(ctx, desk, chargingOrderNo),
});

export const takeBack = async (ctx: Context, desk: OrderDesk, chargingOrderNo: string): Promise<string> => {
  const hand = await takeInHand(ctx, desk, chargingOrderNo);
  const { state } = project(hand.order.facts);
  if (state !== orderState.reserving && state !== orderState.initial) refuse(orderRefusals, 'reservation.none');
  await act(hand, { kind: 'cancel', cause: 'operator', by: ctx.viewer.username });
  return ctx.say(orderWords.cancelled);
};
