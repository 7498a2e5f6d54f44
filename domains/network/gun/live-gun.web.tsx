import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { topic } from '#kit/resource/topic.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { refresh } from '#kit/web/calls/query.tsx';
import { createStore, useStore } from '#kit/web/store.ts';
import type { Store } from '#kit/web/store.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { withReadings, readingsOf } from './gun-readings.rules.ts';
import type { GunReadings, StationPush } from './gun-readings.rules.ts';
import type { gun } from './gun.ts';

/** `station:<stationId>`: messages about added and removed piles, state changes and measurements of its guns. */
const stationTopic = topic<StationPush>('station');

export type GunRow = RowOf<typeof gun.fields>;
type GunKey = Pick<GunRow, 'cpCode' | 'gunNumber'>;

const stores = new Map<string, Store<GunReadings | undefined>>();
const storeOf = ({ cpCode, gunNumber }: GunKey): Store<GunReadings | undefined> => {
  const key = `${cpCode}:${gunNumber}`;
  const stored = stores.get(key) ?? createStore<GunReadings | undefined>(undefined);
  stores.set(key, stored);
  return stored;
};

/** The current values of a gun: its row with the values pushed since. Only components that show this gun are rendered again. */
export const useLiveGun = (row: GunRow): GunRow => {
  const readings = useStore(storeOf(row));
  return useMemo(() => withReadings(row, readings), [row, readings]);
};

export const LiveGun = ({ row, children }: { readonly row: GunRow; readonly children: (liveRow: GunRow) => ReactNode }) => children(useLiveGun(row));

/** Most stations one page subscribes to; the connection allows 200 topics. */
const STATIONS_MAX = 100;
/** A state change also changes fields that are not pushed, such as order and fault. They are refetched, once for several changes. */
const REFETCH_DELAY_MS = 1_500;

interface FollowProps {
  readonly stationIds: readonly string[];
  /** The nouns to reload when a gun or pile has changed its state. */
  readonly nouns: readonly { readonly path: string }[];
}

/** Subscribes to stations while it is mounted. */
export const FollowStations = ({ stationIds, nouns }: FollowProps) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refetch = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refresh(...nouns), REFETCH_DELAY_MS);
  };
  return [...new Set(stationIds)]
    .slice(0, STATIONS_MAX)
    .map((stationId) => <FollowStation key={stationId} stationId={stationId} refetch={refetch} />);
};

const FollowStation = ({ stationId, refetch }: { readonly stationId: string; readonly refetch: () => void }) => {
  const onMessage = (message: StationPush): void => {
    const readings = readingsOf(message);
    if (readings && message.gunNumber !== undefined) {
      const store = storeOf({ cpCode: message.cpCode, gunNumber: message.gunNumber });
      store.set({ ...store.get(), ...readings });
    }
    if (message.online !== undefined || message.gunWorkStat !== undefined || message.changed === true) refetch();
  };
  // A gun may have changed after the list was read and before the server watched its station.
  useLive(stationTopic, stationId, { onMessage, onWatching: refetch });
  return null;
};
