import { listAction, v10CommandStat } from '../../codes.ts';
import type { CommandReply, ParameterReport } from '../../device.ts';
import type { DeviceCommand } from '../../device-command.ts';
import type { RecordBody, RecordCommand } from './messages.ts';
import { checkParameter } from './parameter-texts.ts';

/** The pile interval: asking for it changes nothing, and the pile sends its status after every answer. */
export const PROBED_PARAMETER = 1;

/**
 * The frame of a command, or undefined when v1.0 has no word for it. Throws `EncodeError` for a parameter that cannot have its value; other values
 * that do not fit throw when the command is encoded.
 */
export const toRecordCommand = (command: DeviceCommand): RecordCommand | undefined => {
  const body = bodyOf(command);
  return body && { type: '9010', body };
};

type Body = RecordBody<'9010'>;

const bodyOf = (command: DeviceCommand): Body | undefined => {
  const common = { cmdId: command.commandId, gunNumber: 0, paramNo: null, stat: v10CommandStat.running, remark: '' } as const;
  switch (command.cmd) {
    case 'start':
      return {
        ...common,
        cmd: 'start',
        gunNumber: command.gunNumber,
        keyVal: {
          orderNo: command.chargingOrderNo,
          account: command.idTag,
          strategyType: command.strategyType,
          strategyVal: command.strategyValE2,
          balance: command.balanceCents,
          rateRuleNo: command.rateRuleNo,
          deadline: seconds(command.deadlineMs),
        },
      };
    case 'stop':
      return { ...common, cmd: 'stop', gunNumber: command.gunNumber, keyVal: { orderNo: command.byGun ? '' : command.chargingOrderNo } };
    case 'setParameter':
      checkParameter(command.paramNo, command.value);
      return { ...common, cmd: 'set', gunNumber: command.gunNumber, paramNo: command.paramNo, keyVal: command.value };
    case 'readParameters':
      return { ...common, cmd: 'get', keyVal: command.paramNos };
    case 'queryStatus':
      return { ...common, cmd: 'get', gunNumber: command.gunNumber, keyVal: [PROBED_PARAMETER] };
    case 'upgrade':
      return {
        ...common,
        cmd: 'upgrade',
        keyVal: { url: command.url, firmwareVer: command.firmwareVer, when: seconds(command.atMs), digest: command.digest },
      };
    case 'restart':
      return { ...common, cmd: 'restart', keyVal: { mode: command.hard ? 1 : 0 } };
    case 'fetchLog':
      return { ...common, cmd: 'log', keyVal: { from: seconds(command.fromMs), to: seconds(command.toMs), url: command.url } };
    case 'recallOrder':
      return {
        ...common,
        cmd: 'recall',
        keyVal: { orderNo: command.chargingOrderNo ?? '', from: seconds(command.fromMs ?? 0), to: seconds(command.toMs ?? 0) },
      };
    case 'setRateRule': {
      const { rateRuleNo, month, slotStages, stagePricesE4: stagePrices, billMode } = command;
      return { ...common, cmd: 'rate', keyVal: { rateRuleNo, month, slotStages, stagePrices, billMode } };
    }
    case 'setWhiteList':
      return { ...common, cmd: 'whitelist', keyVal: { accountType: command.accountType, action: command.action, accounts: command.accounts } };
    case 'readWhiteList':
      return { ...common, cmd: 'whitelist', keyVal: { accountType: command.accountType, action: listAction.report, accounts: [] } };
    case 'reserve':
      return {
        ...common,
        cmd: 'reserve',
        gunNumber: command.gunNumber,
        keyVal: { reservationId: command.reservationId, account: command.idTag, until: seconds(command.untilMs) },
      };
    case 'cancelReservation':
      return { ...common, cmd: 'cancelReserve', keyVal: { reservationId: command.reservationId } };
    case 'setPayQrCode':
      return { ...common, cmd: 'qr', gunNumber: command.gunNumber, keyVal: { url: command.url } };
    default:
      return undefined;
  }
};

/** The pile's answer in terms that do not depend on the protocol. */
export const toRecordCommandReply = (body: RecordBody<'9110'>): CommandReply => ({
  kind: 'commandReply',
  commandId: body.cmdId,
  result: body.result,
  ...(body.paramNo === null ? {} : { paramNo: body.paramNo }),
  ...(typeof body.keyVal !== 'string' || body.keyVal === '' ? {} : { keyVal: body.keyVal }),
  ...(body.remark === '' ? {} : { remark: body.remark }),
});

/** The values in the answer to `get`; undefined where there are none. */
export const reportedParameters = (body: RecordBody<'9110'>): ParameterReport | undefined =>
  typeof body.keyVal === 'string' || body.keyVal === null ? undefined : { kind: 'parameterReport', values: body.keyVal };

const seconds = (ms: number): number => Math.floor(ms / 1_000);
