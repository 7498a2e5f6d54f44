import type { PowerPeriod } from '#engines/dispatch/schedule/plan.ts';
import { SLOT_MS } from '#engines/time/slots.ts';
import { listAction } from '../codes.ts';
import type { CommandReply } from '../device.ts';
import type { DeviceCommand } from '../device-command.ts';
import type { PileReply, PlatformCommand } from './messages.ts';
import { NO_PARAMETER } from './messages/command.ts';

const SLOT_MINUTES = SLOT_MS / 60_000;

/** The frame of a command, or undefined when the native protocol has none for it. Values that do not fit throw `EncodeError` when it is encoded. */
export const toNativeCommand = (command: DeviceCommand): PlatformCommand | undefined => {
  const cmdId = command.commandId;
  switch (command.cmd) {
    case 'start':
      return {
        type: '1001',
        body: {
          cmdId,
          gunNumber: command.gunNumber,
          chargingOrderNo: command.chargingOrderNo,
          account: command.idTag,
          chargingStrategyType: command.strategyType,
          chargingStrategyVal: command.strategyValE2,
          balance: command.balanceCents,
          rateRuleNo: command.rateRuleNo,
          deadline: seconds(command.deadlineMs),
        },
      };
    case 'stop':
      return { type: '1002', body: { cmdId, gunNumber: command.gunNumber, chargingOrderNo: command.byGun ? '' : command.chargingOrderNo } };
    case 'setParameter':
      return {
        type: '1003',
        body: { cmdId, gunNumber: command.gunNumber, parameter: { tag: command.paramNo, value: command.value } },
      };
    case 'readParameters':
      return { type: '1004', body: { cmdId, paramNos: command.paramNos } };
    case 'upgrade':
      return {
        type: '1005',
        body: { cmdId, url: command.url, firmwareVer: command.firmwareVer, when: seconds(command.atMs), digest: command.digest },
      };
    case 'fetchLog':
      return { type: '1006', body: { cmdId, from: seconds(command.fromMs), to: seconds(command.toMs), url: command.url } };
    case 'recallOrder':
      return {
        type: '1007',
        body: { cmdId, chargingOrderNo: command.chargingOrderNo ?? '', from: seconds(command.fromMs ?? 0), to: seconds(command.toMs ?? 0) },
      };
    case 'setRateRule': {
      const { rateRuleNo, month, slotStages, stagePricesE4: stagePrices, billMode } = command;
      return { type: '1008', body: { cmdId, rateRuleNo, month, slotStages, stagePrices, billMode } };
    }
    case 'setWhiteList':
      return { type: '1009', body: { cmdId, accountType: command.accountType, action: command.action, accounts: command.accounts } };
    case 'readWhiteList':
      return { type: '1009', body: { cmdId, accountType: command.accountType, action: listAction.report, accounts: [] } };
    case 'reserve':
      return {
        type: '1010',
        body: { cmdId, gunNumber: command.gunNumber, reservationId: command.reservationId, account: command.idTag, until: seconds(command.untilMs) },
      };
    case 'cancelReservation':
      return { type: '1011', body: { cmdId, reservationId: command.reservationId } };
    case 'setPowerSchedule':
      return { type: '1012', body: { cmdId, periods: command.periods.map(schedulePeriod) } };
    case 'setPayQrCode':
      return { type: '1013', body: { cmdId, gunNumber: command.gunNumber, url: command.url } };
    case 'restart':
      return { type: '1014', body: { cmdId, mode: command.hard ? 1 : 0 } };
    case 'queryStatus':
      return { type: '1015', body: { cmdId, gunNumber: command.gunNumber } };
    default:
      return undefined;
  }
};

const schedulePeriod = ({ startSlot, changingPowerHw, changingPowerMinHw, changingSoc, endAction }: PowerPeriod) => ({
  startMinute: startSlot * SLOT_MINUTES,
  changingPower: changingPowerHw,
  changingPowerMin: changingPowerMinHw,
  changingSoc,
  endAction,
});

/** The pile's answer in terms that do not depend on the protocol. */
export const toCommandReply = ({ body }: PileReply): CommandReply => ({
  kind: 'commandReply',
  commandId: body.cmdId,
  result: body.result,
  ...(body.paramNo === NO_PARAMETER ? {} : { paramNo: body.paramNo }),
  ...(body.value === '' ? {} : { keyVal: body.value }),
  ...(body.remark === '' ? {} : { remark: body.remark }),
});

const seconds = (ms: number): number => Math.floor(ms / 1_000);
