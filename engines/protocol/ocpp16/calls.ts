import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { ReportIntervals } from '#engines/protocol/device-backend.ts';
import { concludeCommand, type Conclusion } from './conclude.ts';
import { planCommand, type CommandPlan, type PlatformCall } from './plan.ts';
import { settingsToWrite, nextTry, surveySettings, requiredConfiguration, writeSetting, type RequiredSetting } from './preparation.ts';
import type { OutCall, Outcome } from './rpc.ts';

/** The reason for a call to the station: a command, or the preparation of the station. */
export type CallSubject =
  | { readonly for: 'command'; readonly command: DeviceCommand; readonly call: PlatformCall }
  | { readonly for: 'survey'; readonly wanted: readonly RequiredSetting[] }
  | { readonly for: 'write'; readonly wanted: RequiredSetting }
  | { readonly for: 'refresh' };
export type PlatformOutCall = OutCall<CallSubject>;

/** A command as a call, or as an immediate result when no call is possible. */
export const callOfCommand = (
  command: DeviceCommand,
): { readonly kind: 'call'; readonly call: PlatformOutCall } | Exclude<CommandPlan, { kind: 'call' }> => {
  const plan = planCommand(command);
  if (plan.kind !== 'call') return plan;
  const { call, urgent, deadlineMs } = plan;
  return { kind: 'call', call: { subject: { for: 'command', command, call }, ...call, urgent, ...(deadlineMs !== undefined && { deadlineMs }) } };
};

/** Requests sent to a station some time after its login: its states, if it has not reported them itself, and its configuration. */
export const preparationCalls = ({
  intervals,
  statusSeen,
  writtenKeys,
}: {
  readonly intervals: ReportIntervals;
  readonly statusSeen: boolean;
  /** Configuration keys, in lower case, that commands have written; they are not requested. */
  readonly writtenKeys: readonly string[];
}): readonly PlatformOutCall[] => {
  const settings = requiredConfiguration(intervals).filter(({ key }) => !writtenKeys.includes(key.toLowerCase()));
  const surveyCall: PlatformOutCall = { subject: { for: 'survey', wanted: settings }, ...surveySettings(settings) };
  const refresh: PlatformOutCall = { subject: { for: 'refresh' }, action: 'TriggerMessage', payload: { requestedMessage: 'StatusNotification' } };
  // A request without keys would return the whole configuration.
  return [...(statusSeen ? [] : [refresh]), ...(settings.length > 0 ? [surveyCall] : [])];
};

/** The result of a finished call: an event for the business, or more calls. */
export const afterCall = (
  { subject }: PlatformOutCall,
  outcome: Outcome,
  ended: { readonly atMs: number; readonly late: boolean },
): { readonly conclusion?: Conclusion; readonly calls: readonly PlatformOutCall[] } => {
  switch (subject.for) {
    case 'command':
      return { conclusion: concludeCommand({ command: subject.command, action: subject.call.action }, outcome, ended), calls: [] };
    case 'survey':
      return { calls: settingsToWrite(subject.wanted, outcome).map(writeCall) };
    case 'write': {
      const nextSetting = nextTry(subject.wanted, outcome);
      return { calls: nextSetting ? [writeCall(nextSetting)] : [] };
    }
    case 'refresh':
      return { calls: [] };
  }
};

const writeCall = (setting: RequiredSetting): PlatformOutCall => ({ subject: { for: 'write', wanted: setting }, ...writeSetting(setting) });
