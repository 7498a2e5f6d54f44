import type { CommandReply, DeviceCommand } from '../../protocol/device.ts';
import type { CommandSettlement, ReportIntervals, SendOutcome } from '../../protocol/door.ts';
import { replyType, type Frame } from '../../protocol/native/frame.ts';
import type { PileReply, PlatformCommand } from '../../protocol/native/messages.ts';
import { toCommandReply, toNativeCommand } from '../../protocol/native/to-command.ts';
import type { SessionLimits } from './limits.ts';
import { encoded, sendBody } from './send.ts';
import type { StepContext, InFlight, Session } from './session.ts';
import { commandResult } from '../../protocol/codes.ts';

const SEQUENCE_MAX = 2 ** 32 - 1;
/** The id of our own question whether the pile is there. */
const PROBE_ID = 'PROBE'.padEnd(16, '0');

/** Says a command, unless it may not be said. The outcome leaves as `taken`. The same id twice is one command. */
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

/** Asks the pile for any frame at all. */
export const takeProbe = (session: Session, doing: StepContext): Session => {
  if (session.phase !== 'live') return session;
  const message: PlatformCommand = { type: '1015', body: { cmdId: PROBE_ID, gunNumber: 0 } };
  const body = encoded(session, message, doing);
  return body ? say(session, { commandId: PROBE_ID, cmd: null, type: message.type, body, waitsMs: [doing.env.limits.lastWaitMs] }, doing) : session;
};

/** An answer of the pile to one of our commands; a stranger is only in the log. */
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

/** Repeats what is due and gives up what has waited long enough. */
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

/** The connection is over: nobody knows what became of these. */
export const loseCommands = (session: Session, doing: StepContext): Session => {
  for (const one of session.commands) if (one.cmd !== null) settle(one, { outcome: 'lost' }, doing);
  return { ...session, commands: [], late: [] };
};

/** A start is said once and answered by its deadline; a stop is repeated until confirmed; the rest after 5, 10 and 20 s. */
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

/** The id is ours: sequence and type have already named the command. */
const repliedTo = ({ commandId }: InFlight, reply: PileReply): CommandReply => ({ ...toCommandReply(reply), commandId });
