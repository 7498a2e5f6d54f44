import type { CommandReply } from '../../protocol/device.ts';
import type { DeviceCommand } from '../../protocol/device-command.ts';
import type { CommandSettlement, ReportIntervals, SendOutcome } from '../../protocol/device-backend.ts';
import { replyType, type Frame } from '../../protocol/native/frame.ts';
import type { EncodedMessage, IncomingMessage } from '../../protocol/native/dialect.ts';
import type { SessionLimits } from './limits.ts';
import { encodeOrRaise, sendBody } from './send.ts';
import type { StepContext, InFlight, Session } from './session.ts';
import { commandResult } from '../../protocol/codes.ts';

const SEQUENCE_MAX = 2 ** 32 - 1;
/** The command id of the gateway's own probe for a sign of life. */
const PROBE_ID = 'PROBE'.padEnd(16, '0');

/** Sends a command, unless it must not be sent. The result is output as `taken`. A repeated id is the same command. */
export const takeCommand = (session: Session, command: DeviceCommand, context: StepContext): Session => {
  const refuse = (outcome: SendOutcome): Session => {
    context.out.push({ kind: 'taken', outcome });
    return session;
  };
  if (session.phase !== 'live') return refuse('offline');
  if (session.commands.some(({ commandId }) => commandId === command.commandId)) return refuse('sent');
  if (command.cmd === 'start' && command.deadlineMs <= context.nowMs) return refuse('expired');
  if (session.commands.length >= context.env.limits.commandsMax) return refuse('busy');
  let isKnown = true;
  const encode = (): EncodedMessage | undefined => {
    const message = session.dialect.command(command);
    isKnown = message !== undefined;
    return message;
  };
  const message = encodeOrRaise(session, { type: command.cmd, encode }, context);
  if (!message) return refuse(isKnown ? 'invalid' : 'unsupported');
  context.out.push({ kind: 'taken', outcome: 'sent' });
  const waitsMs = waitsOf(command, context.nowMs, context.env.limits);
  return sendNewCommand(
    session,
    { commandId: command.commandId, cmd: command.cmd, intervals: intervalsOf(command), type: message.type, body: message.body, waitsMs },
    context,
  );
};

/** Requests a sign of life: any frame of the pile. */
export const takeProbe = (session: Session, context: StepContext): Session => {
  if (session.phase !== 'live') return session;
  const { type, body } = session.dialect.probe(PROBE_ID);
  return sendNewCommand(session, { commandId: PROBE_ID, cmd: null, type, body, waitsMs: [context.env.limits.lastWaitMs] }, context);
};

type ReplyMessage = Extract<IncomingMessage, { kind: 'reply' }>;
const NO_TICKET = 0;

/** Handles a pile's answer to a command. An answer without a known command is only logged. */
export const takeReply = (
  session: Session,
  { frame, message }: { readonly frame: Frame; readonly message: ReplyMessage },
  context: StepContext,
): Session => {
  const matches = ({ type, sequence }: InFlight) => sequence === frame.sequence && replyType(type) === frame.type;
  const inTime = session.commands.find(matches);
  const command = inTime ?? session.abandoned.find(matches);
  if (!command) return session;
  const { reply, report } = message;
  if (command.cmd !== null) {
    // Nothing answers this report, so its ticket belongs to no request.
    if (report) context.out.push({ kind: 'deliver', ticket: NO_TICKET, events: [report] });
    settle(command, { outcome: 'answered', reply: replyWithId(command, reply), late: !inTime }, context);
  }
  const { profile } = session;
  const intervals = profile && reply.result === commandResult.success ? { ...profile.intervals, ...command.intervals } : profile?.intervals;
  return {
    ...session,
    profile: profile && intervals ? { ...profile, intervals } : profile,
    commands: session.commands.filter((other) => other !== command),
    abandoned: session.abandoned.filter((other) => other !== command),
  };
};

