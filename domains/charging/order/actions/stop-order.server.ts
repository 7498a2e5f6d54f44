import { orderState } from '#engines/order/codes.ts';
import { project } from '#engines/order/view.ts';
import { pile } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { act, lockForOperator, operatorWork } from './order-action.server.ts';
import type { OrderActionDeps } from './order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { orderWords } from '../order.labels.ts';
import { orderOfChargingGun } from '../start/charging-without-order.server.ts';
import { lockStartSite } from '../start/start-site.server.ts';

/** Row 11 of the transitions: a stop is always safe; it goes out until the pile obeys. */
export const stopHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, 'remoteStop' | 'stopGun' | 'cancelReservation'> => ({
  remoteStop: async (ctx, { chargingOrderNo }) => {
    await stopOrder(ctx, deps, chargingOrderNo);
    return ctx.say(orderWords.stopping);
  },
  stopGun: async (ctx, gun) => {
    await ctx.rows(pile).get(gun.cpCode);
    const site = (await lockStartSite(ctx.db, gun.cpCode, gun.gunNumber)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    const found = await orderOfChargingGun(operatorWork(ctx, deps), gun);
    await stopOrder(ctx, deps, found ?? site.liveOrderNo ?? throwRefusal(orderRefusals, 'gun.atRest'));
    return ctx.say(orderWords.stopping);
  },
  cancelReservation: (ctx, { chargingOrderNo }) => takeBack(ctx, deps, chargingOrderNo),
});

const stopOrder = async (ctx: Context, deps: OrderActionDeps, chargingOrderNo: string): Promise<void> => {
  const locked = await lockForOperator(ctx, deps, chargingOrderNo);
  await act(locked, { kind: 'stop', cause: 'operator', by: ctx.viewer.username });
};

/** Row 4 of the transitions: the operator takes back a reservation whose party has not come. */
export const takeBack = async (ctx: Context, deps: OrderActionDeps, chargingOrderNo: string): Promise<string> => {
  const locked = await lockForOperator(ctx, deps, chargingOrderNo);
  const { state } = project(locked.order.facts);
  if (state !== orderState.reserving && state !== orderState.initial) throwRefusal(orderRefusals, 'reservation.none');
  await act(locked, { kind: 'cancel', cause: 'operator', by: ctx.viewer.username });
  return ctx.say(orderWords.cancelled);
};
