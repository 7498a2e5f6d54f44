import type { StartObstacle } from '#engines/order/rules/start-decision.ts';
import { gunState } from '#engines/pile/codes.ts';
import type { GunNow } from './monitor.ts';
import { OFFLINE } from './monitor.ts';

/** What people look for among guns. */
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

/** The group of a work state; a gun that waits for somebody or something is occupied. */
export const groupOf = (stat: number): GunGroup => groups[stat] ?? 'busy';

type ReportedGun = Pick<GunNow, 'gunWorkStat' | 'isOnline'>;

/** The work state as it is shown: that of an offline pile is not known. */
export const shownState = ({ gunWorkStat, isOnline }: ReportedGun): number => (isOnline ? gunWorkStat : OFFLINE);

const obstacles: Readonly<Record<number, StartObstacle>> = {
  [gunState.disabled]: 'gun.disabled',
  [gunState.idle]: 'gun.notPlugged',
  [gunState.starting]: 'gun.starting',
  [gunState.charging]: 'gun.charging',
  [gunState.fault]: 'gun.fault',
};

/** What certainly stands against a start here. The server knows the rest. */
export const startObstacle = (gun: ReportedGun & Pick<GunNow, 'plugWaitS'>): StartObstacle | undefined => {
  if (!gun.isOnline) return 'pile.offline';
  return mayPlugLater(gun) ? undefined : obstacles[gun.gunWorkStat];
};

/** Nothing is plugged in, and a start waits for it. */
export const mayPlugLater = ({ gunWorkStat, plugWaitS }: Pick<GunNow, 'gunWorkStat' | 'plugWaitS'>): boolean =>
  gunWorkStat === gunState.idle && plugWaitS !== null;

/** How many guns of a station are in each group. */
export const countGroups = (gunsByState: Readonly<Record<string, number>>): Readonly<Record<GunGroup, number>> => {
  const counts = { charging: 0, busy: 0, idle: 0, fault: 0, disabled: 0, offline: 0 };
  for (const [stat, guns] of Object.entries(gunsByState)) counts[groupOf(Number(stat))] += guns;
  return counts;
};
