import { useMemo } from 'react';
import { useLive } from '#kit/web/live/live.tsx';
import { createStore, useStore } from '#kit/web/store.ts';
import type { Store } from '#kit/web/store.ts';
import type { GunStatusPush } from '#domains/network/resources.ts';
import type { LiveGun, RunningGun, LiveStation } from './monitor.ts';
import { monitor } from './monitor.ts';
import { useDebouncedRefetch } from '../live/debounced-refetch.web.ts';
import { gunTopic, stationTopic } from '../live/topics.ts';
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

const statuses = new Map<string, Store<GunStatusPush | undefined>>();
const statusStore = (gun: GunKey): Store<GunStatusPush | undefined> => storeIn(statuses, keyOfGun(gun), undefined);

/** Counts the samples of a station, so that its sums are drawn again. */
const sampleCounts = new Map<string, Store<number>>();
const sampleCountStore = (stationId: string): Store<number> => storeIn(sampleCounts, stationId, 0);

const isSample = (message: StationMessage): message is Extract<StationMessage, LiveSample> => 'powerW' in message;
const isStatus = (message: StationMessage): message is Extract<StationMessage, GunStatusPush> => 'faultType' in message;

/** Follows stations while it is shown: samples go to their guns, and a change of state refetches the page's data. */
export const FollowStations = ({ stationIds }: { readonly stationIds: readonly string[] }) => {
  const refetch = useDebouncedRefetch(monitor);
  return stationIds.map((stationId) => <Follow key={stationId} stationId={stationId} onChange={refetch} />);
};

const Follow = ({ stationId, onChange }: { readonly stationId: string; readonly onChange: () => void }) => {
  const onMessage = (message: StationMessage): void => {
    if (isStatus(message)) {
      statusStore(message).set(message);
      return message.gunWorkStat === undefined ? undefined : onChange();
    }
    if (!isSample(message)) return onChange();
    sampleStore(message).set(message);
    const sampleCount = sampleCountStore(stationId);
    return sampleCount.set(sampleCount.get() + 1);
  };
  // A gun may have changed after the page was read and before the server watched its station.
  useLive(stationTopic, stationId, { onMessage, onWatching: onChange });
  return null;
};

/** Follows one gun while it is shown: of each of its reports, also of those without anything new, its page learns when it was last heard. */
export const useGunReports = (gun: GunKey): void =>
  useLive(gunTopic, keyOfGun(gun), (message) => {
    if ('faultType' in message) statusStore(gun).set(message);
  });

/** A gun with the last sample and the last report that were pushed since it was loaded. */
export const useLiveGun = (gun: LiveGun): LiveGun => {
  const sample = useStore(sampleStore(gun));
  const status = useStore(statusStore(gun));
  return useMemo(() => {
    const withReport = status && isNewer(status, gun.reportedAt) ? withStatus(gun, status) : gun;
    return sample && isNewer(sample, gun.reportedAt) ? withSample(withReport, sample) : withReport;
  }, [gun, sample, status]);
};

const isNewer = ({ atMs }: { readonly atMs: number }, reportedAt: string | null): boolean =>
  reportedAt === null || atMs > new Date(reportedAt).getTime();

const sampleFields = [
  ...(['voltageDv', 'currentDa', 'powerW', 'soc', 'energyDwh', 'amountCents', 'remainingMin', 'bmsVoltageDv', 'bmsCurrentDa'] as const),
];
const temperatures = ['positiveTempC', 'negativeTempC'] as const;
const statusFields = ['stopType', 'statusInfo', 'cpVoltageCv', 'insulationKohm', 'maxPowerHw', ...temperatures] as const;

/** The named values of a message. Values that it does not contain stay as they were. */
const valuesOf = <N extends string>(message: Readonly<Record<N, number | null>>, names: readonly N[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.flatMap((name) => (message[name] === null ? [] : [[name, message[name]]])));

const withSample = (gun: LiveGun, pushed: LiveSample): LiveGun => ({
  ...heardAt(gun, pushed),
  sample: { ...gun.sample, ...valuesOf(pushed, sampleFields) },
  status: { ...gun.status, ...valuesOf(pushed, temperatures) },
});

const withStatus = (gun: LiveGun, pushed: GunStatusPush): LiveGun => ({
  ...heardAt(gun, pushed),
  gunFaultType: pushed.faultType,
  status: { ...gun.status, ...valuesOf(pushed, statusFields) },
});

/** Of two messages, the later one tells when the gun was last heard. */
const heardAt = (gun: LiveGun, { atMs }: { readonly atMs: number }): LiveGun =>
  isNewer({ atMs }, gun.reportedAt) ? { ...gun, reportedAt: new Date(atMs).toISOString() } : gun;

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
