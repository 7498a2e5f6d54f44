import type { CommandReply } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { CommandSettlement, PileEvent } from '#engines/protocol/device-backend.ts';
import { scheduleText } from './charging-profile.ts';
import { stationAnswerChecks } from './checks.generated.ts';
import type { ConfigurationAnswer, PlatformAction } from './messages.ts';
import { parameterOfKey } from './parameters.ts';
import type { Outcome } from './rpc.ts';

/** How the result of a call settles its command, and the events that follow for the business. */
export interface Conclusion {
  readonly settlement: CommandSettlement;
  readonly events: readonly PileEvent[];
}

export const concludeCommand = (
  { command, action }: { readonly command: DeviceCommand; readonly action: PlatformAction },
  outcome: Outcome,
  { atMs, late }: { readonly atMs: number; readonly late: boolean },
): Conclusion => {
  const base = { commandId: command.commandId, cmd: command.cmd, atMs };
  if (!outcome.ok && (outcome.reason === 'timeout' || outcome.reason === 'lost')) {
    return { settlement: { ...base, outcome: outcome.reason === 'timeout' ? 'timedOut' : 'lost' }, events: [] };
  }
  const { reply, events } = replyOf(command, action, outcome);
  return { settlement: { ...base, outcome: 'answered', reply, late }, events };
};

/** The settlement of a command that was answered without a call. */
export const concludeKnown = (command: DeviceCommand, reply: CommandReply, atMs: number): CommandSettlement => ({
  commandId: command.commandId,
  cmd: command.cmd,
  atMs,
  outcome: 'answered',
  reply,
  late: false,
});

/**
 * The parameter report of a configuration: every key, and for keys that correspond to a numbered device parameter also the number. Secrets are
 * omitted.
 */
export const parametersOf = ({ configurationKey }: ConfigurationAnswer): Readonly<Record<string, string>> => {
  const values: Record<string, string> = {};
  for (const { key, value } of configurationKey ?? []) {
    // A key that is only a number would be taken for one of the numbered parameters.
    if (value == null || secretKey.test(key) || /^\d+$/.test(key)) continue;
    values[key] = value;
    const parameter = parameterOfKey(key);
    if (parameter) values[parameter.paramNo] = parameter.value(value);
  }
  return values;
};

/** Configuration keys whose values are passwords or keys. */
export const secretKey = /^AuthorizationKey$|password|secret/i;

interface RepliedCall {
  readonly reply: CommandReply;
  readonly events: readonly PileEvent[];
}

const replyOf = (command: DeviceCommand, action: PlatformAction, outcome: Outcome): RepliedCall => {
  const parameter = command.cmd === 'setParameter' ? { paramNo: command.paramNo, keyVal: command.value } : {};
  const reply = (result: number, remark?: string): RepliedCall => ({
    reply: { kind: 'commandReply', commandId: command.commandId, result, ...parameter, ...(remark && { remark }) },
    events: [],
  });
  if (!outcome.ok) return reply(1, outcome.reason === 'refused' ? `${outcome.code} ${outcome.description}`.trim() : remarks[outcome.reason]);
  if (action === 'GetConfiguration') {
    if (!stationAnswerChecks.GetConfiguration(outcome.payload)) return reply(1, 'unreadable answer');
    const values = parametersOf(outcome.payload);
    const unknown = outcome.payload.unknownKey ?? [];
    if (command.cmd === 'readKey') {
      const found = outcome.payload.configurationKey?.find(({ key }) => key.toLowerCase() === command.key.toLowerCase());
      if (!found) return reply(3, 'UnknownKey');
      const keyVal = secretKey.test(found.key) ? {} : { keyVal: (found.value ?? '').slice(0, KEY_VAL_LENGTH_MAX) };
      const { reply: answer } = reply(0, found.readonly === true ? 'read only' : undefined);
      return { reply: { ...answer, ...keyVal }, events: [{ kind: 'parameterReport', values }] };
    }
    return {
      reply: reply(0, unknown.length > 0 ? `unknown: ${unknown.join(', ')}`.slice(0, REMARK_LENGTH_MAX) : '').reply,
      events: [{ kind: 'parameterReport', values }],
    };
  }
  if (action === 'DataTransfer') {
    if (!stationAnswerChecks.DataTransfer(outcome.payload)) return reply(1, 'unreadable answer');
    const { status: answered, data } = outcome.payload;
    const { reply: answer } = reply(
      answered === 'Accepted' ? 0 : answered.startsWith('Unknown') ? 3 : 1,
      answered === 'Accepted' ? undefined : answered,
    );
    return { reply: { ...answer, ...(data != null && { keyVal: textOf(data).slice(0, KEY_VAL_LENGTH_MAX) }) }, events: [] };
  }
  if (action === 'GetCompositeSchedule') {
    if (!stationAnswerChecks.GetCompositeSchedule(outcome.payload)) return reply(1, 'unreadable answer');
    if (outcome.payload.status !== 'Accepted') return reply(1, outcome.payload.status);
    return { reply: { ...reply(0).reply, keyVal: scheduleText(outcome.payload).slice(0, KEY_VAL_LENGTH_MAX) }, events: [] };
  }
  if (action === 'GetLocalListVersion') {
    if (!stationAnswerChecks.GetLocalListVersion(outcome.payload)) return reply(1, 'unreadable answer');
    const { listVersion } = outcome.payload;
    // OCPP 1.6: -1 tells that the station has no such list.
    if (listVersion < 0) return reply(1, 'NotSupported');
    return { reply: { ...reply(0).reply, keyVal: String(listVersion) }, events: [] };
  }
  if (action === 'GetDiagnostics') {
    if (!stationAnswerChecks.GetDiagnostics(outcome.payload)) return reply(1, 'unreadable answer');
    // Without a name of a file there are no diagnostics of this time.
    return outcome.payload.fileName ? reply(0, outcome.payload.fileName.slice(0, REMARK_LENGTH_MAX)) : reply(3, 'no diagnostics');
  }
  // The answer to UpdateFirmware is empty; what comes of it is told by later messages.
  if (action === 'UpdateFirmware') return reply(0);
  if (!stationAnswerChecks[action](outcome.payload)) return reply(1, 'unreadable answer');
  const { status } = outcome.payload;
  if (status === 'Accepted') return reply(0);
  if (doneLater.has(status)) return reply(0, status);
  // Neither is there any more what was to be removed.
  return reply(action === 'CancelReservation' || action === 'ClearChargingProfile' ? 3 : 1, status);
};

const REMARK_LENGTH_MAX = 255;
/** The length of an answered value that is stored. */
const KEY_VAL_LENGTH_MAX = 500;
const textOf = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data));
/** Answers that accept with a condition: after the charge, or after a restart. */
const doneLater: ReadonlySet<string> = new Set(['Unlocked', 'Scheduled', 'RebootRequired', 'AcceptedCanceled']);
const remarks = {
  timeout: 'no answer',
  lost: 'connection lost',
  expired: 'not sent before its deadline',
  unsent: 'connection closed before it was sent',
  queueFull: 'too many commands were waiting',
} as const;
