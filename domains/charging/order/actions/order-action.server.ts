import type { OrderEvent } from '#engines/order/admit.ts';
import type { Bus } from '#kit/db/messaging/bus.ts';
import type { Context } from '#kit/server/context/context.ts';
import { decideOn } from '../lifecycle/decide.server.ts';
import type { LoadedOrder, StoredOrder } from '../lifecycle/stored-order.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import { demand, speakingOf, visibleOrder } from '../visible-order.server.ts';

/** What operators' verbs are given beside their request. */
export interface OrderDesk {
  readonly bus: Bus;
  readonly clock: () => Date;
  /** An order changed; told after the commit. */
  readonly changed: (order: StoredOrder) => void;
}

/** An order in the operator's hands: locked, inside his scope. */
export interface InHand {
  readonly ctx: Context;
  readonly desk: OrderDesk;
  readonly order: LoadedOrder;
  readonly nowMs: number;
  readonly wake: Set<string>;
}

/** Locks an order of the viewer's scope and arranges that everybody hears of it when the transaction has committed. */
export const takeInHand = async (ctx: Context, desk: OrderDesk, chargingOrderNo: string): Promise<InHand> => {
  const { chargingOrderId } = await visibleOrder(ctx, chargingOrderNo);
  const order = await lockOrder(ctx.db, { orderId: chargingOrderId });
  if (!order) throw new Error(`order ${chargingOrderNo} has gone`);
  const wake = new Set<string>();
  tellAfterwards(ctx, desk, { row: order.row, wake });
  return { ctx, desk, order, nowMs: desk.clock().getTime(), wake };
};

export const tellAfterwards = (ctx: Context, desk: OrderDesk, told: { readonly row: StoredOrder; readonly wake: ReadonlySet<string> }): void =>
  ctx.afterCommit(() => {
    for (const topic of told.wake) desk.bus.wake(topic);
    desk.changed(told.row);
  });

/** Puts one event to the engine and does what it says, or refuses. */
export const act = async ({ ctx, order, nowMs, wake }: InHand, event: OrderEvent): Promise<void> => {
  const { verdict } = await decideOn(ctx.db, order, { event, nowMs, actor: ctx.viewer.username, wake });
  demand(verdict, speakingOf(ctx, order.row));
};