/** Repeats the due commands and abandons those that have waited too long. */
export const tickCommands = (session: Session, context: StepContext): Session => {
  if (!session.commands.some(({ dueMs }) => dueMs <= context.nowMs)) return session;
  let next = session;
  for (const command of session.commands) {
    if (command.dueMs > context.nowMs) continue;
    next = command.waitsMs.length > 0 ? resendCommand(next, command, context) : abandonCommand(next, command, context);
  }
  return next;
};

/** Parameters 1 to 6, in this order. */
const intervalNames = ['pileS', 'gunS', 'chargingS', 'bmsHandshakeS', 'bmsParameterS', 'bmsChargingS'] as const;

const intervalsOf = (command: DeviceCommand): Partial<ReportIntervals> => {
  const name = command.cmd === 'setParameter' ? intervalNames[command.paramNo - 1] : undefined;
  return command.cmd === 'setParameter' && name ? { [name]: Number(command.value) } : {};
};

/** The connection is over, so the result of these commands is unknown. */
export const settleAsLost = (session: Session, context: StepContext): Session => {
  for (const command of session.commands) if (command.cmd !== null) settle(command, { outcome: 'lost' }, context);
  return { ...session, commands: [], abandoned: [] };
};

/**
 * A start is sent once and must be answered by its deadline; a stop is repeated until confirmed; other commands are repeated after
 * 5, 10 and 20 s.
 */
const waitsOf = (command: DeviceCommand, nowMs: number, limits: SessionLimits): readonly number[] => {
  if (command.cmd === 'start') return [Math.max(command.deadlineMs - nowMs, limits.startWaitMinMs)];
  if (command.cmd === 'stop') return Array.from({ length: limits.stopRetriesMax + 1 }, () => limits.stopRetryMs);
  return [...limits.retryMs, limits.lastWaitMs];
};

const sendNewCommand = (session: Session, command: Omit<InFlight, 'sequence' | 'dueMs'>, context: StepContext): Session => {
  const sequence = session.nextSequence;
  const [wait = 0, ...waitsMs] = command.waitsMs;
  const sent = sendBody(session, { type: command.type, sequence, body: command.body, reply: false }, context);
  const inFlight: InFlight = { ...command, sequence, waitsMs, dueMs: context.nowMs + wait };
  return { ...sent, nextSequence: sequence === SEQUENCE_MAX ? 1 : sequence + 1, commands: [...sent.commands, inFlight] };
};

const resendCommand = (session: Session, command: InFlight, context: StepContext): Session => {
  const [wait = 0, ...waitsMs] = command.waitsMs;
  const sent = sendBody(session, { type: command.type, sequence: command.sequence, body: command.body, reply: false }, context);
  const resent: InFlight = { ...command, waitsMs, dueMs: context.nowMs + wait };
  return { ...sent, commands: sent.commands.map((other) => (other === command ? resent : other)) };
};

const abandonCommand = (session: Session, command: InFlight, context: StepContext): Session => {
  if (command.cmd !== null) settle(command, { outcome: 'timedOut' }, context);
  return {
    ...session,
    commands: session.commands.filter((other) => other !== command),
    abandoned: command.cmd === null ? session.abandoned : [...session.abandoned, command].slice(-context.env.limits.lateMax),
  };
};

type CommandEnding =
  | { readonly outcome: 'answered'; readonly reply: CommandReply; readonly late: boolean }
  | { readonly outcome: 'timedOut' | 'lost' };

const settle = ({ commandId, cmd }: InFlight, commandEnding: CommandEnding, { out, nowMs }: StepContext): void => {
  if (cmd === null) return;
  const settlement: CommandSettlement = { commandId, cmd, atMs: nowMs, ...commandEnding };
  out.push({ kind: 'settle', settlement });
};

/** The reply refers to the command by sequence and type, so the session fills in the command id. */
const replyWithId = ({ commandId }: InFlight, reply: CommandReply): CommandReply => ({ ...reply, commandId });
