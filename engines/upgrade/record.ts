import { pushStat, updateResult, upgradeFailure } from './codes.ts';
import type { PushStat, UpdateResult, UpgradeFailure } from './codes.ts';

/** The upgrade of one pile. */
export interface UpgradeState {
  readonly pushStat: PushStat;
  /** Null until it has ended. */
  readonly result: UpdateResult | null;
  readonly failure: UpgradeFailure | null;
  /** The pile has the file and came back with another version: it has failed, or its connection was lost before it installed. */
  readonly isDoubted: boolean;
}

/** What becomes known about an upgrade. Reports may be late, repeated or out of order. */
export type UpgradeReport =
  /** The stage of the campaign has begun. */
  | { readonly kind: 'stageBegun' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'progress'; readonly status: ProgressStatus }
  /** The version that the pile reported after a login or a start. */
  | { readonly kind: 'version'; readonly isWanted: boolean }
  /** A doubt has lasted for `DOUBT_MS`. */
  | { readonly kind: 'doubtOver' }
  | { readonly kind: 'overdue' }
  | { readonly kind: 'cancelled' };

/** What a pile says of its upgrade, or what the server saw of the download. */
export type ProgressStatus = 'downloading' | 'downloaded' | 'downloadFailed' | 'signatureWrong' | 'installing' | 'installed' | 'installFailed';

/** A running upgrade without a result fails after this time. */
export const UPGRADE_DEADLINE_MS = 30 * 60_000;
/** A pile that came back with another version has this time to install the file that it has. */
export const DOUBT_MS = 3 * 60_000;
/** How long an upgrade waits for its pile to be online and idle. */
export const UPGRADE_WAIT_MS = 24 * 3_600_000;

/** The upgrade after a report; the same object when the report changes nothing. */
export const advance = (state: UpgradeState, report: UpgradeReport): UpgradeState => {
  if (state.pushStat === pushStat.ended) return isLateSuccess(state, report) ? succeeded : state;
  switch (report.kind) {
    case 'stageBegun':
      return raise(state, pushStat.scheduled);
    case 'sent':
      return raise(state, pushStat.pushed);
    case 'refused':
      return isRunning(state) ? failed(upgradeFailure.refused) : state;
    // A pile that fetches the file has received the command.
    case 'unsent':
      return state.pushStat === pushStat.pushed ? failed(upgradeFailure.unsent) : state;
    case 'progress':
      return isRunning(state) ? progressed(state, report.status) : state;
    case 'version':
      if (report.isWanted) return succeeded;
      // Before the file is there, a login means no more than a lost connection.
      return state.pushStat >= pushStat.downloaded && !state.isDoubted ? { ...state, isDoubted: true } : state;
    case 'doubtOver':
      return state.isDoubted ? failed(upgradeFailure.otherVersion) : state;
    case 'overdue':
      return failed(isRunning(state) ? upgradeFailure.overdue : upgradeFailure.neverIdle);
    // A pile cannot be stopped once it has the command.
    case 'cancelled':
      return isRunning(state) ? state : { pushStat: pushStat.ended, result: updateResult.cancelled, failure: null, isDoubted: false };
  }
};

/** The pile has the command and no result. */
export const isRunning = ({ pushStat: stat }: UpgradeState): boolean => stat >= pushStat.pushed && stat < pushStat.ended;

const progressed = (state: UpgradeState, status: ProgressStatus): UpgradeState => {
  switch (status) {
    case 'downloading':
      return raise(state, pushStat.downloading);
    case 'downloaded':
      return raise(state, pushStat.downloaded);
    // Installed is the pile's word; success is the version that it reports.
    case 'installing':
    case 'installed':
      return raise(state, pushStat.installing);
    case 'downloadFailed':
      return failed(upgradeFailure.downloadFailed);
    case 'signatureWrong':
      return failed(upgradeFailure.signatureWrong);
    case 'installFailed':
      return failed(upgradeFailure.installFailed);
  }
};

const succeeded: UpgradeState = { pushStat: pushStat.ended, result: updateResult.success, failure: null, isDoubted: false };
const failed = (failure: UpgradeFailure): UpgradeState => ({ pushStat: pushStat.ended, result: updateResult.failure, failure, isDoubted: false });
const raise = (state: UpgradeState, to: PushStat): UpgradeState => (to > state.pushStat ? { ...state, pushStat: to } : state);

/** Failures that only say that no result was seen in time. The version, when it comes, is better evidence. */
const unproven: readonly (UpgradeFailure | null)[] = [upgradeFailure.unsent, upgradeFailure.otherVersion, upgradeFailure.overdue];
const isLateSuccess = ({ failure }: UpgradeState, report: UpgradeReport): boolean =>
  report.kind === 'version' && report.isWanted && unproven.includes(failure);

/** The statuses of OCPP 1.6 FirmwareStatusNotification and of its security extension; others tell nothing new. */
const ocppStatuses: Readonly<Record<string, ProgressStatus>> = {
  Downloading: 'downloading',
  DownloadPaused: 'downloading',
  Downloaded: 'downloaded',
  SignatureVerified: 'downloaded',
  InstallScheduled: 'downloaded',
  DownloadFailed: 'downloadFailed',
  InvalidSignature: 'signatureWrong',
  Installing: 'installing',
  InstallRebooting: 'installing',
  Installed: 'installed',
  InstallationFailed: 'installFailed',
  InstallVerificationFailed: 'installFailed',
};
export const progressOfOcpp = (status: string): ProgressStatus | undefined =>
  Object.hasOwn(ocppStatuses, status) ? ocppStatuses[status] : undefined;
