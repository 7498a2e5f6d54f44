import { UPGRADE_DEADLINE_MS } from '../upgrade/record.ts';
import { pileState, type PileState } from './codes.ts';

/** How long a failed upgrade is shown unless an operator acknowledges it. */
const UPGRADE_FAILED_SHOWN_MS = 24 * 3_600_000;
/** Number of report intervals without a frame after which the pile counts as offline. */
const SILENT_INTERVALS = 3;

export type UpgradePhase =
  | { readonly phase: 'none' }
  | { readonly phase: 'scheduled' }
  | { readonly phase: 'running'; readonly sinceMs: number }
  /** Shown until the next login. */
  | { readonly phase: 'succeeded' }
  | { readonly phase: 'failed'; readonly sinceMs: number; readonly acknowledged: boolean };

/** The four independent conditions that the single cpWorkStat combines; each has its own column. */
export interface PileAxes {
  readonly adminEnabled: boolean;
  readonly online: boolean;
  /** Null and 0 mean no fault. */
  readonly faultType: number | null;
  readonly upgrade: UpgradePhase;
  /** The pile reports that it has taken itself out of service. */
  readonly isDeviceDisabled?: boolean;
}

/** The single displayed state: the first one that applies. */
export const shownPileState = ({ adminEnabled, online, faultType, upgrade, isDeviceDisabled = false }: PileAxes, nowMs: number): PileState => {
  if (!adminEnabled) return pileState.disabled;
  if (upgrade.phase === 'running' && nowMs < upgrade.sinceMs + UPGRADE_DEADLINE_MS) return pileState.upgrading;
  if (!online) return pileState.offline;
  if (faultType !== null && faultType !== 0) return pileState.fault;
  if (isDeviceDisabled) return pileState.disabled;
  if (upgrade.phase === 'scheduled') return pileState.upgradeScheduled;
  if (upgrade.phase === 'failed' && !upgrade.acknowledged && nowMs < upgrade.sinceMs + UPGRADE_FAILED_SHOWN_MS) return pileState.upgradeFailed;
  return upgrade.phase === 'succeeded' ? pileState.upgradeSucceeded : pileState.normal;
};

/** When the displayed state next changes by time alone; null while only an event can change it. */
export const nextPileChangeMs = ({ upgrade }: PileAxes, nowMs: number): number | null => {
  if (upgrade.phase === 'running') return laterThan(upgrade.sinceMs + UPGRADE_DEADLINE_MS, nowMs);
  return upgrade.phase === 'failed' && !upgrade.acknowledged ? laterThan(upgrade.sinceMs + UPGRADE_FAILED_SHOWN_MS, nowMs) : null;
};

/** Whether a pile with this last frame counts as offline. With an interval of 0 the pile does not report, and only its socket decides. */
export const isSilent = ({
  lastSeenMs,
  intervalMs,
  nowMs,
}: {
  readonly lastSeenMs: number;
  readonly intervalMs: number;
  readonly nowMs: number;
}): boolean => intervalMs > 0 && nowMs - lastSeenMs >= SILENT_INTERVALS * intervalMs;

export const pileRefusals = ['pile.noRatePolicy', 'pile.liveOrders', 'pile.alreadySo'] as const;
export type PileRefusal = (typeof pileRefusals)[number];

/** Null when the pile may be enabled. A pile without a rate policy cannot be. */
export const enableRefusal = (axes: PileAxes, hasRatePolicy: boolean): PileRefusal | null => {
  if (axes.adminEnabled) return 'pile.alreadySo';
  return hasRatePolicy ? null : 'pile.noRatePolicy';
};

/** Null when the pile may be disabled. With `stopLive` the operator accepts that running orders are stopped. */
export const disableRefusal = (
  axes: PileAxes,
  { liveOrders, stopLive }: { readonly liveOrders: number; readonly stopLive: boolean },
): PileRefusal | null => {
  if (!axes.adminEnabled) return 'pile.alreadySo';
  return liveOrders > 0 && !stopLive ? 'pile.liveOrders' : null;
};

const laterThan = (dueMs: number, nowMs: number): number | null => (dueMs > nowMs ? dueMs : null);
