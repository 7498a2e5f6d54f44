import { useMemo } from 'react';
import { useLive } from '#kit/web/live/live.tsx';
import { createStore, useStore } from '#kit/web/store.ts';
import type { Store } from '#kit/web/store.ts';
import type { LiveGun, GunSample, RunningGun, LiveStation } from './monitor.ts';
import { monitor } from './monitor.ts';
import { useDebouncedRefetch } from '../live/debounced-refetch.web.ts';
import { stationTopic } from '../live/topics.ts';
import type { LiveSample, StationMessage } from '../live/topics.ts';

type GunKey = Pick<LiveGun, 'cpCode' | 'gunNumber'>;

export const keyOfGun = ({ cpCode, gunNumber }: GunKey): string => `${cpCode}:${gunNumber}`;

const storeIn = <T,>(stores: Map<string, Store<T>>, key: string, initial: T): Store<T> => {
  const store = stores.get(key) ?? createStore(initial);
  stores.set(key, store);
  return store;
};

const samples = new Map<string, Store<LiveSample | undefined>>();
const sampleStore = (gun: GunKey): Store<LiveSample | undefined> => storeIn(samples, keyOfGun(gun), undefined);

/** Counts the samples of a station, so that its sums are drawn again. */
const sampleCounts = new Map<string, Store<number>>();
const sampleCountStore = (stationId: string): Store<number> => storeIn(sampleCounts, stationId, 0);

const isSample = (message: StationMessage): message is Extract<StationMessage, LiveSample> => 'powerW' in message;

/** Follows stations while it is shown: samples go to their guns, and a change of state refetches the page's data. */
export const FollowStations = ({ stationIds }: { readonly stationIds: readonly string[] }) => {
  const refetch = useDebouncedRefetch(monitor);
  return stationIds.map((stationId) => <Follow key={stationId} stationId={stationId} onChange={refetch} />);
};

const Follow = ({ stationId, onChange }: { readonly stationId: string; readonly onChange: () => void }) => {
  useLive(stationTopic, stationId, (message) => {
    if (!isSample(message)) return onChange();
    sampleStore(message).set(message);
    const sampleCount = sampleCountStore(stationId);
    return sampleCount.set(sampleCount.get() + 1);
  });
  return null;
};

/** A gun with the last sample that was pushed since it was loaded. */
export const useLiveGun = (gun: LiveGun): LiveGun => {
  const pushed = useStore(sampleStore(gun));
  return useMemo(() => (pushed && isNewer(pushed, gun.reportedAt) ? withSample(gun, pushed) : gun), [gun, pushed]);
};

const isNewer = ({ atMs }: LiveSample, reportedAt: string | null): boolean => reportedAt === null || atMs > new Date(reportedAt).getTime();

const sampleFields = ['voltageDv', 'currentDa', 'powerW', 'soc', 'energyDwh', 'amountCents', 'remainingMin'] as const;

/** Values that a message does not contain stay as they were. */
const withSample = (gun: LiveGun, pushed: LiveSample): LiveGun => {
  const values: Partial<GunSample> = Object.fromEntries(sampleFields.flatMap((name) => (pushed[name] === null ? [] : [[name, pushed[name]]])));
  return { ...gun, reportedAt: new Date(pushed.atMs).toISOString(), sample: { ...gun.sample, ...values } };
};

export interface StationSums {
  readonly powerW: number;
  readonly energyDwh: number;
  readonly amountCents: number;
}

/** Power now, and today's energy and amounts including running orders. */
export const useStationSums = (station: LiveStation): StationSums => {
  useStore(sampleCountStore(station.stationId));
  return sumsOf(station);
};

export const sumsOf = ({ today, running }: LiveStation): StationSums => {
  const current = running.map(liveSumsOf);
  const sum = (name: keyof StationSums): number => current.reduce((total, gun) => total + gun[name], 0);
  return { powerW: sum('powerW'), energyDwh: today.endedDwh + sum('energyDwh'), amountCents: today.endedCents + sum('amountCents') };
};

/** Energy and cost of an order only grow, so a smaller number belongs to an earlier order. */
const liveSumsOf = (gun: RunningGun): StationSums => {
  const pushed = sampleStore(gun).get();
  if (!pushed || (pushed.energyDwh ?? 0) < gun.energyDwh) return gun;
  return { powerW: pushed.powerW ?? gun.powerW, energyDwh: pushed.energyDwh ?? gun.energyDwh, amountCents: pushed.amountCents ?? gun.amountCents };
};
