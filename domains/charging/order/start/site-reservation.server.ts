import { orderState } from '#engines/order/codes.ts';
import type { Party } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Place } from './start-site.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';

/** The order by which a gun is kept for this very party; undefined when it is kept for nobody, or somebody else. */
export const reservedHere = async (
  tx: Tx,
  { liveOrderNo }: Pick<Place, 'liveOrderNo'>,
  party: Pick<Party, 'mainPartType' | 'mainPartId'> | undefined,
): Promise<LoadedOrder | undefined> => {
  if (liveOrderNo === null || !party) return undefined;
  const order = await lockOrder(tx, { orderNo: liveOrderNo });
  const same = order?.row.mainPartType === party.mainPartType && order.row.mainPartId === party.mainPartId;
  return order && same && order.row.state === orderState.reserving ? order : undefined;
};
