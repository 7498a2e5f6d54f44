import { changedList, listReport } from '#engines/protocol/white-list.ts';
import { createHash } from 'node:crypto';
import type { PlatformCommand } from '#engines/protocol/native/messages.ts';
import { NO_PARAMETER } from '#engines/protocol/native/messages/command.ts';
import type { CommandResult } from '../pile/commands.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import { accountType } from '../pile/facts.ts';
import { COMMANDS_MAX, type CommandAnswer } from '../pile/memory.ts';
import type { Pile } from '../pile/pile.ts';
import { gunLimitKey } from '../pile/power-limit.ts';
import { sendLog } from '../pile/pile-log.ts';
import { paramNo, setParameter } from './parameters.ts';

/** Messages that a command makes the pile send beside its answer. */
export interface PileMessages {
  sendParameters(): void;
  /** Gun 0 means the pile and all guns. */
  sendStatus(gunNumber: number): void;
  intervalsChanged(): void;
}

export interface CommandAnswers {
  /** Performs a command, once for each command id: a repeated command gets the stored answer. */
  answer(command: PlatformCommand): CommandAnswer;
}

export const createCommandAnswers = (pile: Pile, messages: PileMessages): CommandAnswers => ({
  answer: (command) => {
    const { cmdId } = command.body;
    const previous = pile.memory.commands.find(([id]) => id === cmdId);
    if (previous) return previous[1];
    const answer = performCommand(pile, command, messages);
    pile.memory.commands = [...pile.memory.commands, [cmdId, answer] satisfies [string, CommandAnswer]].slice(-COMMANDS_MAX);
    pile.saveMemory();
    return answer;
  },
});

const performCommand = (pile: Pile, command: PlatformCommand, messages: PileMessages): CommandAnswer => {
  switch (command.type) {
    case '1003':
      return setParameterByCommand(pile, command.body, messages);
    case '1004':
      messages.sendParameters();
      return withoutParameter({ result: commandResult.success, remark: '' });
    case '1009':
      return keepWhiteList(pile, command.body);
    case '1015':
      messages.sendStatus(command.body.gunNumber);
      return withoutParameter({ result: commandResult.success, remark: '' });
    default:
      return withoutParameter(perform(pile, command));
  }
};

type SimpleCommand = Exclude<PlatformCommand, { type: '1003' | '1004' | '1009' | '1015' }>;

const perform = (pile: Pile, command: SimpleCommand): CommandResult => {
  const { commands } = pile;
  switch (command.type) {
    case '1001': {
      const { gunNumber, chargingOrderNo: orderNo, account, chargingStrategyType, chargingStrategyVal, balance, rateRuleNo, deadline } = command.body;
      const wish = { strategyType: chargingStrategyType, strategyValE2: chargingStrategyVal, balanceCents: balance, maxAmountCents: 0 };
      const claim = { accountType: accountType.none, account };
      return commands.start({ gunNumber, orderNo, claim, wish, rateRuleNo, deadlineMs: deadline * 1_000 });
    }
    case '1002': {
      const { chargingOrderNo, gunNumber } = command.body;
      return commands.stop((session) => (chargingOrderNo === '' ? session.gunNumber === gunNumber : session.orderNo === chargingOrderNo));
    }
    case '1005':
      // The native protocol has no message for the states of an upgrade; the pile shows them by its work state.
      return commands.upgrade({ url: command.body.url, digest: command.body.digest, report: () => undefined });
    case '1007': {
      const { chargingOrderNo, from, to } = command.body;
      return commands.recall(({ session, atMs, kind }) =>
        chargingOrderNo === '' ? kind === 'end' && atMs >= from * 1_000 && atMs <= to * 1_000 : kind === 'end' && session.orderNo === chargingOrderNo,
      );
    }
    case '1008': {
      const { rateRuleNo, month, slotStages, stagePrices, billMode } = command.body;
      return commands.setRule({ rateRuleNo, month, slotStages, stagePricesE4: stagePrices, billMode });
    }
    case '1010': {
      const { gunNumber, reservationId, account, until } = command.body;
      return commands.reserve(gunNumber, { id: reservationId, account, untilMs: until * 1_000 });
    }
    case '1011':
      return commands.cancelReservation(command.body.reservationId);
    case '1013':
      pile.memory.parameters['14'] = command.body.url.slice(0, QR_MAX);
      return { result: commandResult.success, remark: '' };
    case '1014':
      return commands.restart();
    case '1006': {
      const { from, to, url } = command.body;
      return sendLog(pile, { url, fromMs: from * 1_000, toMs: to * 1_000, report: () => undefined });
    }
    case '1012':
      pile.memory.powerPeriods = command.body.periods.map(({ startMinute, changingPower }) => ({ startMinute, powerW: changingPower * HECTOWATT_W }));
      return { result: commandResult.success, remark: '' };
  }
};

/** The unit of powers in messages. */
const HECTOWATT_W = 100;

/** Keeps the list through a power cut. The answer reports what the pile has afterwards. */
const keepWhiteList = (
  pile: Pile,
  command: { readonly accountType: number; readonly action: number; readonly accounts: readonly string[] },
): CommandAnswer => {
  const key = String(command.accountType);
  const accounts = changedList(pile.memory.whiteLists[key] ?? [], command);
  pile.memory.whiteLists[key] = accounts;
  return { ...withoutParameter({ result: commandResult.success, remark: '' }), value: listReport(accounts, sha256) };
};

const setParameterByCommand = (
  pile: Pile,
  { gunNumber, parameter }: { readonly gunNumber: number; readonly parameter: { readonly tag: number; readonly value: string } },
  messages: PileMessages,
): CommandAnswer => {
  const { tag, value } = parameter;
  const outcome = applyParameter(pile, gunNumber, parameter);
  if (outcome.result === commandResult.success && tag >= 1 && tag <= 6) messages.intervalsChanged();
  if (outcome.result === commandResult.success) messages.sendParameters();
  return { ...withoutParameter(outcome), paramNo: tag, value };
};

const applyParameter = (pile: Pile, gunNumber: number, { tag, value }: { readonly tag: number; readonly value: string }): CommandResult => {
  switch (tag) {
    case paramNo.restart:
      return value === '1' ? pile.commands.restart() : { result: commandResult.success, remark: '' };
    case paramNo.systemTime:
      pile.setClock(Number(value) * 1_000);
      return { result: commandResult.success, remark: '' };
    case paramNo.gunMaxPower:
      for (const gun of pile.guns) if (gunNumber === 0 || gun.number === gunNumber) pile.memory.parameters[gunLimitKey(gun.number)] = value;
      return { result: commandResult.success, remark: '' };
    case paramNo.pileDisabled:
      setParameter(pile, tag, value);
      return pile.commands.setDisabled(0, value === '1');
    case paramNo.gunDisabled:
      setParameter(pile, tag, value);
      return pile.commands.setDisabled(gunNumber, value === '1');
    default:
      setParameter(pile, tag, value);
      return { result: commandResult.success, remark: '' };
  }
};

const withoutParameter = ({ result, remark }: CommandResult): CommandAnswer => ({ result, paramNo: NO_PARAMETER, value: '', remark });
/** The length of parameter 14. */
const QR_MAX = 255;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
