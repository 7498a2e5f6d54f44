import type { Tx } from '#kit/db/index.ts';
import type { Deps, LivePublisher } from '#kit/server/context/deps.ts';
import { gunTopic, orderTopic, stationTopic } from '../../live/topics.ts';
import type { OrderNews } from '../../live/topics.ts';
import type { StoredOrder } from './stored-order.server.ts';

/** The context in which orders change: the transaction, the time, the actor, and the publisher that notifies watchers after the commit. */
export interface OrderWork {
  readonly tx: Tx;
  readonly live: LivePublisher;
  readonly nowMs: number;
  /** Who causes the change: a username, a pile's code, or a part of the system. */
  readonly actor: string;
}

export const orderWork = ({ live, clock }: Pick<Deps, 'live' | 'clock'>, tx: Tx, actor: string): OrderWork => ({
  tx,
  live,
  nowMs: clock().getTime(),
  actor,
});

/** The topic by which gateways drop what they have cached of an order; its data is the order's number. No rule allows it to browsers. */
export const ORDER_CHANGED = '~order';

/** The fields of an order by which its news are published. */
export type ChangedOrder = Pick<StoredOrder, 'orderNo' | 'cpCode' | 'gunNumber' | 'stationId'>;

/** Notifies everyone who watches an order, its gun or its station that the order has changed; watchers then read it again. */
export const announceOrder = ({ tx, live }: Pick<OrderWork, 'tx' | 'live'>, { orderNo, cpCode, gunNumber, stationId }: ChangedOrder): void =>
  tx.afterCommit(() => {
    const news: OrderNews = { chargingOrderNo: orderNo, changed: true };
    live.publish(ORDER_CHANGED, orderNo);
    live.publish(`${orderTopic.name}:${orderNo}`, news);
    live.publish(`${gunTopic.name}:${cpCode}:${gunNumber}`, news);
    live.publish(`${stationTopic.name}:${stationId}`, { cpCode, gunNumber, ...news });
  }, `order ${orderNo}`);
