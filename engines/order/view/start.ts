import { START_RESULT_WAIT_MS } from '../bounds.ts';
import type { StartCommand } from '../facts.ts';
import { factOf, type OrderFacts } from '../merge.ts';
import { acceptedRecord } from './record.ts';

/** The start that was asked for. */
export interface StartAsked {
  readonly commandId: string;
  readonly by: StartCommand['by'];
  readonly epoch: number;
  readonly askedAtMs: number;
  readonly deadlineMs: number;
  /** No answer by then means START_TIMEOUT. */
  readonly timeoutAtMs: number;
  /** The gun was not plugged in, and the pile waits so long for it. */
  readonly plugWaitMs: number;
  /** It went out, or may have. */
  readonly sent: boolean;
  /** What the pile answered; a yes after the deadline counts as none. */
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

export const startAsked = (facts: OrderFacts): StartAsked | null => {
  const command = factOf(facts, 'startCommand');
  if (!command) return null;
  const { commandId, by, epoch, deadlineMs } = command;
  const plugWaitMs = Math.max(0, command.resultWaitMs - START_RESULT_WAIT_MS);
  const accepted = acceptance(facts, deadlineMs);
  // A pile that asked by itself is awake, and one that said yes is at work: both get time for their result. One that waits for a plug may have said yes unheard.
  const answering = by === 'answer' || accepted === true || (plugWaitMs > 0 && accepted === null);
  return {
    commandId,
    by,
    epoch,
    deadlineMs,
    accepted,
    plugWaitMs,
    askedAtMs: command.atMs,
    timeoutAtMs: answering ? deadlineMs + command.resultWaitMs : deadlineMs,
    sent: by === 'answer' || factOf(facts, 'startSent') !== undefined,
  };
};

/** What the best witness says: the start result, else the end record, else the first sample. */
export const orderStart = (facts: OrderFacts): OrderStart | null => {
  const told = startedFact(facts);
  const source = facts.created.startSource;
  if (told) {
    const { startAtMs, startMeterDwh, startSoc, vin } = told;
    return { startAtMs, startMeterDwh, startSoc, vin, startSource: told.startSource, from: 'startResult' };
  }
  const record = acceptedRecord(facts);
  if (record && record.startAtMs !== null) {
    const { startMeterDwh, startSoc, vin } = record;
    const startAtMs = record.startAtMs + record.clockShiftMs;
    return { startAtMs, startMeterDwh, startSoc, vin, startSource: record.startSource ?? source, from: 'endRecord' };
  }
  const progress = factOf(facts, 'progress');
  return progress ? { startAtMs: progress.firstAtMs, startMeterDwh: null, startSoc: null, vin: null, startSource: source, from: 'sample' } : null;
};

export const startedFact = (facts: OrderFacts) => startResultFact(facts, 'startResult:ok');
export const startFailedFact = (facts: OrderFacts) => startResultFact(facts, 'startResult:failed');

const startResultFact = (facts: OrderFacts, key: string) => {
  const fact = facts.later.get(key);
  return fact?.kind === 'startResult' ? fact : undefined;
};

/** The pile refused the command; a refusal outweighs a consent. */
export const startRefusedFact = (facts: OrderFacts) => startReplyFact(facts, 'startReply:refused');

const startReplyFact = (facts: OrderFacts, key: string) => {
  const fact = facts.later.get(key);
  return fact?.kind === 'startReply' ? fact : undefined;
};

/** What the pile answered; a consent after the deadline counts as none. */
const acceptance = (facts: OrderFacts, deadlineMs: number): boolean | null => {
  if (startRefusedFact(facts)) return false;
  const consent = startReplyFact(facts, 'startReply:ok');
  return consent !== undefined && consent.atMs <= deadlineMs ? true : null;
};

/** The pile said no, to the command or by its start result. */
export const startFailed = (facts: OrderFacts): boolean => startFailedFact(facts) !== undefined || startRefusedFact(facts) !== undefined;

/** The pile started after the platform had given the start up, by the pile's own clock too. */
export const startedLate = (facts: OrderFacts): boolean => {
  const asked = startAsked(facts);
  const started = startedFact(facts);
  return asked !== null && started !== undefined && started.startAtMs > asked.timeoutAtMs && started.atMs > asked.timeoutAtMs;
};
