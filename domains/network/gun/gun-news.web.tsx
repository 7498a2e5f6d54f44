import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { topic } from '#kit/resource/topic.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { refresh } from '#kit/web/calls/query.tsx';
import { createStore, useStore } from '#kit/web/store.ts';
import type { Store } from '#kit/web/store.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { afterNews, newsOf } from './gun-news.rules.ts';
import type { GunNews, StationNews } from './gun-news.rules.ts';
import type { gun } from './gun.ts';

/** `station:<stationId>`: messages about added and removed piles, state changes and measurements of its guns. */
const stationTopic = topic<StationNews>('station');

export type GunRow = RowOf<typeof gun.fields>;
type GunKey = Pick<GunRow, 'cpCode' | 'gunNumber'>;

const stores = new Map<string, Store<GunNews | undefined>>();
const storeOf = ({ cpCode, gunNumber }: GunKey): Store<GunNews | undefined> => {
  const key = `${cpCode}:${gunNumber}`;
  const known = stores.get(key) ?? createStore<GunNews | undefined>(undefined);
  stores.set(key, known);
  return known;
};

/** A gun as it is now: the row as it was read, and what has been pushed since. Only what shows this gun is drawn anew. */
export const useGunNow = (row: GunRow): GunRow => {
  const news = useStore(storeOf(row));
  return useMemo(() => afterNews(row, news), [row, news]);
};

export const GunNow = ({ row, children }: { readonly row: GunRow; readonly children: (now: GunRow) => ReactNode }) => children(useGunNow(row));

/** Most stations one page subscribes to; the connection allows 200 topics. */
const STATIONS_MAX = 100;
/** A state change also changes fields that are not pushed, such as order and fault. They are refetched, once for several changes. */
const READ_AGAIN_MS = 1_500;

interface FollowProps {
  readonly stationIds: readonly string[];
  /** What to read again when a gun or pile has changed its state. */
  readonly nouns: readonly { readonly path: string }[];
}

/** Subscribes to stations while it is mounted. */
export const FollowStations = ({ stationIds, nouns }: FollowProps) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const readAgain = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refresh(...nouns), READ_AGAIN_MS);
  };
  return [...new Set(stationIds)].slice(0, STATIONS_MAX).map((stationId) => <Follow key={stationId} stationId={stationId} readAgain={readAgain} />);
};

const Follow = ({ stationId, readAgain }: { readonly stationId: string; readonly readAgain: () => void }) => {
  useLive(stationTopic, stationId, (message) => {
    const news = newsOf(message);
    if (news && message.gunNumber !== undefined) {
      const store = storeOf({ cpCode: message.cpCode, gunNumber: message.gunNumber });
      store.set({ ...store.get(), ...news });
    }
    if (message.online !== undefined || message.gunWorkStat !== undefined || message.changed === true) readAgain();
  });
  return null;
};
