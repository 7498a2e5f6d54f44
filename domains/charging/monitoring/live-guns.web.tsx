import { useMemo } from 'react';
import { useLive } from '#kit/web/live/live.tsx';
import { createStore, useStore } from '#kit/web/store.ts';
import type { Store } from '#kit/web/store.ts';
import type { GunNow, GunSample, RunningGun, StationNow } from './monitor.ts';
import { monitor } from './monitor.ts';
import { useReadAgain } from '../live/debounced-refetch.web.ts';
import { stationTopic } from '../live/topics.ts';
import type { LiveSample, StationMessage } from '../live/topics.ts';

type GunKey = Pick<GunNow, 'cpCode' | 'gunNumber'>;

export const keyOfGun = ({ cpCode, gunNumber }: GunKey): string => `${cpCode}:${gunNumber}`;

const storeIn = <T,>(stores: Map<string, Store<T>>, key: string, initial: T): Store<T> => {
  const known = stores.get(key) ?? createStore(initial);
  stores.set(key, known);
  return known;
};

const samples = new Map<string, Store<LiveSample | undefined>>();
const sampleStore = (gun: GunKey): Store<LiveSample | undefined> => storeIn(samples, keyOfGun(gun), undefined);

/** Counts what a station has measured, so that its sums are drawn anew. */
const beats = new Map<string, Store<number>>();
const beatStore = (stationId: string): Store<number> => storeIn(beats, stationId, 0);

const isMeasure = (message: StationMessage): message is Extract<StationMessage, LiveSample> => 'powerW' in message;

/** Follows stations while it is shown: measurements go to their guns, and a change of state has the page read again. */
export const FollowStations = ({ stationIds }: { readonly stationIds: readonly string[] }) => {
  const readAgain = useReadAgain(monitor);
  return stationIds.map((stationId) => <Follow key={stationId} stationId={stationId} readAgain={readAgain} />);
};

const Follow = ({ stationId, readAgain }: { readonly stationId: string; readonly readAgain: () => void }) => {
  useLive(stationTopic, stationId, (message) => {
    if (!isMeasure(message)) return readAgain();
    sampleStore(message).set(message);
    const beat = beatStore(stationId);
    return beat.set(beat.get() + 1);
  });
  return null;
};

/** A gun with what it has measured since it was read. */
export const useGunNow = (gun: GunNow): GunNow => {
  const pushed = useStore(sampleStore(gun));
  return useMemo(() => (pushed && isNewer(pushed, gun.reportedAt) ? withSample(gun, pushed) : gun), [gun, pushed]);
};

const isNewer = ({ atMs }: LiveSample, reportedAt: string | null): boolean => reportedAt === null || atMs > new Date(reportedAt).getTime();

const measured = ['voltageDv', 'currentDa', 'powerW', 'soc', 'energyDwh', 'amountCents', 'remainingMin'] as const;

/** What a message does not tell stays as it was. */
const withSample = (gun: GunNow, pushed: LiveSample): GunNow => {
  const told: Partial<GunSample> = Object.fromEntries(measured.flatMap((name) => (pushed[name] === null ? [] : [[name, pushed[name]]])));
  return { ...gun, reportedAt: new Date(pushed.atMs).toISOString(), sample: { ...gun.sample, ...told } };
};

export interface StationSums {
  readonly powerW: number;
  readonly energyDwh: number;
  readonly amountCents: number;
}

/** Power now, and today's energy and amounts with what still runs. */
export const useStationSums = (station: StationNow): StationSums => {
  useStore(beatStore(station.stationId));
  return sumsOf(station);
};

export const sumsOf = ({ today, running }: StationNow): StationSums => {
  const now = running.map(runningNow);
  const sum = (name: keyof StationSums): number => now.reduce((total, gun) => total + gun[name], 0);
  return { powerW: sum('powerW'), energyDwh: today.endedDwh + sum('energyDwh'), amountCents: today.endedCents + sum('amountCents') };
};

/** Within an order energy and cost only grow, so a smaller number is of an order before. */
const runningNow = (gun: RunningGun): StationSums => {
  const pushed = sampleStore(gun).get();
  if (!pushed || (pushed.energyDwh ?? 0) < gun.energyDwh) return gun;
  return { powerW: pushed.powerW ?? gun.powerW, energyDwh: pushed.energyDwh ?? gun.energyDwh, amountCents: pushed.amountCents ?? gun.amountCents };
};
