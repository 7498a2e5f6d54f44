import type { Tx } from '#kit/db/index.ts';
import type { Deps, LivePublisher } from '#kit/server/context/deps.ts';
import { gunTopic, orderTopic, stationTopic } from '../../live/topics.ts';
import type { OrderNews } from '../../live/topics.ts';
import type { StoredOrder } from './stored-order.server.ts';

/** In which transaction orders change, when and in whose name, and who is told of it after the commit. */
export interface OrderWork {
  readonly tx: Tx;
  readonly live: LivePublisher;
  readonly nowMs: number;
  /** Who caused it: a username, a pile's code, or the part of the system. */
  readonly actor: string;
}

export const orderWork = ({ live, clock }: Pick<Deps, 'live' | 'clock'>, tx: Tx, actor: string): OrderWork => ({
  tx,
  live,
  nowMs: clock().getTime(),
  actor,
});

/** Gateways forget by it what they remember of an order, which is its data. No rule names it, so no browser watches it. */
export const ORDER_CHANGED = '~order';

/** Where an order's news go. */
export type ChangedOrder = Pick<StoredOrder, 'orderNo' | 'cpCode' | 'gunNumber' | 'stationId'>;

/** Tells everybody who watches an order, its gun or its station that it has changed; what it is now they ask for. */
export const announceOrder = ({ tx, live }: Pick<OrderWork, 'tx' | 'live'>, { orderNo, cpCode, gunNumber, stationId }: ChangedOrder): void =>
  tx.afterCommit(() => {
    const news: OrderNews = { chargingOrderNo: orderNo, changed: true };
    live.publish(ORDER_CHANGED, orderNo);
    live.publish(`${orderTopic.name}:${orderNo}`, news);
    live.publish(`${gunTopic.name}:${cpCode}:${gunNumber}`, news);
    live.publish(`${stationTopic.name}:${stationId}`, { cpCode, gunNumber, ...news });
  }, `order ${orderNo}`);
