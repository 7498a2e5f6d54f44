import type { LivePublisher } from '#kit/server/context/deps.ts';
import { gunTopic, orderTopic, stationTopic } from '../../live/topics.ts';
import type { OrderNews } from '../../live/topics.ts';
import type { StoredOrder } from './stored-order.server.ts';

/** Where an order's news go. */
export type Announced = Pick<StoredOrder, 'orderNo' | 'cpCode' | 'gunNumber' | 'stationId'>;

/** Tells everybody who watches an order, its gun or its station that it has changed; what it is now they ask for. After the commit. */
export const announce = (live: LivePublisher, { orderNo, cpCode, gunNumber, stationId }: Announced): void => {
  const news: OrderNews = { chargingOrderNo: orderNo, changed: true };
  live.publish(`${orderTopic.name}:${orderNo}`, news);
  live.publish(`${gunTopic.name}:${cpCode}:${gunNumber}`, news);
  live.publish(`${stationTopic.name}:${stationId}`, { cpCode, gunNumber, ...news });
};
