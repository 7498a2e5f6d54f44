import type { StartObstacle } from '#engines/order/rules/start-decision.ts';
import { gunState } from '#engines/pile/codes.ts';
import type { LiveGun } from './monitor.ts';
import { OFFLINE } from './monitor.ts';

/** The groups by which operators look for guns. */
export const gunGroups = ['charging', 'busy', 'idle', 'fault', 'disabled', 'offline'] as const;
export type GunGroup = (typeof gunGroups)[number];

const groups: Readonly<Record<number, GunGroup>> = {
  [OFFLINE]: 'offline',
  [gunState.disabled]: 'disabled',
  [gunState.idle]: 'idle',
  [gunState.charging]: 'charging',
  [gunState.failed]: 'fault',
  [gunState.fault]: 'fault',
};

/** The group of a work state; a gun that waits for a user or a device is busy. */
export const groupOf = (stat: number): GunGroup => groups[stat] ?? 'busy';

type ReportedGun = Pick<LiveGun, 'gunWorkStat' | 'isOnline'>;

/** The work state that is shown: that of an offline pile is unknown. */
export const shownState = ({ gunWorkStat, isOnline }: ReportedGun): number => (isOnline ? gunWorkStat : OFFLINE);

const obstacles: Readonly<Record<number, StartObstacle>> = {
  [gunState.disabled]: 'gun.disabled',
  [gunState.idle]: 'gun.notPlugged',
  [gunState.starting]: 'gun.starting',
  [gunState.charging]: 'gun.charging',
  [gunState.fault]: 'gun.fault',
};

/** What certainly prevents a start at this gun; the server checks the rest. */
export const startObstacle = (gun: ReportedGun & Pick<LiveGun, 'plugWaitS'>): StartObstacle | undefined => {
  if (!gun.isOnline) return 'pile.offline';
  return canPlugAfterStart(gun) ? undefined : obstacles[gun.gunWorkStat];
};

/** Nothing is plugged in, and a start would wait for the plug. */
export const canPlugAfterStart = ({ gunWorkStat, plugWaitS }: Pick<LiveGun, 'gunWorkStat' | 'plugWaitS'>): boolean =>
  gunWorkStat === gunState.idle && plugWaitS !== null;

/** The number of a station's guns in each group. */
export const countGroups = (gunsByState: Readonly<Record<string, number>>): Readonly<Record<GunGroup, number>> => {
  const counts = { charging: 0, busy: 0, idle: 0, fault: 0, disabled: 0, offline: 0 };
  for (const [stat, guns] of Object.entries(gunsByState)) counts[groupOf(Number(stat))] += guns;
  return counts;
};
