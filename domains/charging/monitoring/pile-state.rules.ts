import { faultType, pileState } from '#engines/pile/codes.ts';
import type { LivePile } from './monitor.ts';

const upgradeStates: readonly number[] = [pileState.upgradeScheduled, pileState.upgrading, pileState.upgradeSucceeded, pileState.upgradeFailed];

/** Whether the shown state of a pile is one of an upgrade. */
export const isUpgradeState = (cpWorkStat: number): boolean => upgradeStates.includes(cpWorkStat);

export const hasPileFault = ({ cpFaultType }: Pick<LivePile, 'cpFaultType'>): boolean => cpFaultType !== null && cpFaultType !== faultType.none;

/** Piles that need no look: online, without a fault, and not in an upgrade. */
export const isWell = ({ cpWorkStat, cpFaultType, isOnline }: Pick<LivePile, 'cpWorkStat' | 'cpFaultType' | 'isOnline'>): boolean =>
  isOnline && cpWorkStat === pileState.normal && !hasPileFault({ cpFaultType });

/** The instant that explains the shown state of a pile. */
export const stateSince = (
  pile: Pick<LivePile, 'cpWorkStat' | 'isOnline' | 'onlineSince' | 'offlineSince' | 'upgradeSince'>,
): { readonly kind: 'offline' | 'upgrade' | 'online'; readonly at: string | null } => {
  if (isUpgradeState(pile.cpWorkStat)) return { kind: 'upgrade', at: pile.upgradeSince };
  return pile.isOnline ? { kind: 'online', at: pile.onlineSince } : { kind: 'offline', at: pile.offlineSince };
};
