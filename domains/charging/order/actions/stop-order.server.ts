import { orderState } from '#engines/order/codes.ts';
import { project } from '#engines/order/view.ts';
import { pile } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { applyEvent, lockForOperator, operatorWork } from './order-action.server.ts';
import type { OrderActionDeps } from './order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { orderWords } from '../order.labels.ts';
import { orderOfChargingGun } from '../start/charging-without-order.server.ts';
import { lockStartSite } from '../start/start-site.server.ts';

/** Stops orders. A stop is always safe, and is repeated until the pile obeys. */
export const stopHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, 'remoteStop' | 'stopGun' | 'cancelReservation'> => ({
  remoteStop: async (ctx, { chargingOrderNo }) => {
    await stopOrder(ctx, deps, chargingOrderNo);
    return ctx.say(orderWords.stopping);
  },
  stopGun: async (ctx, gun) => {
    await ctx.rows(pile).get(gun.cpCode);
    const site = (await lockStartSite(ctx.db, gun.cpCode, gun.gunNumber)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    const orderNo = await orderOfChargingGun(operatorWork(ctx, deps), gun);
    await stopOrder(ctx, deps, orderNo ?? site.liveOrderNo ?? throwRefusal(orderRefusals, 'gun.atRest'));
    return ctx.say(orderWords.stopping);
  },
  cancelReservation: (ctx, { chargingOrderNo }) => cancelReservation(ctx, deps, chargingOrderNo),
});

const stopOrder = async (ctx: Context, deps: OrderActionDeps, chargingOrderNo: string): Promise<void> => {
  const locked = await lockForOperator(ctx, deps, chargingOrderNo);
  await applyEvent(locked, { kind: 'stop', cause: 'operator', by: ctx.viewer.username });
};

/** Cancels a reservation whose party has not come. */
export const cancelReservation = async (ctx: Context, deps: OrderActionDeps, chargingOrderNo: string): Promise<string> => {
  const locked = await lockForOperator(ctx, deps, chargingOrderNo);
  const { state } = project(locked.order.facts);
  if (state !== orderState.reserving && state !== orderState.initial) throwRefusal(orderRefusals, 'reservation.none');
  await applyEvent(locked, { kind: 'cancel', cause: 'operator', by: ctx.viewer.username });
  return ctx.say(orderWords.cancelled);
};
