import type { CommandReply, DeviceCommand } from '../../protocol/device.ts';
import type { CommandSettlement, ReportIntervals, SendOutcome } from '../../protocol/device-backend.ts';
import { replyType, type Frame } from '../../protocol/native/frame.ts';
import type { PileReply, PlatformCommand } from '../../protocol/native/messages.ts';
import { toCommandReply, toNativeCommand } from '../../protocol/native/to-command.ts';
import type { SessionLimits } from './limits.ts';
import { encoded, sendBody } from './send.ts';
import type { StepContext, InFlight, Session } from './session.ts';
import { commandResult } from '../../protocol/codes.ts';

const SEQUENCE_MAX = 2 ** 32 - 1;
/** The command id of the gateway's own probe for a sign of life. */
const PROBE_ID = 'PROBE'.padEnd(16, '0');

/** Sends a command, unless it must not be sent. The result is output as `taken`. A repeated id is the same command. */
export const takeCommand = (session: Session, command: DeviceCommand, doing: StepContext): Session => {
  const refuse = (outcome: SendOutcome): Session => {
    doing.out.push({ kind: 'taken', outcome });
    return session;
  };
  if (session.phase !== 'live') return refuse('offline');
  if (session.commands.some(({ commandId }) => commandId === command.commandId)) return refuse('sent');
  if (command.cmd === 'start' && command.deadlineMs <= doing.nowMs) return refuse('expired');
  if (session.commands.length >= doing.env.limits.commandsMax) return refuse('busy');
  const message = toNativeCommand(command);
  if (!message) return refuse('unsupported');
  const body = encoded(session, message, doing);
  if (!body) return refuse('invalid');
  doing.out.push({ kind: 'taken', outcome: 'sent' });
  const waitsMs = waitsOf(command, doing.nowMs, doing.env.limits);
  return say(session, { commandId: command.commandId, cmd: command.cmd, intervals: intervalsOf(command), type: message.type, body, waitsMs }, doing);
};

/** Requests a sign of life: any frame of the pile. */
export const takeProbe = (session: Session, doing: StepContext): Session => {
  if (session.phase !== 'live') return session;
  const message: PlatformCommand = { type: '1015', body: { cmdId: PROBE_ID, gunNumber: 0 } };
  const body = encoded(session, message, doing);
  return body ? say(session, { commandId: PROBE_ID, cmd: null, type: message.type, body, waitsMs: [doing.env.limits.lastWaitMs] }, doing) : session;
};

/** Handles a pile's answer to a command. An answer without a known command is only logged. */
export const takeReply = (session: Session, { frame, reply }: { readonly frame: Frame; readonly reply: PileReply }, doing: StepContext): Session => {
  const matches = ({ type, sequence }: InFlight) => sequence === frame.sequence && replyType(type) === frame.type;
  const inTime = session.commands.find(matches);
  const known = inTime ?? session.late.find(matches);
  if (!known) return session;
  if (known.cmd !== null) settle(known, { outcome: 'answered', reply: repliedTo(known, reply), late: !inTime }, doing);
  const { profile } = session;
  const intervals = profile && reply.body.result === commandResult.success ? { ...profile.intervals, ...known.intervals } : profile?.intervals;
  return {
    ...session,
    profile: profile && intervals ? { ...profile, intervals } : profile,
    commands: session.commands.filter((one) => one !== known),
    late: session.late.filter((one) => one !== known),
  };
};

/** Repeats the due commands and abandons those that have waited too long. */
export const tickCommands = (session: Session, doing: StepContext): Session => {
  if (!session.commands.some(({ dueMs }) => dueMs <= doing.nowMs)) return session;
  let next = session;
  for (const one of session.commands) {
    if (one.dueMs > doing.nowMs) continue;
    next = one.waitsMs.length > 0 ? repeat(next, one, doing) : giveUp(next, one, doing);
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
export const loseCommands = (session: Session, doing: StepContext): Session => {
  for (const one of session.commands) if (one.cmd !== null) settle(one, { outcome: 'lost' }, doing);
  return { ...session, commands: [], late: [] };
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

const say = (session: Session, command: Omit<InFlight, 'sequence' | 'dueMs'>, doing: StepContext): Session => {
  const sequence = session.nextSequence;
  const [wait = 0, ...waitsMs] = command.waitsMs;
  const sent = sendBody(session, { type: command.type, sequence, body: command.body, reply: false }, doing);
  const inFlight: InFlight = { ...command, sequence, waitsMs, dueMs: doing.nowMs + wait };
  return { ...sent, nextSequence: sequence === SEQUENCE_MAX ? 1 : sequence + 1, commands: [...sent.commands, inFlight] };
};

const repeat = (session: Session, one: InFlight, doing: StepContext): Session => {
  const [wait = 0, ...waitsMs] = one.waitsMs;
  const sent = sendBody(session, { type: one.type, sequence: one.sequence, body: one.body, reply: false }, doing);
  const again: InFlight = { ...one, waitsMs, dueMs: doing.nowMs + wait };
  return { ...sent, commands: sent.commands.map((other) => (other === one ? again : other)) };
};

const giveUp = (session: Session, one: InFlight, doing: StepContext): Session => {
  if (one.cmd !== null) settle(one, { outcome: 'timedOut' }, doing);
  return {
    ...session,
    commands: session.commands.filter((other) => other !== one),
    late: one.cmd === null ? session.late : [...session.late, one].slice(-doing.env.limits.lateMax),
  };
};

type Ending = { readonly outcome: 'answered'; readonly reply: CommandReply; readonly late: boolean } | { readonly outcome: 'timedOut' | 'lost' };

const settle = ({ commandId, cmd }: InFlight, ending: Ending, { out, nowMs }: StepContext): void => {
  if (cmd === null) return;
  const settlement: CommandSettlement = { commandId, cmd, atMs: nowMs, ...ending };
  out.push({ kind: 'settle', settlement });
};

/** The reply names the command by sequence and type, so the session fills in the command id. */
const repliedTo = ({ commandId }: InFlight, reply: PileReply): CommandReply => ({ ...toCommandReply(reply), commandId });
