import { pileState, type PileState } from './codes.ts';

/** After this time without a result, an upgrade no longer determines the displayed state. */
const UPGRADE_DEADLINE_MS = 30 * 60_000;
/** How long a failed upgrade is shown unless an operator acknowledges it. */
const UPGRADE_FAILED_SHOWN_MS = 24 * 3_600_000;
/** An upgrade of more piles than this at once needs a second approver. */
const UPGRADE_SECOND_APPROVER_ABOVE = 20;
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

/** The result of a pending upgrade at the next login: the reported version must be the pushed one. */
export const upgradeAtLogin = (
  upgrade: UpgradePhase,
  {
    wantedVersion,
    reportedVersion,
    nowMs,
  }: { readonly wantedVersion: string | null; readonly reportedVersion: string | null; readonly nowMs: number },
): UpgradePhase => {
  if (upgrade.phase === 'succeeded') return { phase: 'none' };
  if (upgrade.phase !== 'running') return upgrade;
  return wantedVersion !== null && wantedVersion === reportedVersion
    ? { phase: 'succeeded' }
    : { phase: 'failed', sinceMs: nowMs, acknowledged: false };
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

export const pileRefusals = [
  'pile.noRatePolicy',
  'pile.liveOrders',
  'pile.alreadySo',
  'firmware.versionNotSet',
  'firmware.notSigned',
  'pile.gunBusy',
  'pile.offline',
  'pile.secondApproverNeeded',
] as const;
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

export interface UpgradePush {
  readonly firmwareVersion: string | null;
  readonly hasHashAndSignature: boolean;
  readonly liveOrders: number;
  readonly online: boolean;
  readonly pilesInPush: number;
  readonly hasSecondApprover: boolean;
}

/** Null when the upgrade may be pushed to this pile. */
export const upgradeRefusal = (push: UpgradePush): PileRefusal | null => {
  if (push.firmwareVersion === null || push.firmwareVersion === '') return 'firmware.versionNotSet';
  if (!push.hasHashAndSignature) return 'firmware.notSigned';
  if (push.pilesInPush > UPGRADE_SECOND_APPROVER_ABOVE && !push.hasSecondApprover) return 'pile.secondApproverNeeded';
  if (!push.online) return 'pile.offline';
  return push.liveOrders > 0 ? 'pile.gunBusy' : null;
};

const laterThan = (dueMs: number, nowMs: number): number | null => (dueMs > nowMs ? dueMs : null);
