import type { PlatformCommand } from '#engines/protocol/native/messages.ts';
import { NO_PARAMETER } from '#engines/protocol/native/messages/command.ts';
import type { RecordBody, RecordCommandReply } from '#engines/protocol/native/records/messages.ts';
import type { CommandAnswer } from '../pile/memory.ts';
import type { Pile } from '../pile/pile.ts';
import { parameterTexts } from './parameters.ts';

type RecordCommandBody = RecordBody<'9010'>;

/** The typed command with the same effect, so that both variants are performed by the same code. */
export const typedCommandOf = (body: RecordCommandBody): PlatformCommand => {
  const { cmdId, gunNumber } = body;
  switch (body.cmd) {
    case 'start': {
      const { orderNo, account, strategyType, strategyVal, balance, rateRuleNo, deadline } = body.keyVal;
      return {
        type: '1001',
        body: {
          cmdId,
          gunNumber,
          chargingOrderNo: orderNo,
          account,
          chargingStrategyType: strategyType,
          chargingStrategyVal: strategyVal,
          balance,
          rateRuleNo,
          deadline,
        },
      };
    }
    case 'stop':
      return { type: '1002', body: { cmdId, gunNumber, chargingOrderNo: body.keyVal.orderNo } };
    case 'set':
      return { type: '1003', body: { cmdId, gunNumber, parameter: { tag: body.paramNo ?? NO_PARAMETER, value: body.keyVal } } };
    case 'get':
      return { type: '1004', body: { cmdId, paramNos: body.keyVal } };
    case 'upgrade':
      return { type: '1005', body: { cmdId, ...body.keyVal } };
    case 'log':
      return { type: '1006', body: { cmdId, ...body.keyVal } };
    case 'recall':
      return { type: '1007', body: { cmdId, chargingOrderNo: body.keyVal.orderNo, from: body.keyVal.from, to: body.keyVal.to } };
    case 'rate':
      return { type: '1008', body: { cmdId, ...body.keyVal } };
    case 'whitelist':
      return { type: '1009', body: { cmdId, ...body.keyVal } };
    case 'reserve':
      return { type: '1010', body: { cmdId, gunNumber, ...body.keyVal } };
    case 'cancelReserve':
      return { type: '1011', body: { cmdId, ...body.keyVal } };
    case 'qr':
      return { type: '1013', body: { cmdId, gunNumber, ...body.keyVal } };
    case 'restart':
      return { type: '1014', body: { cmdId, ...body.keyVal } };
  }
};

/** The answer to a command. That to `get` carries the values of the parameters. */
export const recordReplyTo = (pile: Pile, command: RecordCommandBody, answer: CommandAnswer): RecordCommandReply => {
  const { cmdId, cmd } = command;
  const common = { cmdId, result: answer.result, paramNo: answer.paramNo === NO_PARAMETER ? null : answer.paramNo, remark: answer.remark };
  if (cmd !== 'get') return { type: '9110', body: { ...common, cmd, keyVal: answer.value } };
  const wanted = parameterTexts(pile).filter(({ tag }) => command.keyVal.length === 0 || command.keyVal.includes(tag));
  return { type: '9110', body: { ...common, cmd, keyVal: Object.fromEntries(wanted.map(({ tag, value }) => [String(tag), value])) } };
};
