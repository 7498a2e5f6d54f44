import { START_RESULT_WAIT_MS } from '../bounds.ts';
import { startSource as startSources } from '../codes.ts';
import type { StartCommand } from '../facts.ts';
import { factOf, type OrderFacts } from '../merge.ts';
import { acceptedRecord } from './record.ts';

/** The start that was requested of the pile, or permitted to it. */
export interface RequestedStart {
  readonly commandId: string;
  readonly by: StartCommand['by'];
  readonly epoch: number;
  readonly requestedAtMs: number;
  readonly deadlineMs: number;
  /** Without an answer by then the start counts as START_TIMEOUT. */
  readonly timeoutAtMs: number;
  /** How long the pile waits for the plug, when the gun was not plugged in. */
  readonly plugWaitMs: number;
  /** The command was sent, or may have been. */
  readonly sent: boolean;
  /** The pile's answer; an acceptance after the deadline counts as none. */
  readonly accepted: boolean | null;
}

/** The start that happened. */
export interface OrderStart {
  readonly startAtMs: number;
  readonly startMeterDwh: number | null;
  readonly startSoc: number | null;
  readonly startSource: number;
  readonly vin: string | null;
  readonly from: 'startResult' | 'endRecord' | 'sample';
}

export const requestedStart = (facts: OrderFacts): RequestedStart | null => {
  const command = factOf(facts, 'startCommand');
  if (!command) return null;
  const { commandId, by, epoch, deadlineMs } = command;
  const plugWaitMs = Math.max(0, command.resultWaitMs - START_RESULT_WAIT_MS);
  const accepted = acceptance(facts, deadlineMs);
  // A pile that requested the start itself, or accepted it, is active and gets time to report the result. A pile that waits for a plug may
  // have accepted in an answer that was lost.
  const isActive = by === 'answer' || accepted === true || (plugWaitMs > 0 && accepted === null);
  return {
    commandId,
    by,
    epoch,
    deadlineMs,
    accepted,
    plugWaitMs,
    requestedAtMs: command.atMs,
    timeoutAtMs: isActive ? deadlineMs + command.resultWaitMs : deadlineMs,
    sent: by === 'answer' || factOf(facts, 'startSent') !== undefined,
  };
};

/** The start by the most reliable source: the start result, else the end record, else the first sample. */
export const orderStart = (facts: OrderFacts): OrderStart | null => {
  const started = startedFact(facts);
  const source = facts.created.startSource;
  if (started) {
    const { startAtMs, startMeterDwh, startSoc, vin } = started;
    return { startAtMs, startMeterDwh, startSoc, vin, startSource: sourceOf(started.startSource, source), from: 'startResult' };
  }
  const record = acceptedRecord(facts);
  if (record && record.startAtMs !== null) {
    const { startMeterDwh, startSoc, vin } = record;
    const startAtMs = record.startAtMs + record.clockShiftMs;
    return { startAtMs, startMeterDwh, startSoc, vin, startSource: sourceOf(record.startSource ?? source, source), from: 'endRecord' };
  }
  const progress = factOf(facts, 'progress');
  return progress ? { startAtMs: progress.firstAtMs, startMeterDwh: null, startSoc: null, vin: null, startSource: source, from: 'sample' } : null;
};

/** A pile knows only that the platform has started a charge, and not for whom: a driver's page or a partner. */
const sourceOf = (told: number, asked: number): number => (told === startSources.platform && remoteSources.includes(asked) ? asked : told);
const remoteSources: readonly number[] = [startSources.weChat, startSources.alipay, startSources.app, startSources.thirdParty];

export const startedFact = (facts: OrderFacts) => startResultFact(facts, 'startResult:ok');
export const startFailedFact = (facts: OrderFacts) => startResultFact(facts, 'startResult:failed');

const startResultFact = (facts: OrderFacts, key: string) => {
  const fact = facts.later.get(key);
  return fact?.kind === 'startResult' ? fact : undefined;
};

/** The pile refused the command; a refusal takes precedence over an acceptance. */
export const startRefusedFact = (facts: OrderFacts) => startReplyFact(facts, 'startReply:refused');

const startReplyFact = (facts: OrderFacts, key: string) => {
  const fact = facts.later.get(key);
  return fact?.kind === 'startReply' ? fact : undefined;
};

/** The pile's answer; an acceptance after the deadline counts as none. */
const acceptance = (facts: OrderFacts, deadlineMs: number): boolean | null => {
  if (startRefusedFact(facts)) return false;
  const consent = startReplyFact(facts, 'startReply:ok');
  return consent !== undefined && consent.atMs <= deadlineMs ? true : null;
};

/** Whether the pile refused the command or reported a failed start result. */
export const startFailed = (facts: OrderFacts): boolean => startFailedFact(facts) !== undefined || startRefusedFact(facts) !== undefined;

/** The pile started after the platform had abandoned the start, also by the pile's own clock. */
export const startedLate = (facts: OrderFacts): boolean => {
  const requested = requestedStart(facts);
  const started = startedFact(facts);
  return requested !== null && started !== undefined && started.startAtMs > requested.timeoutAtMs && started.atMs > requested.timeoutAtMs;
};
