import type { DeviceCommand } from '#engines/protocol/device.ts';
import type { ReportIntervals } from '#engines/protocol/device-backend.ts';
import { concludeCommand, type Conclusion } from './conclude.ts';
import { planCommand, type CommandPlan, type PlatformCall } from './plan.ts';
import { missing, nextTry, survey, wantedConfiguration, write, type WantedSetting } from './preparation.ts';
import type { OutCall, Outcome } from './rpc.ts';

/** The reason for a call to the station: a command, or the preparation of the station. */
export type Subject =
  | { readonly for: 'command'; readonly command: DeviceCommand; readonly call: PlatformCall }
  | { readonly for: 'survey'; readonly wanted: readonly WantedSetting[] }
  | { readonly for: 'write'; readonly wanted: WantedSetting }
  | { readonly for: 'refresh' };
export type OurCall = OutCall<Subject>;

/** A command as a call, or as what it is instead. */
export const callOfCommand = (command: DeviceCommand): { readonly kind: 'call'; readonly call: OurCall } | Exclude<CommandPlan, { kind: 'call' }> => {
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
}): readonly OurCall[] => {
  const wanted = wantedConfiguration(intervals).filter(({ key }) => !writtenKeys.includes(key.toLowerCase()));
  const ask: OurCall = { subject: { for: 'survey', wanted }, ...survey(wanted) };
  const refresh: OurCall = { subject: { for: 'refresh' }, action: 'TriggerMessage', payload: { requestedMessage: 'StatusNotification' } };
  // A request without keys would return the whole configuration.
  return [...(statusSeen ? [] : [refresh]), ...(wanted.length > 0 ? [ask] : [])];
};

/** The result of a finished call: an event for the business, or more calls. */
export const afterCall = (
  { subject }: OurCall,
  outcome: Outcome,
  when: { readonly atMs: number; readonly late: boolean },
): { readonly conclusion?: Conclusion; readonly calls: readonly OurCall[] } => {
  switch (subject.for) {
    case 'command':
      return { conclusion: concludeCommand({ command: subject.command, action: subject.call.action }, outcome, when), calls: [] };
    case 'survey':
      return { calls: missing(subject.wanted, outcome).map(writeCall) };
    case 'write': {
      const again = nextTry(subject.wanted, outcome);
      return { calls: again ? [writeCall(again)] : [] };
    }
    case 'refresh':
      return { calls: [] };
  }
};

const writeCall = (wanted: WantedSetting): OurCall => ({ subject: { for: 'write', wanted }, ...write(wanted) });
