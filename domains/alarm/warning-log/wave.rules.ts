import { Temporal } from 'temporal-polyfill';
import { exceptionLevel, solveStat } from '#engines/alarm/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { exceptionPresence } from '../exception-record/exception-record.ts';
import type { Reason, WarningKind } from './warning-log.codes.ts';
import { reason, warningKind } from './warning-log.codes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long the first warning of a level waits, so that a short fault tells nobody, and when it is repeated. */
const waves: Readonly<Record<number, { readonly waitMs: number; readonly repeatMs: number }>> = {
  [exceptionLevel.critical]: { waitMs: 0, repeatMs: 15 * MINUTE_MS },
  [exceptionLevel.major]: { waitMs: 30_000, repeatMs: HOUR_MS },
  [exceptionLevel.minor]: { waitMs: 5 * MINUTE_MS, repeatMs: 12 * HOUR_MS },
};
/** Notices come together once a day, at this time of the station. */
const DIGEST_TIME = '08:30';
const DAY_MS = 24 * HOUR_MS;
/** An acknowledged critical exception that lasts rings again after this time. */
const ACK_LASTS_MS = 30 * MINUTE_MS;

/** When the first warning is due, in ms. */
export const firstDueMs = (
  level: number,
  { nowMs, zone, delayMin }: { readonly nowMs: number; readonly zone: string; readonly delayMin: number },
): number => {
  const wave = waves[level];
  return wave ? nowMs + wave.waitMs + delayMin * MINUTE_MS : nextTimeOfDayMs(DIGEST_TIME, zone, nowMs);
};

/** Whether warnings of a level are told together, once a day. */
export const isGatheredLevel = (level: number): boolean => waves[level] === undefined;

/** When a warning is repeated, in ms after the last one. */
export const repeatAfterMs = (level: number): number => waves[level]?.repeatMs ?? DAY_MS;

/** The next instant at which the clocks of a zone show a time of day, HH:mm. In a night without that time it is the first instant after it. */
export const nextTimeOfDayMs = (timeOfDay: string, zone: string, nowMs: number): number => {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  const today = now.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(timeOfDay) });
  const next =
    today.epochMilliseconds > nowMs
      ? today
      : now
          .toPlainDate()
          .add({ days: 1 })
          .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(timeOfDay) });
  return next.epochMilliseconds;
};

export interface QuietAccount {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly quietZone: string | null;
  readonly passesMajor: boolean;
}

/** Until when a warning of a level has to wait because the account is quiet now; undefined when it may be sent. */
export const quietUntilMs = (
  { quietFrom, quietTo, quietZone, passesMajor }: QuietAccount,
  level: number | null,
  nowMs: number,
): number | undefined => {
  if (quietFrom === null || quietTo === null || quietZone === null) return undefined;
  if (level === null || level === exceptionLevel.critical || (level === exceptionLevel.major && passesMajor)) return undefined;
  const clock = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(quietZone).toPlainTime().toString({ smallestUnit: 'minute' });
  const isQuiet = quietFrom < quietTo ? clock >= quietFrom && clock < quietTo : clock >= quietFrom || clock < quietTo;
  return isQuiet ? nextTimeOfDayMs(quietTo, quietZone, nowMs) : undefined;
};

/** What is known of a message just before it is sent. */
export interface DueMessage extends QuietAccount {
  readonly kind: WarningKind;
  readonly level: number | null;
  readonly isAccountUsable: boolean;
  readonly delayMin: number;
  /** Absent for a message about no exception. */
  readonly exception?: {
    /** A failed start, for example, has no duration. */
    readonly isEvent: boolean;
    readonly isOver: boolean;
    readonly solveStat: number;
    readonly ackMs: number | null;
    readonly isShelved: boolean;
    readonly isInhibited: boolean;
  };
}

export type DueVerdict =
  | { readonly act: 'send' }
  | { readonly act: 'wait'; readonly untilMs: number; readonly isGathered: boolean }
  | { readonly act: 'suppress'; readonly because: Reason };

const send: DueVerdict = { act: 'send' };
const suppress = (because: Reason): DueVerdict => ({ act: 'suppress', because });

/** Whether a message that is due is still to be sent. */
export const judgeDue = (message: DueMessage, nowMs: number): DueVerdict => {
  const { kind, level, exception } = message;
  if (kind === warningKind.test) return send;
  if (!message.isAccountUsable) return suppress(reason.accountOff);
  const verdict = exception && kind !== warningKind.closed ? judgeException(exception, message, nowMs) : send;
  if (verdict.act !== 'send') return verdict;
  const isAsked = kind === warningKind.sample || kind === warningKind.resent;
  const untilMs = isAsked ? undefined : quietUntilMs(message, level, nowMs);
  return untilMs === undefined ? send : { act: 'wait', untilMs, isGathered: true };
};

const judgeException = (exception: NonNullable<DueMessage['exception']>, { kind, level, delayMin }: DueMessage, nowMs: number): DueVerdict => {
  if (exception.isInhibited) return suppress(reason.inhibited);
  if (!exception.isEvent && exception.isOver) return suppress(kind === warningKind.opened ? reason.transient : reason.ended);
  if (exception.isShelved || exception.solveStat === solveStat.solved) return suppress(reason.acknowledged);
  // The first place of the roster is told even when somebody was faster; repeats and later places are for exceptions to which nobody attends.
  const isForUnattended = kind === warningKind.repeat || delayMin > 0;
  if (!isForUnattended || exception.ackMs === null || exception.solveStat !== solveStat.acknowledged) return send;
  if (level !== exceptionLevel.critical) return suppress(reason.acknowledged);
  const untilMs = exception.ackMs + ACK_LASTS_MS;
  return untilMs > nowMs ? { act: 'wait', untilMs, isGathered: false } : send;
};

const RECORDS_PAGE = '/#/monitor/exception-record?';

/** The page with the exceptions of a pile, or of the same kind, without the origin, which only the process that sends it knows. */
export const pageOfRecords = (cpCode: string | null, exceptionType: number): string =>
  `${RECORDS_PAGE}${cpCode === null ? `exceptionType=${exceptionType}` : `cpCode=${encodeURIComponent(cpCode)}`}`;

/** The page with the incidents that last. */
export const INCIDENTS_PAGE = `/#/monitor/incident?isPresent=${valuesOf(exceptionPresence).lasts}`;

/** The text with whole addresses in place of those without an origin. */
export const withOrigin = (text: string, origin: string | undefined): string =>
  origin === undefined ? text : [RECORDS_PAGE, INCIDENTS_PAGE].reduce((whole, page) => whole.replaceAll(page, () => `${origin}${page}`), text);

/** The most lines of a digest. */
const DIGEST_LINES_MAX = 20;

/** The texts of a digest, and how many it leaves out. */
export const digestLines = (texts: readonly string[]): { readonly lines: readonly string[]; readonly more: number } => ({
  lines: texts.slice(0, DIGEST_LINES_MAX).map((text) => text.replaceAll('\n', ' ')),
  more: Math.max(0, texts.length - DIGEST_LINES_MAX),
});
