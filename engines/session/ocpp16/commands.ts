import type { DeviceCommand } from '../../protocol/device-command.ts';
import type { SendOutcome } from '../../protocol/device-backend.ts';
import { callOfCommand, preparationCalls, type PlatformOutCall } from '../../protocol/ocpp16/calls.ts';
import { concludeKnown } from '../../protocol/ocpp16/conclude.ts';
import { WAITING_MAX } from '../../protocol/ocpp16/rpc.ts';
import { rememberKey } from './configuration.ts';
import { makeCalls } from './exchange.ts';
import type { Session, StepContext } from './session.ts';

/**
 * Sends a command, at once or after the calls before it, unless it must not be sent. The result is output as `taken`. A repeated id is the same
 * command.
 */
export const takeCommand = (session: Session, command: DeviceCommand, context: StepContext): Session => {
  const conclude = (outcome: SendOutcome): Session => {
    context.out.push({ kind: 'taken', outcome });
    return session;
  };
  if (session.phase !== 'live') return conclude('offline');
  const plan = callOfCommand(command);
  if (plan.kind === 'unsupported' || plan.kind === 'invalid') return conclude(plan.kind);
  if (plan.kind === 'reply') {
    context.out.push({ kind: 'settle', settlement: concludeKnown(command, plan.reply, context.nowMs), events: [] });
    return conclude('sent');
  }
  const { deadlineMs, urgent } = plan.call;
  if (deadlineMs !== undefined && deadlineMs <= context.nowMs) return conclude('expired');
  const { pending, waiting } = session.rpc;
  if ([pending?.call, ...waiting].some((other) => other && isOf(other, command))) return conclude('sent');
  if (waiting.length >= WAITING_MAX && !urgent) return conclude('busy');
  conclude('sent');
  return makeCalls(rememberKey(session, command), [plan.call], context);
};

/** Some time after its login, an accepted station is asked for its states and its configuration. */
export const prepareStation = (session: Session, context: StepContext): Session => {
  const { profile, boot, prepareAtMs, statusSeen, writtenKeys } = session;
  if (!profile || boot.state !== 'done' || context.nowMs < prepareAtMs) return session;
  const prepared: Session = { ...session, prepareAtMs: Number.POSITIVE_INFINITY };
  return makeCalls(prepared, preparationCalls({ intervals: profile.intervals, statusSeen, writtenKeys }), context);
};

const isOf = ({ subject }: PlatformOutCall, { commandId }: DeviceCommand): boolean =>
  subject.for === 'command' && subject.command.commandId === commandId;
