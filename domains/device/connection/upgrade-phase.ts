import type { UpgradePhase } from '#engines/pile/pile.ts';

/** `pile_state.upgrade_phase`; null when there is nothing to show. */
export const upgradePhase = { scheduled: 1, running: 2, succeeded: 3, failed: 4 } as const;

/** The phase as it is stored; `since` is when the command was sent, or when the upgrade ended. */
export interface StoredPhase {
  readonly upgradePhase: number | null;
  readonly upgradeSince: Date | null;
}

export const readPhase = ({ upgradePhase: stored, upgradeSince }: StoredPhase): UpgradePhase => {
  const sinceMs = upgradeSince?.getTime() ?? 0;
  switch (stored) {
    case upgradePhase.scheduled:
      return { phase: 'scheduled' };
    case upgradePhase.running:
      return { phase: 'running', sinceMs };
    case upgradePhase.succeeded:
      return { phase: 'succeeded' };
    case upgradePhase.failed:
      return { phase: 'failed', sinceMs, acknowledged: false };
    default:
      return { phase: 'none' };
  }
};
