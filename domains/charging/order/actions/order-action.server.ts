import type { OrderEvent } from '#engines/order/admit.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { decideOn } from '../lifecycle/decide.server.ts';
import type { OrderDecision } from '../lifecycle/decide.server.ts';
import { announceOrder, orderWork } from '../lifecycle/order-work.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import { throwIfRefused, textContextOf, visibleOrder } from '../visible-order.server.ts';

/** The dependencies of operators' actions. */
export type OrderActionDeps = Pick<Deps, 'live' | 'clock'>;

/** Orders change in the transaction of the request, in the name of its viewer. */
export const operatorWork = (ctx: Context, deps: OrderActionDeps): OrderWork => orderWork(deps, ctx.db, ctx.viewer.username);

/** An order that an operator acts on: locked, and inside the operator's scope. */
export interface LockedOrder {
  readonly ctx: Context;
  readonly work: OrderWork;
  readonly order: LoadedOrder;
}

/** Locks an order of the viewer's scope. Everyone who watches the order is notified of the action, even if it only asks a second person. */
export const lockForOperator = async (ctx: Context, deps: OrderActionDeps, chargingOrderNo: string): Promise<LockedOrder> => {
  const { chargingOrderId } = await visibleOrder(ctx, chargingOrderNo);
  const order = await lockOrder(ctx.db, { orderId: chargingOrderId });
  if (!order) throw new Error(`order ${chargingOrderNo} has gone`);
  const work = operatorWork(ctx, deps);
  announceOrder(work, order.row);
  return { ctx, work, order };
};

/** Applies one event to the order, or throws its refusal. */
export const applyEvent = async ({ ctx, work, order }: LockedOrder, event: OrderEvent, extra: Pick<OrderDecision, 'party'> = {}): Promise<void> => {
  const { verdict } = await decideOn(work, order, { event, ...extra });
  throwIfRefused(verdict, textContextOf(ctx, order.row));
};
