import type { DeviceCommand } from '../../protocol/device-command.ts';
import type { CommandSettlement, ReportIntervals } from '../../protocol/device-backend.ts';
import type { PlatformOutCall } from '../../protocol/ocpp16/calls.ts';
import { parameterKeys } from '../../protocol/ocpp16/parameters.ts';
import type { Session } from './session.ts';
import { commandResult } from '../../protocol/codes.ts';

/** A command that writes a configuration key takes precedence: the platform's default settings no longer overwrite that key. */
export const rememberKey = (session: Session, command: DeviceCommand): Session => {
  const key = keyOf(command)?.toLowerCase();
  if (key === undefined || session.writtenKeys.includes(key)) return session;
  return { ...session, writtenKeys: [...session.writtenKeys, key] };
};

/** A key that the station did not accept keeps its previous value; an accepted interval applies for the rest of the session. */
export const concludeKey = (session: Session, command: DeviceCommand, settlement: CommandSettlement): Session => {
  const key = keyOf(command)?.toLowerCase();
  if (key === undefined || settlement.outcome !== 'answered') return session;
  if (settlement.reply.result !== commandResult.success) return { ...session, writtenKeys: session.writtenKeys.filter((other) => other !== key) };
  const interval = intervals.get(key);
  if (!session.profile || !interval || !('value' in command)) return session;
  return { ...session, profile: { ...session.profile, intervals: { ...session.profile.intervals, [interval]: Number(command.value) } } };
};

/** The calls that prepare the station, except those that would overwrite a key written by a command. */
export const withoutWrittenKeys = ({ writtenKeys }: Session, calls: readonly PlatformOutCall[]): readonly PlatformOutCall[] =>
  calls.filter(({ subject }) => subject.for !== 'write' || !writtenKeys.includes(subject.wanted.key.toLowerCase()));

const keyOf = (command: DeviceCommand): string | undefined => {
  if (command.cmd === 'setKey') return command.key;
  return command.cmd === 'setParameter' ? parameterKeys.get(command.paramNo)?.key : undefined;
};

const intervals: ReadonlyMap<string, keyof ReportIntervals> = new Map([
  ['heartbeatinterval', 'pileS'],
  ['metervaluesampleinterval', 'chargingS'],
]);
