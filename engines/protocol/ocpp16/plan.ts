import type { CommandReply, DeviceCommand } from '#engines/protocol/device.ts';
import { platformCallChecks } from './checks.generated.ts';
import { idTagOf } from './id-tag.ts';
import { printInstant } from './instant.ts';
import type { PlatformAction, PlatformCalls } from './messages.ts';
import { parameterKeys, parameterNo } from './parameters.ts';

/** A call of ours with its payload checked against the strict schema. */
export interface PlatformCall {
  readonly action: PlatformAction;
  readonly payload: object;
}

/**
 * What a command becomes: a call, an answer we already know, or nothing OCPP 1.6 Core can say (rate rules, QR codes, order recall
 * and logs; the platform keeps the rates and orders itself).
 */
export type CommandPlan =
  | { readonly kind: 'call'; readonly call: PlatformCall; readonly urgent: boolean; readonly deadlineMs?: number }
  | { readonly kind: 'reply'; readonly reply: CommandReply }
  | { readonly kind: 'unsupported' }
  /** A value does not fit the message. */
  | { readonly kind: 'invalid' };

export const planCommand = (command: DeviceCommand): CommandPlan => {
  switch (command.cmd) {
    case 'start': {
      const payload = { connectorId: command.gunNumber, idTag: command.idTag || idTagOf(command.chargingOrderNo) };
      return call('RemoteStartTransaction', payload, { deadlineMs: command.deadlineMs });
    }
    case 'stop':
      if (command.transactionId === undefined) return known(command, 3, 'the charge has no transaction yet');
      return call('RemoteStopTransaction', { transactionId: command.transactionId }, { urgent: true });
    case 'setParameter':
      return planParameter(command);
    case 'readParameters':
      return planReading(command.paramNos);
    case 'setKey':
      return call('ChangeConfiguration', { key: command.key, value: command.value });
    case 'reserve': {
      const { gunNumber, idTag, reservationId, untilMs } = command;
      return call('ReserveNow', { connectorId: gunNumber, expiryDate: printInstant(untilMs), idTag, reservationId });
    }
    case 'cancelReservation':
      return call('CancelReservation', { reservationId: command.reservationId });
    case 'queryStatus':
      return call('TriggerMessage', { requestedMessage: 'StatusNotification', ...(command.gunNumber > 0 && { connectorId: command.gunNumber }) });
    case 'restart':
      return call('Reset', { type: command.hard ? 'Hard' : 'Soft' });
    case 'unlock':
      return call('UnlockConnector', { connectorId: command.gunNumber });
    case 'clearCache':
      return call('ClearCache', {});
    case 'recallOrder':
    case 'setRateRule':
    case 'setPayQrCode':
    case 'fetchLog':
    case 'endSession':
      return { kind: 'unsupported' };
  }
};

const call = <A extends PlatformAction>(
  action: A,
  payload: PlatformCalls[A],
  options: { urgent?: boolean; deadlineMs?: number } = {},
): CommandPlan => {
  // Whatever does not fit the strict schema must not reach a pile.
  if (!platformCallChecks[action](payload)) return { kind: 'invalid' };
  return {
    kind: 'call',
    call: { action, payload },
    urgent: options.urgent ?? false,
    ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
  };
};

const known = ({ commandId }: DeviceCommand, result: number, remark: string): CommandPlan => ({
  kind: 'reply',
  reply: { kind: 'commandReply', commandId, result, remark },
});

const planParameter = ({
  paramNo,
  gunNumber,
  value,
}: {
  readonly paramNo: number;
  readonly gunNumber: number;
  readonly value: string;
}): CommandPlan => {
  const type = value === '1' ? 'Inoperative' : 'Operative';
  switch (paramNo) {
    case parameterNo.restart:
      return call('Reset', { type: 'Soft' });
    // The answer to a heartbeat carries our time, and that is how a 1.6 station sets its clock.
    case parameterNo.systemTime:
      return call('TriggerMessage', { requestedMessage: 'Heartbeat' });
    case parameterNo.pileDisable:
      return call('ChangeAvailability', { connectorId: 0, type });
    case parameterNo.gunDisable:
      return gunNumber > 0 ? call('ChangeAvailability', { connectorId: gunNumber, type }) : { kind: 'invalid' };
  }
  const parameter = parameterKeys.get(paramNo);
  if (!parameter) return { kind: 'unsupported' };
  const text = parameter.toStation(value);
  return text === undefined ? { kind: 'invalid' } : call('ChangeConfiguration', { key: parameter.key, value: text });
};

const planReading = (paramNos: readonly number[]): CommandPlan => {
  if (paramNos.length === 0) return call('GetConfiguration', {});
  const key = paramNos.flatMap((paramNo) => parameterKeys.get(paramNo)?.key ?? []);
  return key.length > 0 ? call('GetConfiguration', { key }) : { kind: 'unsupported' };
};
