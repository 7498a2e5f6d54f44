import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { movingOrderStates } from '#engines/order/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { createStore, useStore } from '#kit/web/store.ts';
import type { Store } from '#kit/web/store.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import type { LiveSample, OrderMessage } from '../../live/topics.ts';
import { useDebouncedRefetch } from '../../live/debounced-refetch.web.ts';
import { orderTopic } from '../../live/topics.ts';
import { chargingOrder } from '../order.ts';

export type OrderRow = RowOf<typeof chargingOrder.fields>;

/** Orders whose row still changes by itself. */
export const isLive = ({ orderState }: Pick<OrderRow, 'orderState'>): boolean => movingOrderStates.includes(orderState);

export const isSample = (message: OrderMessage): message is LiveSample => 'atMs' in message;

const stores = new Map<string, Store<LiveSample | undefined>>();
const storeOf = (orderNo: string): Store<LiveSample | undefined> => {
  const store = stores.get(orderNo) ?? createStore<LiveSample | undefined>(undefined);
  stores.set(orderNo, store);
  return store;
};

/** The last sample that was pushed for an order. */
export const useSample = (orderNo: string): LiveSample | undefined => useStore(storeOf(orderNo));

/** A row updated with what has been pushed since it was loaded. */
export const useLiveRow = (row: OrderRow): OrderRow => {
  const sample = useSample(row.chargingOrderNo);
  return useMemo(() => {
    if (!sample || row.stopTime !== null) return row;
    return {
      ...row,
      ...(sample.energyDwh !== null && { chargingElec: formatScaled(BigInt(Math.round(sample.energyDwh)), 4) }),
      ...(sample.soc !== null && { stopSoc: sample.soc }),
    };
  }, [row, sample]);
};

export const LiveRow = ({ row, children }: { readonly row: OrderRow; readonly children: (now: OrderRow) => ReactNode }) => children(useLiveRow(row));

/** Follows orders while it is shown: pushed samples go to their rows, and a change makes everything about orders load again. */
export const FollowOrders = ({ orderNos }: { readonly orderNos: readonly string[] }) => {
  const refetchOrders = useDebouncedRefetch(chargingOrder);
  return orderNos.map((orderNo) => <Follow key={orderNo} orderNo={orderNo} onChange={refetchOrders} />);
};

const Follow = ({ orderNo, onChange }: { readonly orderNo: string; readonly onChange: () => void }) => {
  const onMessage = (message: OrderMessage): void => {
    if (isSample(message)) storeOf(orderNo).set(message);
    else onChange();
  };
  // The order may have changed after its row was read and before the server watched it.
  useLive(orderTopic, orderNo, { onMessage, onWatching: onChange });
  return null;
};
