import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { logFailure, logStat } from './pile-log.codes.ts';
import type { pileLogRefusals } from './pile-log.labels.ts';

export interface LogState {
  readonly stat: CodeValue<typeof logStat>;
  readonly failure: CodeValue<typeof logFailure> | null;
}

/** What becomes known about a log; messages may come late, twice or in another order. */
export type LogReport =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'uploading' }
  | { readonly kind: 'failed'; readonly failure: CodeValue<typeof logFailure> };

const stats = valuesOf(logStat);

/** The log after a report; the same object when the report changes nothing. A log that was received or has failed stays so. */
export const advanceLog = (state: LogState, report: LogReport): LogState => {
  if (state.stat >= stats.received) return state;
  if (report.kind === 'failed') return { stat: stats.failed, failure: report.failure };
  const stat = report.kind === 'uploading' ? stats.uploading : stats.accepted;
  return stat > state.stat ? { ...state, stat } : state;
};

/** The statuses of OCPP DiagnosticsStatusNotification and LogStatusNotification that tell something. `Uploaded` is seen at our own end. */
export const reportOfOcpp = (status: string): LogReport | undefined => {
  if (status === 'Uploading') return { kind: 'uploading' };
  return uploadFailures.has(status) ? { kind: 'failed', failure: logFailure.items.uploadFailed.value } : undefined;
};
const uploadFailures: ReadonlySet<string> = new Set(['UploadFailed', 'UploadFailure', 'BadMessage', 'PermissionDenied', 'NotSupportedOperation']);

/** The longest span of a log. */
export const LOG_DAYS_MAX = 31;
const DAY_MS = 86_400_000;

export const checkSpan = (from: Date, to: Date, now: Date): Verdict<true, keyof typeof pileLogRefusals> => {
  if (to <= from || from > now) return deny('pileLog.span');
  return to.getTime() - from.getTime() > LOG_DAYS_MAX * DAY_MS ? deny('pileLog.tooLong', { days: LOG_DAYS_MAX }) : allow(true);
};
