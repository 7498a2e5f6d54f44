import { pileState, type PileState } from './codes.ts';

/** An upgrade that has not come back by now leaves the pile as what its connection says. */
const UPGRADE_DEADLINE_MS = 30 * 60_000;
/** How long a failed upgrade is shown unless somebody acknowledges it. */
const UPGRADE_FAILED_SHOWN_MS = 24 * 3_600_000;
/** More piles than this in one push need a second approver. */
const UPGRADE_SECOND_APPROVER_ABOVE = 20;
/** Frames may be missing for this many report intervals before the pile counts as offline. */
const SILENT_INTERVALS = 3;

export type UpgradePhase =
  | { readonly phase: 'none' }
  | { readonly phase: 'scheduled' }
  | { readonly phase: 'running'; readonly sinceMs: number }
  /** Shown until the next login. */
  | { readonly phase: 'succeeded' }
  | { readonly phase: 'failed'; readonly sinceMs: number; readonly acknowledged: boolean };

/** The four axes the specification's one cpWorkStat mixes; each has a column of its own. */
export interface PileAxes {
  readonly adminEnabled: boolean;
  readonly online: boolean;
  /** Null and 0 mean no fault. */
  readonly faultType: number | null;
  readonly upgrade: UpgradePhase;
  /** The pile says that it has taken itself out of service. */
  readonly isDeviceDisabled?: boolean;
}

/** The one state that is shown: the first that applies. */
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

/** When the shown state next changes by time alone; null while only an event can. */
export const nextPileChangeMs = ({ upgrade }: PileAxes, nowMs: number): number | null => {
  if (upgrade.phase === 'running') return laterThan(upgrade.sinceMs + UPGRADE_DEADLINE_MS, nowMs);
  return upgrade.phase === 'failed' && !upgrade.acknowledged ? laterThan(upgrade.sinceMs + UPGRADE_FAILED_SHOWN_MS, nowMs) : null;
};

/** What a login makes of an upgrade that was under way: the new version has to be the one that was pushed. */
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

/** Whether a pile that last spoke then counts as offline; an interval of 0 means it was told not to report, and its socket decides. */
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

/** Null: may be done. A pile without a rate policy cannot be enabled. */
export const enableRefusal = (axes: PileAxes, hasRatePolicy: boolean): PileRefusal | null => {
  if (axes.adminEnabled) return 'pile.alreadySo';
  return hasRatePolicy ? null : 'pile.noRatePolicy';
};

/** Null: may be done. With `stopLive` the operator takes the running orders' stops upon himself. */
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

/** Null: the upgrade may be pushed to this pile. */
export const upgradeRefusal = (push: UpgradePush): PileRefusal | null => {
  if (push.firmwareVersion === null || push.firmwareVersion === '') return 'firmware.versionNotSet';
  if (!push.hasHashAndSignature) return 'firmware.notSigned';
  if (push.pilesInPush > UPGRADE_SECOND_APPROVER_ABOVE && !push.hasSecondApprover) return 'pile.secondApproverNeeded';
  if (!push.online) return 'pile.offline';
  return push.liveOrders > 0 ? 'pile.gunBusy' : null;
};

const laterThan = (dueMs: number, nowMs: number): number | null => (dueMs > nowMs ? dueMs : null);
